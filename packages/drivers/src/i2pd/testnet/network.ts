import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { i2pBase64 } from "@pilothouse/protocol";
import { zipSync } from "fflate";
import { placeCertificate } from "../config/certificate.js";
import { identityIn, readRouterInfo } from "../netdb/router-info.js";
import { testBinary, until } from "./isolation.js";

/** The one router that most tests manage; the others are its network. */
export const DRIVEN = 9;
const PEERS = [1, 2, 3];
/** The first of those that are added for a larger network. */
const MORE = 101;
/** They keep what the others publish. */
export const FLOODFILLS = [1, 2];

export const addressOf = (router: number): string => `198.18.${router}.1`;

/** The port of a router's web console. */
export const consolePort = (router: number): string => String(7_070 + router);

/** A router's configuration in the test network. */
export function confOf(router: number, seed: string, { udp = true } = {}): string {
  return `# A router of a private network.
netid = 99
nat = false
ipv4 = true
ipv6 = false
host = ${addressOf(router)}
address4 = ${addressOf(router)}
port = ${12_000 + router}
bandwidth = 2048
share = 100
floodfill = ${FLOODFILLS.includes(router)}

${udp ? "" : "[ssu2]\nenabled = false\n"}[http]
port = ${consolePort(router)}
[httpproxy]
enabled = false
[socksproxy]
enabled = false
[sam]
enabled = false
[addressbook]
enabled = false
[exploratory]
inbound.length = 2
outbound.length = 2

[reseed]
# Nothing is fetched from anywhere.
verify = false
urls =
yggurls =
zipfile = ${seed}
`;
}

interface NetworkOptions {
  /** The routers that tests manage. */
  readonly driven?: readonly number[];
  /** How many routers it has besides the usual three and the managed ones. */
  readonly more?: number;
  /**
   * Whether the routers also speak SSU2. When one of them is restarted, i2pd 2.45.1 may have the others send into a
   * session of its last run for a minute or more, and until they give up none of its tunnels is built. An end of a
   * connection over TCP is noticed by both sides: so tests that restart routers and wait for tunnels do without.
   */
  readonly udp?: boolean;
}

/** Some real routers that know each other, and what is needed for those that tests manage. */
export class TestNetwork {
  readonly #running = new Map<number, ChildProcess>();

  private constructor(
    readonly binary: string,
    readonly dir: string,
    /** The published descriptions of all routers, as a reseed takes them. */
    readonly seed: string,
    readonly peers: readonly number[],
    readonly udp = true,
  ) {}

  static async up({ driven = [DRIVEN], more = 0, udp = true }: NetworkOptions = {}): Promise<TestNetwork> {
    const binary = testBinary();
    const dir = await mkdtemp(join(tmpdir(), "i2pnet-"));
    const peers = [...PEERS, ...Array.from({ length: more }, (_none, at) => MORE + at)];
    const network = new TestNetwork(binary, dir, join(dir, "seed.zip"), peers, udp);
    await network.#introduce([...peers, ...driven]);
    for (const router of driven) await network.#forget(router);
    for (const router of peers) network.#start(router);
    return network;
  }

  /** No other routers: for what a managed one does by itself. */
  static async alone(): Promise<TestNetwork> {
    const dir = await mkdtemp(join(tmpdir(), "i2pnet-"));
    return new TestNetwork(testBinary(), dir, join(dir, "seed.zip"), []);
  }

  /** A data directory for a managed router. The same number always has the same identity, known to the network. */
  async freshData(path: string, router = DRIVEN): Promise<void> {
    await cp(this.dataDir(router), path, { recursive: true });
  }

  /** Puts the others' published data where the managed router keeps its netDb, as i2pd itself does. */
  async acquaint(data: string): Promise<void> {
    for (const router of this.peers) {
      const info = await this.#published(router);
      const identity = identityIn(info) ?? info;
      const name = i2pBase64(createHash("sha256").update(identity).digest());
      const folder = join(data, "netDb", `r${name[0]}`);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `routerInfo-${name}.dat`), info);
    }
  }

  /** Gives one of the others these tunnels besides its own. */
  async openTunnels(text: string, router = 1): Promise<void> {
    await writeFile(join(this.dataDir(router), "tunnels.conf"), text);
    this.#running.get(router)?.kill("SIGHUP");
  }

  async down(): Promise<void> {
    await this.#stopAll();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Lets each router make its identity, and gathers them into a file for the first reseed. */
  async #introduce(routers: readonly number[]): Promise<void> {
    for (const router of routers) {
      await mkdir(this.dataDir(router));
      await placeCertificate(this.dataDir(router));
      await writeFile(join(this.dataDir(router), "i2pd.conf"), confOf(router, this.seed, this));
      this.#start(router);
    }
    const infos = await Promise.all(routers.map((router) => this.#published(router)));
    await this.#stopAll();
    await writeFile(
      this.seed,
      zipSync(Object.fromEntries(infos.map((info, at) => [`routerInfo-${at}.dat`, new Uint8Array(info)]))),
    );
  }

  /** Leaves a router nothing but its identity. */
  async #forget(router: number): Promise<void> {
    const data = this.dataDir(router);
    for (const name of await readdir(data))
      if (!name.startsWith("router.") && !name.endsWith(".keys"))
        await rm(join(data, name), { recursive: true });
  }

  async #published(router: number): Promise<Buffer> {
    let info = Buffer.alloc(0);
    const complete = async () => {
      info = await readFile(join(this.dataDir(router), "router.info")).catch(() => Buffer.alloc(0));
      return readRouterInfo(info)?.addresses.length === (this.udp ? 2 : 1);
    };
    await until(complete, 120_000, `The identity of router ${router}`);
    return info;
  }

  #start(router: number): void {
    const data = this.dataDir(router);
    const child = spawn(
      this.binary,
      [`--datadir=${data}`, `--conf=${join(data, "i2pd.conf")}`, "--log=file"],
      { stdio: "ignore" },
    );
    this.#running.set(router, child);
    child.once("exit", () => this.#running.delete(router));
  }

  async #stopAll(): Promise<void> {
    await Promise.all(
      [...this.#running.values()].map(async (child) => {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        const impatient = setTimeout(() => child.kill("SIGKILL"), 10_000);
        await ended;
        clearTimeout(impatient);
      }),
    );
  }

  dataDir(router: number): string {
    return join(this.dir, `r${router}`);
  }
}
