import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it } from "vitest";
import { settingsOf, withSettings } from "../config/conf.js";
import { Configuration } from "../config/configuration.js";
import { RollBack } from "./roll-back.js";

let dir: string;
let config: string;
const told: { readonly [name: string]: string | null }[] = [];

/** i2pd, which refuses names that it does not know. */
const run = async (argv: readonly string[]) => {
  const given = (name: string) => argv.find((arg) => arg.startsWith(name))?.slice(name.length) ?? "";
  const refused = readFileSync(given("--conf="), "utf8").includes("nonsense");
  return { code: 1, stdout: "", stderr: refused ? "unrecognised option" : given("--pidfile=") };
};

/** As after a start of the service. */
async function open(
  tell = async (lost: ReadonlyMap<string, string | null>) => void told.push(Object.fromEntries(lost)),
) {
  const places = { mode: "supervise", binary: "i2pd", dataDir: dir, config, controlDir: dir } as const;
  const configuration = new Configuration({ ...places, log: () => {} }, run, (is, wanted) =>
    rollBack.saved(is, wanted),
  );
  const rollBack: RollBack = new RollBack({
    ...{ configuration, controlDir: dir, log: () => {} },
    tell: ({ lost }) => tell(lost),
  });
  await rollBack.open();
  const set = (values: { readonly [name: string]: string | null }) => {
    const changes = new Map(Object.entries(values));
    return configuration.change((text) => withSettings(text, changes), { wanted: [...changes.keys()] });
  };
  /** Starts the router until it comes up; resolves with the number of starts. */
  const start = async (comesUp: (settings: ReadonlyMap<string, string>) => boolean) => {
    for (let starts = 1; starts < 20; starts++) {
      await rollBack.starting();
      if (comesUp(settingsOf(text()))) {
        await rollBack.proven();
        return starts;
      }
      await rollBack.failed();
    }
    return Number.POSITIVE_INFINITY;
  };
  return { configuration, rollBack, set, start };
}

const text = () => readFileSync(config, "utf8");
const now = () => Object.fromEntries(settingsOf(text()));
const edit = (line: string) => writeFileSync(config, `${line}\n${text()}`);
const always = () => true;

beforeEach(() => {
  dir = scratch();
  config = join(dir, "i2pd.conf");
  writeFileSync(config, "share = 50\n");
  told.splice(0);
});

const withoutNonsense = (settings: ReadonlyMap<string, string>) => !settings.has("nonsense");
const withoutIpv6 = (settings: ReadonlyMap<string, string>) => settings.get("ipv6") !== "true";

describe("a roll-back", () => {
  it("keeps what was saved since the last start, and drops what was edited with it", async () => {
    const { set, start } = await open();
    await start(always);
    await set({ share: "60" });
    await set({ share: "70", "limits.transittunnels": "3000" });
    edit("nonsense = 1");
    expect(await start(withoutNonsense)).toBe(2);
    expect(now()).toEqual({ share: "70", "limits.transittunnels": "3000" });
    expect(readFileSync(join(dir, "i2pd.conf.failed"), "utf8")).toContain("nonsense");
    expect(told).toEqual([{}]);
  });

  it("gives up what the router does not start with, the newest first, and names it", async () => {
    const { set, start } = await open();
    await start(always);
    await set({ share: "60" });
    await set({ ipv6: "true" });
    await start(withoutIpv6);
    expect(now()).toEqual({ share: "60" });
    expect(told).toEqual([{ ipv6: "true" }]);
  });

  it("gives nothing up after one start that failed, which may have been killed", async () => {
    const { set, start } = await open();
    await start(always);
    await set({ share: "60" });
    let starts = 0;
    await start(() => ++starts > 1);
    edit("nonsense = 1");
    await start((settings) => withoutNonsense(settings) && ++starts > 3);
    expect(now()).toEqual({ share: "60" });
    expect(told).toEqual([{}]);
  });

  it("puts everything back when even the last configuration that worked fails", async () => {
    const { set, start } = await open();
    await start(always);
    await set({ share: "60" });
    edit("loglevel = warn");
    let starts = 0;
    await start(() => ++starts > 10);
    expect(now()).toEqual({ share: "60", loglevel: "warn" });
    expect(told).toEqual([]);
  });

  it("keeps what was saved while the router started", async () => {
    const { set, start, rollBack } = await open();
    await start(always);
    await set({ share: "60" });
    await rollBack.starting();
    await set({ share: "70" });
    await rollBack.proven();
    edit("nonsense = 1");
    await start(withoutNonsense);
    expect(now()).toEqual({ share: "70" });
  });

  it("keeps a saved value that the file had already by hand, and a removal by a replacement", async () => {
    const { configuration, set, start } = await open();
    writeFileSync(config, "share = 50\nloglevel = warn\n");
    await start(always);
    edit("nonsense = 1");
    writeFileSync(config, "share = 60\n");
    await set({ share: "60" });
    await configuration.change((before) => before, { wanted: "all" });
    edit("nonsense = 1");
    await start(withoutNonsense);
    expect(now()).toEqual({ share: "60" });
  });

  it("does not bring back what was saved and then removed by a replacement", async () => {
    const { configuration, set, start } = await open();
    await start(always);
    await set({ loglevel: "warn" });
    const removed = new Map([["loglevel", null]]);
    await configuration.change((before) => withSettings(before, removed), { wanted: "all" });
    edit("nonsense = 1");
    await start(withoutNonsense);
    expect(now()).toEqual({ share: "50" });
    expect(told).toEqual([{}]);
  });

  it("keeps what the router was started with since by hand", async () => {
    const { set, start } = await open();
    await start(always);
    await set({ share: "60" });
    writeFileSync(config, "share = 80\n");
    await start(always);
    edit("nonsense = 1");
    await start(withoutNonsense);
    expect(now()).toEqual({ share: "80" });
    expect(told).toEqual([{}]);
  });

  it("goes on after the end of the service", async () => {
    const { set, start } = await open();
    await start(always);
    await set({ share: "60" });
    const later = await open();
    await later.set({ ipv6: "true" });
    await later.rollBack.starting();
    await (await open()).start(withoutIpv6);
    expect(now()).toEqual({ share: "60" });
    expect(told).toEqual([{ ipv6: "true" }]);
  });

  it("tells again what was lost, until somebody has taken it", async () => {
    const { set, start } = await open(() => Promise.reject(new Error("the disk is full")));
    await start(always);
    await set({ ipv6: "true" });
    await start(withoutIpv6);
    expect(told).toEqual([]);
    await open();
    expect(told).toEqual([{ ipv6: "true" }]);
    await expect.poll(() => readFileSync(join(dir, "i2pd.conf.saved"), "utf8")).not.toContain("ipv6");
    await open();
    expect(told).toHaveLength(1);
  });

  it("opens nothing that only an edit had made safe", async () => {
    const { set, start } = await open();
    await start(always);
    writeFileSync(config, "share = 50\n[http]\nauth = true\n");
    await set({ "http.enabled": "true" });
    edit("nonsense = 1");
    await start(withoutNonsense);
    expect(now()).toEqual({ share: "50" });
    expect(told).toEqual([{ "http.enabled": "true" }]);
  });
});
