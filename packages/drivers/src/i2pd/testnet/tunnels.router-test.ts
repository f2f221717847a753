import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { TunnelOption } from "@pilothouse/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SettingRefused, type Tunnel, type TunnelChange, TunnelsRolledBack } from "../../port.js";
import { settingsOf } from "../config/conf.js";
import { Driven } from "./driven.js";
import { until } from "./isolation.js";
import { confOf, TestNetwork } from "./network.js";
import { isRunning, readUntil } from "./reading.js";
import { freePort, leasesOf, loadedTunnels, publishedAnew, reached, WebSite } from "./web-site.js";

const [HOST, VISITOR] = [9, 10];
/** The file of the tunnel that is changed. */
const OWN = ["tunnels.d", "pilothouse-web.conf"];
const FOREIGN = `# By hand, with\ttabs and no end of line.
[theirs]
type = client
address = 127.0.0.1
port = 28095
destination = stats.i2p
keys = transient
[elsewhere]
type = server
host = 127.0.0.1
port = 28096
keys = ../elsewhere.dat`;
let network: TestNetwork;
let host: Driven;
let visitor: Driven;
let [one, two]: readonly (WebSite | undefined)[] = [];
let proxy = "";

type Options = { readonly [O in TunnelOption]?: string };
const map = (options: Options) => new Map(Object.entries(options)) as ReadonlyMap<TunnelOption, string>;
/**
 * Without other routers on the way. In a network of five, half of the ways led through the very router that a test
 * restarts, and the others went on using them for minutes.
 */
const create = (name: string, config: Options, more: { readonly key?: Uint8Array } = {}): TunnelChange => ({
  ...{ action: "create", name, config: map({ TunnelLength: "0", ...config }), ...more },
});
const edit = (name: string, set: Options): TunnelChange => ({ action: "edit", name, set: map(set) });
const list = (router = host.router) => router.tunnels.list(AbortSignal.timeout(30_000));
const tunnel = async (name: string, router = host.router): Promise<Tunnel | undefined> =>
  (await list(router)).find((found) => found.name === name);

/** Those who have visited, and keep the way that they have found for up to ten minutes, even if it leads nowhere now. */
const been = new Set<Driven>();

async function forget({ router }: Driven): Promise<void> {
  const { starts } = await readUntil(router, isRunning);
  await router.lifecycle("Restart");
  await readUntil(router, (now) => isRunning(now) && now.starts > starts);
}

/** An address is reached by somebody who was never there, and who comes once it is published where it is now. */
const visited = (
  address: string,
  says: string,
  { stale = [] as readonly string[], through = proxy, by = visitor } = {},
): Promise<void> =>
  until(
    async () => {
      if (been.has(by)) await forget(by);
      if (!(await publishedAnew(address, stale, 120_000))) return false;
      been.add(by);
      return reached(through, address, says, 90_000);
    },
    500_000,
    `A visit to ${address}`,
  );

/**
 * When the way is found again after a restart is up to the other routers, and takes minutes at times. So these visits
 * are made in the long form only; both forms look at what the router itself has loaded.
 */
const visitedAgain: typeof visited = async (address, says, more) => {
  if (process.env["PILOTHOUSE_TEST_LONG"] === undefined) return;
  // The router has just come up, so that these are of a run before.
  await visited(address, says, { stale: await leasesOf(address), ...more });
};

