import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ControlPlace } from "@pilothouse/drivers/driver";
import { loadSettings, makeTable } from "@pilothouse/server/settings";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { DRIVERS } from "../../../../drivers.js";
import { startI2pd, startJava, startWebSite } from "../../../../testing/routers.js";
import { type Machine, type Situation, situationOf } from "../situation.js";
import { lookAround, usualPlaces } from "./control-ports.js";

const machine: Machine = {
  env: {},
  now: Date.now(),
  run: async () => ({ code: 0, stdout: "i2pd version 2.45.1 (0.9.57)\n", stderr: "" }),
  drivers: DRIVERS,
  features: [],
  table: makeTable(DRIVERS),
  services: () => [],
};

const situation = (flags: NonNullable<Parameters<typeof loadSettings>[0]["flags"]>): Promise<Situation> =>
  situationOf(machine, loadSettings({ env: { HOME: scratch() }, flags }, machine.table));

const usual = (url: string, factory: boolean): ControlPlace => ({
  url,
  factory,
  whose: "it",
  todo: "close it",
});
const levels = async (flags: Parameters<typeof situation>[0], places: readonly ControlPlace[]) =>
  (await lookAround(await situation(flags), places)).map(({ level, saw }) => `${level}: ${saw}`);

describe("a router that we know nothing of", () => {
  it("is looked for where routers usually listen, and only on this machine", async () => {
    expect((await usualPlaces(machine)).map(({ url }) => url)).toEqual([
      "https://127.0.0.1:7650/",
      "http://127.0.0.1:7657/jsonrpc/",
    ]);
  });

  it("is a problem when it obeys strangers, and is asked nothing but its uptime", async () => {
    await using i2pd = await startI2pd();
    expect(await levels({}, [usual(i2pd.url, false)])).toEqual([
      `problem: it at ${i2pd.url} does what anyone on this machine says, without a token`,
    ]);
    expect(i2pd.requests).toEqual([
      { jsonrpc: "2.0", id: 1, method: "RouterInfo", params: { "i2p.router.uptime": null } },
    ]);
  });

  it("is a problem when it takes the factory password, which is tried at one place only", async () => {
    await using first = await startJava("itoopie");
    await using second = await startJava("itoopie");
    const found = await levels({}, [usual(first.url, true), usual(second.url, true)]);
    expect(found.filter((one) => one.startsWith("problem"))).toHaveLength(1);
    expect(found.find((one) => one.startsWith("problem"))).toContain("takes the factory password");
    const logins = [...first.requests, ...second.requests].filter(({ method }) => method === "Authenticate");
    expect(logins).toHaveLength(1);
  });

  it("is fine when it has a password of its own, is no router at all, or is not there", async () => {
    await using java = await startJava("another");
    await using site = await startWebSite();
    const gone = await startJava("x");
    await gone[Symbol.asyncDispose]();
    expect(await levels({}, [usual(gone.url, true), usual(site.url, true), usual(java.url, true)])).toEqual([
      `ok: it at ${java.url} wants a token`,
      `ok: what is at ${site.url} does not answer without a login`,
      `ok: nothing answers at ${gone.url}`,
    ]);
    expect(site.requests).toHaveLength(1);
  });

  it("is not our own service, which has the same usual ports", async () => {
    await using java = await startJava("itoopie");
    const ours = {
      ...(await situation({})),
      service: { pid: 1, ready: true, ports: [java.port], https: undefined },
    };
    expect(await lookAround(ours, [usual(java.url, true)])).toEqual([]);
    expect(java.requests).toEqual([]);
  });
});

describe("the managed router", () => {
  async function withConf(control: string, mode = "supervise") {
    const dataDir = join(scratch(), "i2pd");
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dataDir, "i2pd.conf"), `[i2pcontrol]\n${control}\n`, { mode: 0o600 });
    return levels(
      { router: "i2pd", "i2pd.data_dir": dataDir, "i2pd.mode": mode, "i2pd.binary": "/bin/true" },
      [],
    );
  }

  it("is a warning when it must listen on loopback, where other users reach it", async () => {
    await using i2pd = await startI2pd();
    expect(await withConf(`enabled = true\naddress = 127.0.0.1\nport = ${i2pd.port}`)).toEqual([
      expect.stringMatching(/^warning: i2pd's control service at .* without a token$/),
    ]);
  });

  it("is a problem when it listens for the whole network", async () => {
    await using i2pd = await startI2pd();
    expect(await withConf(`enabled = true\naddress = 0.0.0.0\nport = ${i2pd.port}`)).toEqual([
      expect.stringMatching(/^problem: .*set to listen on 0\.0\.0\.0/),
      expect.stringMatching(/^problem: .*without a token$/),
    ]);
  });

  it("is never looked for on another machine", async () => {
    expect(await withConf("enabled = true\naddress = 192.0.2.1\nport = 7650")).toEqual([
      expect.stringMatching(/^problem: .*set to listen on 192\.0\.2\.1/),
    ]);
    const elsewhere = { router: "upstream", "upstream.url": "http://192.0.2.1:7657/jsonrpc/" } as const;
    expect(await levels(elsewhere, [])).toEqual([expect.stringMatching(/^ok: .*nothing was tried there$/)]);
  });

  it("is fine when its control service is off, or on a socket that only we can reach", async () => {
    expect(await withConf("enabled = false")).toEqual([expect.stringMatching(/^ok: .*is off/)]);
    const dir = scratch();
    expect(await withConf(`enabled = true\nport = 0\naddress = ${dir}/socket`)).toEqual([
      expect.stringMatching(/^ok: .*only the service can use/),
    ]);
    const open = join(dir, "open");
    mkdirSync(open, { mode: 0o755 });
    expect(await withConf(`enabled = true\nport = 0\naddress = ${open}/socket`)).toEqual([
      expect.stringMatching(/^problem: others can enter .*\(0755\)/),
    ]);
  });

  it("is asked where upstream.url says, once, and not again at the usual place", async () => {
    await using java = await startJava("itoopie");
    const flags = { router: "upstream", "upstream.url": java.url } as const;
    expect(await levels(flags, [usual(java.url, true)])).toEqual([
      expect.stringMatching(/^problem: the router's control service .* takes the factory password/),
    ]);
    expect(java.requests.map(({ method }) => method)).toEqual([
      "RouterInfo",
      "pilothouse.setup",
      "Authenticate",
    ]);
  });
});
