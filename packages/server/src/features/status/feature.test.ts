import type { Phase } from "@pilothouse/drivers/port";
import { lastKnown } from "@pilothouse/system";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handlersOf, routerWith, Stage } from "../../rpc/testing/stage.js";
import type { Snapshot } from "../../telemetry/snapshot.js";
import { RouterQueue } from "../sampling/router-queue.js";
import { status as feature } from "./feature.js";

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
  logs = {},
} = {}) {
  const look = () => {
    asked.push("looked");
    return snapshot;
  };
  return handlersOf(feature, {
    router: routerWith({ simulated: false, ...router }),
    sampler: { current: look, newest: look },
    routerQueue: new RouterQueue(),
    logs,
    log: stage.log,
    settings: () => ({ locale: "en" }),
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

describe("keys of I2P proposal 170", () => {
  const told = async (asked: object, router: object, logs?: object) =>
    (await stage.call("RouterInfo", asked, handlers({ router, ...(logs && { logs }) }))).result;

  it("are answered in both spellings, with those that everybody asks for", async () => {
    const details = async (keys: readonly string[]) => {
      expect(keys).toEqual(["router.id"]);
      return { "router.id": "hash" };
    };
    expect(await told({ "svc.router.id": "", "i2p.router.uptime": "" }, { details })).toEqual({
      "svc.router.id": "hash",
      "i2p.router.uptime": 5,
    });
    expect(await told({ "i2p.router.id": "" }, { details })).toEqual({ "i2p.router.id": "hash" });
  });

  it("are left out where the router does not tell them, fails, or tells something else", async () => {
    const asked = { "svc.router.id": "", "svc.router.news": "", "svc.router.addressbook.router.list": "" };
    expect(await told(asked, {})).toEqual({});
    expect(await told(asked, { details: () => Promise.reject(new Error("away")) })).toEqual({});
    const details = async () => ({ "router.id": 7, "router.news": "new" });
    expect(await told(asked, { details })).toEqual({ "svc.router.news": "new" });
  });

  it("have the log without secrets, whatever the router would say of it", async () => {
    const details = async (keys: readonly string[]) => {
      expect(keys).toEqual([]);
      return {};
    };
    const logs = {
      read: async () => ({ available: true, lines: [{ at: 1, level: "info", text: "a line" }] }),
    };
    expect(await told({ "svc.router.logs": "" }, { details }, logs)).toEqual({
      "svc.router.logs": ["a line"],
    });
  });

  it("have nothing that clears a log", async () => {
    expect(await told({ "i2p.router.logs.clear": "" }, {})).toEqual({});
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

type Network = () => Promise<{ readonly restartNeeded: boolean }>;

function watching(
  phase: Phase,
  {
    network = async () => ({ restartNeeded: false }),
    router = {},
    ...more
  }: { network?: Network; router?: object } & object = {},
  sampler: object = { lastAt: 1, current: async () => ({ at: 1, phase, facts: {}, ...more }) },
) {
  return handlersOf(feature, {
    router: { simulated: false, kind: "i2pd", ...router },
    network: lastKnown(250, network),
    sampler,
    auth: { password: { isFactory: false } },
    clock: { now: () => 1 },
    updatesFrom: () => "feed",
    updater: { said: [], unknown: null },
    version: "1.0.0",
  });
}
const statusIn = (phase: Phase, more?: object) =>
  watching(phase, more)["pilothouse.status"]({}, { scope: "read" } as never);

describe("pilothouse.status", () => {
  it("says why a router crashed, what it logged last and when it is started again", async () => {
    const report = { cause: "killed by SIGSEGV", lines: ["one", "two"] };
    expect(await statusIn({ name: "crashed", until: 5_000, report })).toMatchObject({
      phase: "crashed",
      until: null,
      retryAt: 5_000,
      crash: "killed by SIGSEGV\none\ntwo",
    });
  });

  it("says nothing about a crash otherwise, or when its driver knows nothing", async () => {
    const none = { retryAt: null, crash: null };
    expect(await statusIn({ name: "running" })).toMatchObject(none);
    expect(await statusIn({ name: "crashed" })).toMatchObject(none);
  });

  it("says how the service and its router are", async () => {
    expect(await statusIn({ name: "running" }, { starts: 3, note: "a note" })).toEqual({
      ...{
        simulated: false,
        router: "i2pd",
        phase: "running",
        sampled: 1,
        next: null,
        until: null,
        retryAt: null,
        crash: null,
      },
      ...{
        starts: 3,
        note: "a note",
        restartNeeded: false,
        version: "1.0.0",
        time: 1,
        updates: "feed",
        updateTexts: [],
        updateUnknown: null,
        factory: false,
        scope: "read",
        account: null,
        cancellable: null,
      },
    });
    expect(await statusIn({ name: "running" })).toMatchObject({ starts: null, note: null });
    expect(await statusIn({ name: "draining", next: "stop", until: 7 })).toMatchObject({
      next: "stop",
      until: 7,
      retryAt: null,
    });
  });

  it("says whether a wait can be cancelled", async () => {
    const draining = { name: "draining", next: "stop", until: 7 } as const;
    const router = { cancel: async () => true };
    expect(await statusIn(draining, { router })).toMatchObject({ cancellable: true });
    expect(await statusIn({ ...draining, cancellable: false }, { router })).toMatchObject({
      cancellable: false,
    });
    expect(await statusIn(draining)).toMatchObject({ cancellable: false });
  });

  it("reports no needed restart before the router has said so", async () => {
    const network = () => Promise.reject(new Error("hangs"));
    expect(await statusIn({ name: "running" }, { network })).toMatchObject({ restartNeeded: false });
  });

  it("does not report a restart as needed that the same look has shown", async () => {
    let restartNeeded = true;
    const current = async () => {
      restartNeeded = false;
      return { at: 1, phase: { name: "running" }, facts: {} } as const;
    };
    const network = async () => ({ restartNeeded });
    const parts = watching({ name: "running" }, { network }, { lastAt: 1, current });
    expect(await parts["pilothouse.status"]({}, { scope: "read" } as never)).toMatchObject({
      restartNeeded: false,
    });
  });

  it("reports a needed restart as the router last said, when the router fails or takes too long", async () => {
    let answer: Network = async () => ({ restartNeeded: true });
    const parts = watching({ name: "running" }, { network: () => answer() });
    const needed = async () =>
      (await parts["pilothouse.status"]({}, { scope: "read" } as never)).restartNeeded;
    expect(await needed()).toBe(true);
    answer = () => Promise.reject(new Error("hangs"));
    expect(await needed()).toBe(true);
    let asked = 0;
    answer = () => {
      asked++;
      return new Promise(() => {});
    };
    expect(await needed()).toBe(true);
    // One question at a time: this one still waits.
    expect(await needed()).toBe(true);
    expect(asked).toBe(1);
  });
});
