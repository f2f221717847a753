import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, onTestFinished } from "vitest";
import { testServer } from "../../../packages/fleet/src/broker/testing/nats-server.js";
import { beside, type Process, run } from "../../blackbox/process.js";
import { freePort } from "../../support/ports.js";
import { type Node, untilSaid } from "./fleet.js";

/** A hub process that can be killed and restarted, and its command line. Nodes run in this process. */
export class HubProcess {
  readonly dir = scratch();
  readonly dataDir: string;
  readonly #env: { readonly [name: string]: string };
  readonly nodes = new Map<string, Node>();
  process: Process | undefined;

  private constructor(
    readonly httpsPort: string,
    readonly busPort: string,
    dataDir: string | undefined,
  ) {
    this.dataDir = dataDir ?? join(this.dir, "hub");
    const password = join(this.dir, "password");
    writeFileSync(password, "a password for the hub\n");
    this.#env = { HOME: this.dir, PILOTHOUSE_PASSWORD_FILE: password };
  }

  static async start({ dataDir = undefined as string | undefined } = {}): Promise<HubProcess> {
    const hub = new HubProcess(String(await freePort()), String(await freePort()), dataDir);
    onTestFinished(() => hub.#close());
    await hub.startAgain();
    return hub;
  }

  async startAgain(): Promise<void> {
    const places = ["--data-dir", this.dataDir, "--https-port", this.httpsPort, "--http-port", "0"];
    this.process = beside(["hub", ...places, "--hub-bus-port", this.busPort], {
      env: { ...this.#env, PILOTHOUSE_HUB_NATS_SERVER: testServer() },
    });
    await this.process.logged("ready");
  }

  /** Uses the hub's local socket, which needs no password. */
  command(...words: string[]) {
    return run([...words, "--local", "--data-dir", this.dataDir, "--json"], { env: this.#env });
  }

  /** A command that works on the hub's data directory, such as backup. */
  onData(...words: string[]) {
    return run([...words, "--data-dir", this.dataDir, "--json"], { env: this.#env });
  }

  async json(...words: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await this.command(...words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    return JSON.parse(stdout);
  }

  /** Adds these nodes to the fleet; resolves when all report that their routers run. */
  async addNodes(nodes: { readonly [name: string]: Node }): Promise<void> {
    const names = Object.keys(nodes);
    const { token } = (await this.json("fleet", "invite", "--uses", String(names.length))) as {
      token: string;
    };
    for (const [name, node] of Object.entries(nodes)) {
      this.nodes.set(name, node);
      expect((await node.join(token, name)).result).toMatchObject({ state: "connected" });
    }
    await untilSaid("all nodes report", async () => {
      const seen = (await this.json("fleet", "nodes")) as { state: string; phase: string }[];
      return (
        seen.length === this.nodes.size &&
        seen.every(({ state, phase }) => state === "online" && phase === "running")
      );
    });
  }

  async #close(): Promise<void> {
    await this.process?.kill("SIGTERM");
  }
}
