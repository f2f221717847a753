import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { testServer } from "../../packages/fleet/src/broker/testing/nats-server.js";
import { beside, type Process, run } from "../blackbox/process.js";
import { fast, Node, until } from "./fleet.js";

const freePort = (): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(String(port)));
    });
  });

/** A hub that can be killed and started again, and a person at the command line. Nodes run in this process. */
class Fleet {
  readonly dir = mkdtempSync(join(tmpdir(), "ph-roll-"));
  readonly #env: { readonly [name: string]: string };
  readonly nodes = new Map<string, Node>();
  hub: Process | undefined;

  private constructor(
    readonly httpsPort: string,
    readonly busPort: string,
  ) {
    const password = join(this.dir, "password");
    writeFileSync(password, "a password for the hub\n");
    this.#env = { HOME: this.dir, PILOTHOUSE_PASSWORD_FILE: password };
  }

  static async start(...names: string[]): Promise<Fleet> {
    const fleet = new Fleet(await freePort(), await freePort());
    onTestFinished(() => fleet.#close());
    await fleet.startHub();
    for (const name of names) {
      const node = await Node.start({ routerClock: fast() });
      fleet.nodes.set(name, node);
      const { token } = (await fleet.json("fleet", "invite")) as { token: string };
      expect((await node.join(token, name)).result).toMatchObject({ state: "connected" });
    }
    await until("all nodes report", async () => {
      const nodes = (await fleet.json("fleet", "nodes")) as { state: string; phase: string }[];
      return (
        nodes.length === names.length &&
        nodes.every(({ state, phase }) => state === "online" && phase === "running")
      );
    });
    return fleet;
  }

  async startHub(): Promise<void> {
    const places = ["--data-dir", join(this.dir, "hub"), "--https-port", this.httpsPort, "--http-port", "0"];
    this.hub = beside(["hub", ...places, "--hub-bus-port", this.busPort], {
      env: { ...this.#env, PILOTHOUSE_HUB_NATS_SERVER: testServer() },
    });
    await this.hub.logged("ready");
  }

  /** At the hub's own socket, which needs no password. */
  command(...words: string[]) {
    return run([...words, "--local", "--data-dir", join(this.dir, "hub"), "--json"], { env: this.#env });
  }

  async json(...words: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await this.command(...words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    return JSON.parse(stdout);
  }

  /** How often the router of each node was started. */
  async starts(): Promise<number[]> {
    return Promise.all(
      [...this.nodes.values()].map(
        async (node) => (await node.ask("pilothouse.status")).result.starts as number,
      ),
    );
  }

  async #close(): Promise<void> {
    await this.hub?.kill("SIGTERM");
    rmSync(this.dir, { recursive: true, force: true });
  }
}

const QUICK = ["--now", "--tunnel-share", "0", "--min-healthy", "0s"];

describe("A roll-out", () => {
  it("restarts each node once, although the hub is killed in the middle", { timeout: 300_000 }, async () => {
    const fleet = await Fleet.start("a", "b", "c");
    expect(await fleet.starts()).toEqual([1, 1, 1]);
    const waiting = fleet.command(
      "fleet",
      "restart",
      "--rolling",
      "--max-parallel",
      "1",
      "--wait",
      "--yes",
      ...QUICK,
    );
    await until("the first is out", async () => (await fleet.starts()).some((starts) => starts > 1));
    await fleet.hub?.kill("SIGKILL");
    await fleet.startHub();
    const { code, stdout, stderr } = await waiting;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ status: "done", total: 3, done: 3, failed: 0, failures: [] });
    expect(await fleet.starts()).toEqual([2, 2, 2]);
    expect(await fleet.json("fleet", "rollouts")).toMatchObject([
      { kind: "restart", status: "done", done: 3 },
    ]);
  });

  it("applies a fleet.toml, shows the difference before and the drift after", {
    timeout: 300_000,
  }, async () => {
    const fleet = await Fleet.start("a", "b");
    const file = join(fleet.dir, "fleet.toml");
    writeFileSync(
      file,
      '[[group]]\nlabels = { site = "ams" }\nnetwork = { "bw.in" = 321 }\n[nodes.a]\nlabels = { site = "ams" }\n',
    );
    expect(await fleet.json("fleet", "apply", file, "--dry-run")).toMatchObject([
      {
        name: "a",
        differences: [
          { name: "label site", wanted: "ams", found: null },
          { name: "router.net.bw.in", wanted: "321" },
        ],
      },
    ]);
    expect(await fleet.json("fleet", "apply", file, "--wait", "--yes")).toMatchObject({
      status: "done",
      done: 1,
    });
    const a = fleet.nodes.get("a");
    const KEY = "svc.router.net.bw.in";
    expect((await a?.ask("NetworkSetting", { [KEY]: null }))?.result).toMatchObject({ [KEY]: "321" });
    await until("the node has reported it", async () => (await fleet.command("fleet", "drift")).code === 0);
    await a?.ask("NetworkSetting", { [KEY]: "7" });
    await until("it has drifted", async () => (await fleet.command("fleet", "drift")).code === 1);
    const { stdout } = await fleet.command("fleet", "drift");
    expect(JSON.parse(stdout)).toMatchObject([
      { name: "a", drift: "changed", differences: [{ name: "router.net.bw.in", wanted: "321", found: "7" }] },
    ]);
    const { text } = (await fleet.json("fleet", "import")) as { text: string };
    expect(text).toContain('"bw.in" = "7"');
  });
});
