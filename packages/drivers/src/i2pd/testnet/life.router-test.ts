import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { httpLink } from "@pilothouse/client";
import { textOfReason } from "@pilothouse/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Reading, SettingRefused } from "../../port.js";
import { settingsOf } from "../config/conf.js";
import { type ControlEndpoint, controlEndpoint } from "../config/control-settings.js";
import { CONTROL } from "../guard/guard.js";
import { Driven } from "./driven.js";
import { addressOf, confOf, DRIVEN, TestNetwork } from "./network.js";
import { isBusy, isRunning, known, peers, readOnce, readUntil, transit } from "./reading.js";

let network: TestNetwork;
let driven: Driven;

beforeAll(async () => {
  network = await TestNetwork.up();
});
afterEach(() => driven.dispose());
afterAll(() => network.down());

const read = (router = driven.router) => readOnce(router);
const reading = (fits: (reading: Reading) => boolean, limitMs?: number, router = driven.router) =>
  readUntil(router, fits, limitMs);

async function started(conf?: string): Promise<void> {
  driven = await Driven.make(network, conf === undefined ? {} : { conf });
  await driven.router.start();
  await reading(isRunning);
}

describe("a real i2pd in a network of its own", () => {
  it("has peers, carries tunnels of others, and moves bytes", async () => {
    driven = await Driven.make(network);
    await network.acquaint(driven.dataDir);
    await driven.router.start();
    const { facts } = await reading(
      (now) =>
        isBusy(now) &&
        (now.facts["router.net.bw.inbound.15s"] ?? 0) > 0 &&
        (now.facts["router.net.bw.outbound.15s"] ?? 0) > 0,
    );
    // The network also remembers routers of the tests before.
    expect(facts["router.netdb.knownpeers"]).toBeGreaterThanOrEqual(3);
    expect(facts["router.net.total.received.bytes"]).toBeGreaterThan(0);
    expect(facts["router.net.total.sent.bytes"]).toBeGreaterThan(0);
    expect(facts["router.version"]).toMatch(/^2\.\d+\.\d+$/);
    // All of them offer 2048 KiB/s, which is class X for some versions and class P for others.
    expect(facts["router.netdb.fastpeers"]).toBeGreaterThanOrEqual(3);
    expect(facts["router.netdb.highcapacitypeers"]).toBe(3);
    expect((await driven.router.settings.network()).values.get("router.net.ssu.detectedip")).toBe(
      addressOf(DRIVEN),
    );
  });

  it("learns of the others by a reseed", async () => {
    const later = `${network.seed}.later`;
    driven = await Driven.make(network, { conf: confOf(DRIVEN + 10, later), unknown: true });
    await driven.router.start();
    await reading(isRunning);
    expect(known(await read())).toBe(0);
    await writeFile(later, await readFile(network.seed));
    await driven.router.reseed();
    expect((await read()).facts["router.netdb.isreseeding"]).toBe(true);
    // The three others, and the one that is managed in the other tests.
    await reading((now) => now.facts["router.netdb.isreseeding"] === false && known(now) === 4);
    await reading((now) => peers(now) > 0);
  });

  it("finds its peers again after a restart", async () => {
    await started();
    await reading(isBusy);
    const pid = await driven.pid();
    await driven.router.lifecycle("Restart");
    await reading(isRunning);
    expect(await driven.pid()).not.toBe(pid);
    await reading((now) => peers(now) > 0);
  });

  it("takes no more tunnels while it waits for the last, and is overtaken by a restart", async () => {
    await started();
    await reading(isBusy);
    const pid = await driven.pid();
    await driven.router.lifecycle("ShutdownGraceful");
    const { phase } = await read();
    expect(phase).toMatchObject({ name: "draining", next: "stop" });
    // A second request that reached i2pd would kill it.
    for (const action of ["ShutdownGraceful", "RestartGraceful", "ShutdownGraceful"] as const)
      await driven.router.lifecycle(action);
    const tunnels = transit(await read());
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect(await driven.pid()).toBe(pid);
    expect(transit(await read())).toBeLessThanOrEqual(tunnels);
    await driven.router.lifecycle("Restart");
    await reading(isRunning);
    expect(await driven.pid()).not.toBe(pid);
  });

  it("is healed when it is killed, and the crash is seen", async () => {
    await started();
    const pid = await driven.pid();
    await driven.crash();
    const { phase } = await reading(({ phase }) => phase.name === "crashed");
    expect(phase).toMatchObject({ until: expect.any(Number), report: { cause: "killed by SIGKILL" } });
    await reading(isRunning);
    expect(await driven.pid()).not.toBe(pid);
    expect(driven.logged.join("\n")).toContain("ended by itself");
  });

  it("is taken over by another driver without a change", async () => {
    await started();
    await reading((now) => (now.facts["router.uptime"] ?? 0) >= 2_000);
    const pid = await driven.pid();
    await driven.router.close();
    const again = driven.reopen();
    await again.start();
    const { facts } = await reading(isRunning, undefined, again);
    expect(facts["router.uptime"]).toBeGreaterThanOrEqual(2_000);
    expect(await driven.pid()).toBe(pid);
  });

  it("is found by its pid file when everything kept of it is lost, and is never started twice", async () => {
    await started();
    const pid = await driven.pid();
    await driven.router.close();
    await rename(join(driven.dir, "storage"), join(driven.dir, "lost"));
    const again = driven.reopen();
    await Promise.all([again.start(), again.start()]);
    await reading(isRunning, undefined, again);
    expect(await driven.pid()).toBe(pid);
    const mine = (await processes()).filter((line) => line.includes(driven.dataDir));
    expect(mine).toHaveLength(1);
  });

  it.each([
    ["a pid file elsewhere", ["--pidfile=elsewhere.pid"]],
    ["the usual pid file", []],
    ["all arguments of ours, before its file lets it answer us", ["--pidfile=data/i2pd.pid"]],
  ])("is not started beside a stranger on the same data directory: %s", async (_what, more) => {
    driven = await Driven.make(network, { unknown: true });
    await mkdir(driven.dataDir);
    const args = [`--datadir=${driven.dataDir}`, `--conf=${driven.config}`, "--log=file"];
    const pidFile = more.map((arg) => arg.replace("=", `=${driven.dir}/`));
    const stranger = spawn(driven.binary, [...args, ...pidFile], { stdio: "ignore" });
    const gone = once(stranger, "exit");
    await expect
      .poll(() => readdir(driven.dir, { recursive: true }))
      .toContainEqual(expect.stringMatching(/\.pid$/));
    await driven.router.start();
    const { phase, note } = await read();
    const description = `Another i2pd (process ${stranger.pid}) works on ${driven.dataDir}: stop it, or use the mode "attach"`;
    expect([phase.name, textOfReason(note ?? "")]).toEqual([
      "crashed",
      `The router could not be started: ${description}`,
    ]);
    expect(phase).toMatchObject({ report: { why: { code: "i2pd.another" } } });
    stranger.kill("SIGKILL");
    await gone;
    await reading(isRunning);
    expect(await driven.pid()).not.toBe(stranger.pid);
  });

  it("continues a graceful wait that another driver began", async () => {
    await started();
    await reading(isBusy);
    const pid = await driven.pid();
    await driven.router.lifecycle("RestartGraceful");
    const { phase } = await read();
    await driven.router.close();
    const again = driven.reopen();
    await again.start();
    expect((await read(again)).phase).toEqual(phase);
    await again.lifecycle("RestartGraceful");
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await driven.pid()).toBe(pid);
  });
});

