import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { httpLink, type Link } from "@pilothouse/client";
import { operatorSocket } from "@pilothouse/server";
import { testServer } from "../../../packages/fleet/src/broker/testing/nats-server.js";
import { beside, type Launch, type Process } from "../../blackbox/process.js";
import { rpc, trust } from "../../blackbox/wire.js";
import { choosePassword } from "../../support/chosen-password.js";
import { freePort } from "../../support/ports.js";
import { type Answer, type Caller, OPERATOR, type Params } from "../port/system.js";
import { Receiver } from "../process/receiver.js";
import { BreakableLine } from "./breakable-line.js";

/** A busy machine may take many times longer than usual; nothing takes so long that is not stuck. */
const PATIENCE = 120_000;

/** A hub in a process of its own, with its bus, which nodes reach by a line that can be cut. */
export class HubProcess {
  readonly #place = mkdtempSync(join(tmpdir(), "ph-model-hub-"));
  readonly #dataDir = join(this.#place, "hub");
  #process: Process | undefined;
  #operator: Link | undefined;
  #https = "";

  private constructor(
    readonly busPort: number,
    readonly line: BreakableLine,
    readonly receiver: Receiver,
    private readonly launch: Pick<Launch, "program">,
  ) {}

  static async start(launch: Pick<Launch, "program"> = {}): Promise<HubProcess> {
    const busPort = await freePort();
    const hub = new HubProcess(busPort, await BreakableLine.to(busPort), await Receiver.open(), launch);
    await choosePassword(hub.#dataDir, "a password for the hub");
    await hub.startAgain();
    return hub;
  }

  async startAgain(): Promise<void> {
    const ports = ["--https-port", "0", "--http-port", "0", "--hub-bus-port", String(this.busPort)];
    const places = ["--data-dir", this.#dataDir, "--hub-addresses", `tls://127.0.0.1:${this.line.port}`];
    const told = ["--notify-webhook", this.receiver.url];
    this.#process = beside(["hub", ...places, ...ports, ...told], {
      env: { HOME: this.#place, PILOTHOUSE_HUB_NATS_SERVER: testServer() },
      ...this.launch,
    });
    const { https, fingerprint } = await this.#process.logged("ready");
    this.#https = String(https);
    trust(this.#https, String(fingerprint));
    this.#operator = httpLink("http://localhost/", { socketPath: operatorSocket(this.#dataDir) });
  }

  /** A call of the hub itself, or at the path of one of its nodes. */
  async call(method: string, params: Params, from: Caller, path = "/"): Promise<Answer> {
    if (from !== OPERATOR) {
      const token = typeof from === "object" ? from.hub : from;
      const given = token === undefined ? params : { ...params, Token: token };
      const { json, body } = await rpc(this.#https, method, given, { path });
      return { ...json, text: body };
    }
    const asked = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const signal = AbortSignal.timeout(PATIENCE);
    const reply = await this.#operator?.send(asked, { signal, repeatable: false, path });
    const text = reply?.text ?? "";
    return { ...JSON.parse(text), text };
  }

  async stop(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const { code, stderr } = (await this.#process?.kill(signal)) ?? { code: 0, stderr: "" };
    if (signal === "SIGTERM" && code !== 0) throw new Error(`SIGTERM ended the hub with ${code}: ${stderr}`);
  }

  /** It is started again by the hub. */
  killBus(): void {
    process.kill(this.#busPid, "SIGKILL");
  }

  async close(): Promise<void> {
    await this.stop("SIGKILL");
    // It outlives a hub that is killed.
    this.killBus();
    this.line.close();
    this.receiver.close();
    await sleep(0);
    rmSync(this.#place, { recursive: true, force: true, maxRetries: 5 });
  }

  get #busPid(): number {
    return Number(readFileSync(join(this.#dataDir, "bus", "nats-server.pid"), "utf8"));
  }
}