/** Everything that a change could leave behind or damage. */
async function filesOf({ dataDir, dir }: Driven): Promise<{ readonly [path: string]: string }> {
  const places = [
    dataDir,
    join(dataDir, "tunnels.d"),
    join(dir, "control"),
    join(dir, "control", "tunnel-keys"),
  ];
  const files = await Promise.all(
    places.map(async (place) =>
      (await readdir(place, { withFileTypes: true }).catch(() => []))
        .filter((entry) => /\.(conf|dat|stopped|journal|pilothouse-\w+)$/.test(entry.name) && entry.isFile())
        .map((entry) => join(place, entry.name)),
    ),
  );
  const texts = files.flat().map(async (file) => [file, (await readFile(file)).toString("latin1")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** A router whose own web console tells what it has loaded. */
const withConsole = (number: number): Promise<Driven> =>
  Driven.make(network, {
    number,
    conf: confOf(number, network.seed, network).replace("[http]", "[http]\nenabled = true"),
  });

beforeAll(async () => {
  network = await TestNetwork.up({ driven: [HOST, VISITOR], udp: false });
  [one, two] = [await WebSite.open("one"), await WebSite.open("two")];
  host = await withConsole(HOST);
  visitor = await withConsole(VISITOR);
  await writeFile(join(host.dataDir, "tunnels.conf"), FOREIGN);
  await Promise.all([host, visitor].map(({ router }) => router.start()));
  await Promise.all([host, visitor].map(({ router }) => readUntil(router, isRunning)));
  proxy = await freePort();
  await visitor.router.tunnels.change([create("proxy", { Type: "httpclient", Port: proxy })]);
});
afterAll(async () => {
  for (const driven of [host, visitor]) await driven?.dispose();
  for (const site of [one, two]) site?.close();
  await network?.down();
});

describe("a web site of this machine, behind a tunnel of a real i2pd", () => {
  let address = "";
  /** Nobody can listen on an address of another machine. */
  const BAD = create("bad", { Type: "socks", Port: "28100", ReachableBy: "203.0.113.1" });
  const webOf = async () => (await loadedTunnels(HOST)).servers["web"];

  it("is reached through the proxy of another router", async () => {
    await host.router.tunnels.change([create("web", { Type: "httpserver", TargetPort: one?.port ?? "" })]);
    const web = await tunnel("web");
    expect(web).toMatchObject({ state: "running", exposed: undefined });
    address = web?.address ?? "";
    expect(await webOf()).toBe(`${address}:${one?.port}`);
    await visited(address, "one");
  });

  it("is another one at the same address after an edit", async () => {
    await host.router.tunnels.change([edit("web", { TargetPort: two?.port ?? "" })]);
    expect((await tunnel("web"))?.address).toBe(address);
    expect(await webOf()).toBe(`${address}:${two?.port}`);
    await visitedAgain(address, "two");
  });

  it("is as it was after a change that was rolled back, with every file", async () => {
    const before = await filesOf(host);
    const change = host.router.tunnels.change([edit("web", { TargetPort: "1" }), BAD]);
    await expect(change).rejects.toThrow(TunnelsRolledBack);
    await expect(change).rejects.toThrow(/"bad" does not work: Port 28100 does not listen.*log: .*bad/);
    expect(await filesOf(host)).toEqual(before);
    expect(await webOf()).toBe(`${address}:${two?.port}`);
    await visitedAgain(address, "two");
  });

  it.each<[string, () => Promise<boolean>]>([
    [
      "its router is told to end",
      async () => (await filesOf(host))[join(host.dir, "control", "files.journal")] !== undefined,
    ],
    [
      "its router starts again",
      async () => /^port = 1$/m.test((await filesOf(host))[join(host.dataDir, ...OWN)] ?? ""),
    ],
    ["its router runs with the change", async () => (await webOf()) === `${address}:1`],
  ])("is as it was when the service ends while %s, and the next one is started", async (_, moment) => {
    const before = await filesOf(host);
    expect(await webOf()).toBe(`${address}:${two?.port}`);
    const broken = host.router.tunnels
      // The second is waited for in vain: so the change is not done before the moment has come.
      .change([edit("web", { TargetPort: "1" }), BAD])
      .catch((error: Error) => error.name);
    await until(moment, 30_000, "The moment");
    await host.router.close();
    expect(await broken).toBe("AbortError");
    await host.router.start();
    await readUntil(host.router, isRunning);
    expect(await filesOf(host)).toEqual(before);
    expect(await webOf()).toBe(`${address}:${two?.port}`);
    await visitedAgain(address, "two");
  });

  it("is elsewhere with its key, at the same address", async () => {
    const back = await freePort();
    const key = await host.router.tunnels.key("web");
    await host.router.tunnels.change([
      { action: "delete", name: "web", forgetKey: true },
      create("proxy", { Type: "httpclient", Port: back }),
    ]);
    const moved = create("moved", { Type: "httpserver", TargetPort: two?.port ?? "" }, key && { key });
    await visitor.router.tunnels.change([moved]);
    expect(await tunnel("moved", visitor.router)).toMatchObject({ address, state: "running" });
    expect(await loadedTunnels(VISITOR)).toEqual({
      clients: ["proxy"],
      servers: { moved: `${address}:${two?.port}` },
    });
    const { clients, servers } = await loadedTunnels(HOST);
    expect([clients, Object.keys(servers)]).toEqual([["proxy", "theirs"], ["elsewhere"]]);
    await visitedAgain(address, "two", { through: back, by: host });
  });

  it("has never touched what others have written", async () => {
    expect(await readFile(join(host.dataDir, "tunnels.conf"), "utf8")).toBe(FOREIGN);
    expect(await tunnel("theirs")).toMatchObject({
      state: "running",
      foreign: expect.stringMatching(/conf$/),
    });
  });
});

describe("a caller who may change settings", () => {
  const SITE: Options = { Type: "server", TargetPort: "28099" };
  const PROXY: Options = { Type: "socks", Port: "28098" };
  const own = createServer();
  beforeAll(() => new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve)));
  afterAll(() => void own.close());
  const ownPort = () => String((own.address() as { port: number }).port);
  const control = async () => settingsOf(await readFile(host.config, "utf8")).get("i2pcontrol.port") ?? "";

  it.each<[string, string, () => TunnelChange | Promise<TunnelChange>]>([
    ["write another section by a name", "Name", () => create("a]\n[b", SITE)],
    ["write a file elsewhere by a name", "Name", () => create("../../a", SITE)],
    ["have a name with a dot", "Name", () => create("a.b", SITE)],
    [
      "write a line by a note",
      "Description",
      () => create("a", { ...SITE, Description: "x\n[b]\ntype = client" }),
    ],
    [
      "write a line by a target",
      "TargetDestination",
      () => create("a", { Type: "client", Port: "28098", TargetDestination: "a.i2p\nkeys = ../x.dat" }),
    ],
    ["write a line by a host", "TargetHost", () => create("a", { ...SITE, TargetHost: "a\r\nkeys=x" })],
    ["name a file", "TargetHost", () => create("a", { ...SITE, TargetHost: "/run/i2pd.sock" })],
    ["take a port that is none", "Port", () => create("a", { ...PROXY, Port: "70000" })],
    ["take a port of the service", "Port", () => create("a", { ...PROXY, Port: ownPort() })],
    ["take a port of another program", "Port", () => create("a", { ...PROXY, Port: one?.port ?? "" })],
    ["take a port of the router", "Port", async () => create("a", { ...PROXY, Port: await control() })],
    ["take a port of a tunnel", "Port", () => create("a", { ...PROXY, Port: "28095" })],
    ["lead others to the service", "TargetPort", () => create("a", { ...SITE, TargetPort: ownPort() })],
    [
      "lead others to the service by a name",
      "TargetPort",
      () => create("a", { ...SITE, TargetHost: "rebind.example.com", TargetPort: ownPort() }),
    ],
    [
      "lead others to the service by every address",
      "TargetPort",
      () => create("a", { ...SITE, TargetHost: "0.0.0.0", TargetPort: ownPort() }),
    ],
    [
      "lead others to the service by IPv6",
      "TargetPort",
      () => create("a", { ...SITE, TargetHost: "::ffff:7f00:1", TargetPort: ownPort() }),
    ],
    [
      "lead others to the router's control service",
      "TargetPort",
      async () => create("a", { ...SITE, TargetPort: await control() }),
    ],
    ["change what others have written", "Name", () => edit("theirs", { Port: "28097" })],
    ["adopt a key outside of the data directory", "Name", () => ({ action: "adopt", name: "elsewhere" })],
    ["give it a key that is none", "Key", () => create("a", SITE, { key: Buffer.alloc(679, 5) })],
  ])("cannot %s", async (_, key, attack) => {
    const before = await filesOf(host);
    const change = [await attack()];
    const { tunnels } = host.router;
    for (const attempt of await Promise.allSettled([tunnels.plan(change), tunnels.change(change)])) {
      const { reason: error } = attempt as PromiseRejectedResult;
      expect(error).toBeInstanceOf(SettingRefused);
      expect((error as SettingRefused).key).toBe(key);
    }
    expect(await filesOf(host)).toEqual(before);
  });

  it("is told before a port is open to other machines", async () => {
    const plan = await host.router.tunnels.plan([create("a", { ...PROXY, ReachableBy: "0.0.0.0" })]);
    expect(plan.warnings).toEqual([
      { code: "tunnel.openPort", values: { port: "28098", name: "a", address: "0.0.0.0" } },
    ]);
    expect(plan.interruptsForMs).toBeGreaterThan(0);
  });

  it("cannot have a key read or written through a link", async () => {
    await symlink("/etc/passwd", join(host.dataDir, "pilothouse-linked.dat"));
    await host.router.tunnels.change([create("linked", { ...SITE, StartOnLoad: "false" })]);
    const text = (await filesOf(host))[join(host.dataDir, "tunnels.d", "pilothouse-linked.conf.stopped")];
    expect(text).toContain("keys = pilothouse-linked-2.dat");
    expect(await host.router.tunnels.key("linked")).toBeUndefined();
  });
});