describe("the configuration of a real i2pd", () => {
  it("is not changed when i2pd refuses it, which says why in its own words", async () => {
    await started();
    const [pid, before] = [await driven.pid(), await readFile(driven.config, "utf8")];
    const { settings } = driven.router;
    for (const [set, why] of [
      [{ "ntcp2.port": "70000" }, "ntcp2.port"],
      [{ floodfill: "perhaps" }, "Valid choices are 'on|off'"],
      [{ nonsense: "1" }, "unrecognised option 'nonsense'"],
      [{ __proto__: null, constructor: "1" }, "unrecognised option 'constructor'"],
    ] as const) {
      const refused = settings.writeAll({ set: new Map(Object.entries(set as Record<string, string>)) });
      await expect(refused).rejects.toThrow(SettingRefused);
      await expect(refused).rejects.toThrow(why);
    }
    expect(await readFile(driven.config, "utf8")).toBe(before);
    expect(await driven.pid()).toBe(pid);
  });

  it("keeps its comments, order and spacing", async () => {
    await started();
    const before = await readFile(driven.config, "utf8");
    await driven.router.settings.writeNetwork(new Map([["router.net.bw.share", "61"]]));
    expect(await readFile(driven.config, "utf8")).toBe(before.replace("share = 100", "share = 61"));
  });

  it("takes a new limit at once, and the rest after a restart", async () => {
    await started();
    const { settings } = driven.router;
    const { after: limited } = await settings.writeNetwork(new Map([["router.net.bw.in", "300"]]));
    expect(limited.values.get("router.net.bw.out")).toBe("300");
    expect(limited.restartNeeded).toBe(false);
    expect(await limitInForce()).toBe(300);
    const { after: shared } = await settings.writeNetwork(new Map([["router.net.bw.share", "50"]]));
    expect(shared.restartNeeded).toBe(true);
  });

  it("publishes another address after a restart, under the same identity", async () => {
    // Alone, since peers would report the address they see; and not bound, since that would take precedence.
    const alone = confOf(DRIVEN, network.seed).replace("netid = 99", "netid = 98");
    await started(alone.replace("nat = false", "nat = true").replace(/^address4.*\n/m, ""));
    const keys = await readFile(join(driven.dataDir, "router.keys"));
    const detected = async () =>
      (await driven.router.settings.network()).values.get("router.net.ssu.detectedip");
    await driven.router.settings.writeNetwork(new Map([["router.net.ssu.hostname", addressOf(33)]]));
    expect(await detected()).toBe(addressOf(DRIVEN));
    await driven.router.lifecycle("Restart");
    await reading(isRunning);
    expect(await detected()).toBe(addressOf(33));
    expect(await readFile(join(driven.dataDir, "router.keys"))).toEqual(keys);
  });

  it("is put back when the router does not come up with it", async () => {
    await started();
    const good = await readFile(driven.config, "utf8");
    // i2pd takes each of these, and finds out only at the start that it has no way to others left.
    const set = new Map(["ntcp2", "ssu2"].map((transport) => [`${transport}.enabled`, "false"]));
    await driven.router.settings.writeAll({ set });
    await driven.router.lifecycle("Restart");
    await reading(({ phase }) => phase.name === "crashed");
    const { note } = await reading(isRunning);
    expect(await readFile(driven.config, "utf8")).toBe(good);
    expect(driven.logged.join("\n")).toContain("rolled back");
    expect(textOfReason(note ?? "")).toContain("rolled back to the last configuration that worked");
  });

  it("does not show or take what would open the control service or cut us off", async () => {
    await started();
    const { settings } = driven.router;
    expect([...(await settings.all()).keys()].filter((name) => name.startsWith(CONTROL))).toEqual([]);
    for (const [name, value] of Object.entries({
      "i2pcontrol.address": "0.0.0.0",
      "i2pcontrol.enabled": "false",
      "i2pcontrol.password": "itoopie",
      "http.address": "0.0.0.0",
      daemon: "true",
      pidfile: "/tmp/x",
      " i2pcontrol.port": "1",
      "[i2pcontrol": "]",
    }))
      await expect(settings.writeAll({ set: new Map([[name, value]]) }), name).rejects.toThrow(
        SettingRefused,
      );
    const before = await control();
    await settings.writeAll({ replace: new Map() });
    expect(await control()).toEqual(before);
    expect(before).toMatchObject({ "i2pcontrol.enabled": "true" });
    expect(before["i2pcontrol.password"]).toMatch(/^.{32}$/);
  });
});

/** The limit, as the router itself reports it. */
async function limitInForce(): Promise<unknown> {
  const { url, ...trust } = (await controlEndpoint(
    settingsOf(await readFile(driven.config, "utf8")),
    driven.dataDir,
  )) as ControlEndpoint;
  const params = { "i2p.router.net.bw.in": null };
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "NetworkSetting", params });
  const reply = await httpLink(url, trust).send(text, {
    signal: AbortSignal.timeout(120_000),
    repeatable: true,
  });
  return JSON.parse(reply.text).result["i2p.router.net.bw.in"];
}

async function control(): Promise<{ [name: string]: string }> {
  const settings = settingsOf(await readFile(driven.config, "utf8"));
  return Object.fromEntries([...settings].filter(([name]) => name.startsWith(CONTROL)));
}

/** The arguments of all processes. */
async function processes(): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
}
