import { RATE_STAT_NAMES, STAT_ALIASES } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Snapshot } from "../../telemetry/snapshot.js";
import { RouterLine } from "../router-line.js";
import { routerWith, Stage } from "../testing/stage.js";
import { readingHandlers } from "./reading.js";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const facts = { "router.uptime": 5, "router.version": "1", "router.net.status": 0 } as const;
const first: Snapshot = { at: 1, phase: { name: "running" }, facts };

function handlers({
  router = {},
  snapshot = first as Snapshot | Promise<Snapshot>,
  asked = [] as unknown[],
} = {}) {
  const look = () => {
    asked.push("looked");
    return snapshot;
  };
  return readingHandlers({
    router: routerWith({ simulated: false, ...router }),
    sampler: { current: look, newest: look } as never,
    history: {
      mean: (stat: string, period: number) => {
        asked.push(stat, period);
        return 2.5;
      },
    } as never,
    line: new RouterLine(),
    locale: () => "en",
  });
}

describe("RouterInfo", () => {
  it("answers with the last snapshot, without waiting if there is one", async () => {
    const asked = { "svc.router.uptime": "", "svc.router.version": "" };
    for (const snapshot of [first, Promise.resolve(first)])
      expect((await stage.call("RouterInfo", asked, handlers({ snapshot }))).result).toEqual({
        "svc.router.uptime": 5,
        "svc.router.version": "1",
      });
    const direct = handlers().RouterInfo(["router.uptime"], { peer: stage.peer } as never);
    expect(direct).toBe(facts);
  });

  it("gives the status in the caller's language, or in the configured one", async () => {
    const all = handlers({ snapshot: { ...first, facts: { ...facts, "router.net.status": 2 } } });
    const status = async (languages?: string) => {
      const peer = { address: "x", languages };
      return (await stage.call("RouterInfo", { "svc.router.status": "", "svc.router.uptime": "" }, all, peer))
        .result;
    };
    const english = { "svc.router.status": "Firewalled", "svc.router.uptime": 5 };
    expect(await status()).toEqual(english);
    for (let times = 0; times < 2; times++)
      expect(await status("de")).toEqual({ ...english, "svc.router.status": "Hinter einer Firewall" });
    expect(await status("en")).toEqual(english);
  });

  it("makes one answer for all who ask in a language of one snapshot", () => {
    const all = handlers();
    const ask = (languages: string) =>
      all.RouterInfo(["router.status"], { peer: { address: "x", languages } } as never);
    expect(ask("en")).toBe(ask("en"));
    expect(ask("de")).toBe(ask("de"));
    expect(ask("de")).not.toBe(ask("en"));
  });

  it("says in the status that a router is simulated, and what its network is like", async () => {
    const status = async (one: Parameters<typeof handlers>[0]) =>
      (await stage.call("RouterInfo", { "svc.router.status": "" }, handlers(one))).result?.[
        "svc.router.status"
      ];
    expect(await status({ router: { simulated: true } })).toMatch(/simulat/i);
    const hidden: Snapshot = { ...first, facts: { ...facts, "router.net.status": 3 } };
    expect(await status({ snapshot: hidden })).toBe("Hidden");
    const until = 61_000;
    const draining: Snapshot = { at: 1_000, phase: { name: "draining", next: "stop", until }, facts };
    expect(await status({ snapshot: draining })).toContain("1 min");
  });
});

describe("GetRate", () => {
  it("gives the mean of the stored samples, under either of its names, after reading the router", async () => {
    const asked: unknown[] = [];
    const { result } = await stage.call(
      "GetRate",
      { Stat: "bw.sendRate", Period: 60_000 },
      handlers({ asked }),
    );
    expect(result).toEqual({ Result: 2.5 });
    expect(asked).toEqual(["looked", expect.any(String), 60_000]);
  });

  it("asks the router for others", async () => {
    const rate = async (stat: string, period: number, signal: AbortSignal) =>
      stat === "its.own" && !signal.aborted ? period / 1_000 : undefined;
    const ask = (Stat: string) =>
      stage.call("GetRate", { Stat, Period: 5_000 }, handlers({ router: { rate, stats: ["its.own"] } }));
    expect((await ask("its.own")).result).toEqual({ Result: 5 });
    const { error } = await ask("none");
    expect(error?.data).toMatchObject({ key: "Stat" });
    expect(error?.message).toMatch(/^Invalid parameters: Stat is unknown; there are .+, its\.own$/);
    expect(error?.message).toContain("bw.sendRate");
  });

  it("gives the router's information instead, if it is the same figure", async () => {
    const Stat = "tunnel.tunnelBuildSuccessAvg";
    const snapshot = { ...first, facts: { ...facts, "router.net.tunnels.successrate": 41.5 } };
    const ask = (one: Parameters<typeof handlers>[0]) =>
      stage.call("GetRate", { Stat, Period: 60_000 }, handlers(one));
    expect((await ask({ snapshot })).result).toEqual({ Result: 41.5 });
    expect((await ask({ snapshot, router: { rate: async () => 50 } })).result).toEqual({ Result: 50 });
    expect((await ask({})).error?.code).toBe(-32602);
  });

  it("refuses them where the router has none", async () => {
    const { error } = await stage.call("GetRate", { Stat: "its.own", Period: 5_000 }, handlers());
    expect(error?.code).toBe(-32602);
    const known = [...RATE_STAT_NAMES, ...Object.keys(STAT_ALIASES)].join(", ");
    expect(error?.message).toBe(`Invalid parameters: Stat is unknown; there are ${known}`);
  });
});

describe("ClientServicesInfo", () => {
  it("gives what the router says of the services asked for, and others as switched off", async () => {
    const services = async (names: readonly string[]) => {
      expect(names).toEqual(["HTTPProxy", "SAM"]);
      return { SAM: { enabled: true } };
    };
    const asked = { SAM: "", HTTPProxy: null };
    const off = { enabled: "false" };
    expect(
      (await stage.call("ClientServicesInfo", asked, handlers({ router: { services } }))).result,
    ).toEqual({ HTTPProxy: off, SAM: { enabled: "true" } });
    expect((await stage.call("ClientServicesInfo", asked, handlers())).result).toEqual({
      HTTPProxy: off,
      SAM: off,
    });
    expect((await stage.call("ClientServicesInfo", { I2PTunnel: "" }, handlers())).result).toEqual({
      I2PTunnel: { client: "", server: "" },
    });
  });
});
