import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { httpLink, type Link } from "@pilothouse/client";
import { operatorSocket } from "@pilothouse/server";
import { ENDS_WITHIN_MS, run, type Served, serve } from "../../blackbox/process.js";
import { rpc, send } from "../../blackbox/wire.js";
import { choosePassword } from "../../support/chosen-password.js";
import { toml } from "../port/configured.js";
import {
  type Ability,
  type Answer,
  type Caller,
  type Config,
  type Notice,
  OPERATOR,
  type Params,
  type System,
} from "../port/system.js";
import { Receiver } from "./receiver.js";
import type { RouterBeside } from "./router-beside.js";

export const FIRST_PASSWORD = "the first password";
/** A busy machine may take many times longer than usual; nothing takes so long that is not stuck. */
const PATIENCE = 120_000;

/** What a service in a process of its own can do with this router. */
export const canOf = ({ can }: Pick<RouterBeside, "can">): ReadonlySet<Ability> =>
  new Set([...(["wait", "kill", "reload", "backup", "notify", "fleet", "budget"] as const), ...can]);

/**
 * The real program in a process of its own, on a real clock: calls come over HTTPS, those of the operator by the socket
 * in the data directory, and a kill is a SIGKILL.
 */
export class OverHttps implements System {
  readonly can: ReadonlySet<Ability>;
  readonly lag = 30_000;
  readonly #place = mkdtempSync(join(tmpdir(), "ph-model-"));
  readonly #dataDir = join(this.#place, "data");
  readonly #file = join(this.#place, "pilothouse.toml");
  #backups = 0;
  #service: Served | undefined;
  #operator: Link | undefined;

  private constructor(
    readonly router: RouterBeside,
    readonly receiver: Receiver,
  ) {
    this.can = canOf(router);
  }

  static async start(router: RouterBeside): Promise<OverHttps> {
    const system = new OverHttps(router, await Receiver.open());
    writeFileSync(system.#file, "");
    await choosePassword(system.#dataDir, FIRST_PASSWORD);
    await system.#start();
    return system;
  }

  get driver() {
    return this.router.driver;
  }

  get webhook(): string {
    return this.receiver.url;
  }

  async call(method: string, params: Params, from?: Caller): Promise<Answer> {
    const { https } = this.#up;
    if (from !== OPERATOR) {
      const given = typeof from === "string" ? { ...params, Token: from } : params;
      const { json, body } = await rpc(https, method, given);
      return { ...json, text: body };
    }
    const asked = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const signal = AbortSignal.timeout(PATIENCE);
    const reply = await this.#operator?.send(asked, { signal, repeatable: false });
    const text = reply?.text ?? "";
    return { ...JSON.parse(text), text };
  }

  async settled(): Promise<void> {}

  async metrics(): Promise<string> {
    return (await send(this.#up.https, "", { method: "GET", path: "/metrics" })).body;
  }

  notices(): readonly Notice[] {
    return this.receiver.got;
  }

  configuration(): Promise<Config> {
    return this.router.configuration(this);
  }

  revision(): undefined {
    return undefined;
  }

  now(): number {
    return Date.now();
  }

  ticks(): number {
    return performance.now();
  }

  pass(ms: number): Promise<void> {
    return sleep(ms);
  }

  async setClock(): Promise<void> {
    throw new Error("the clock of this machine is not set");
  }

  async restart(): Promise<void> {
    await this.#stop();
    await this.#start();
  }

  async kill(): Promise<void> {
    await this.#up.kill("SIGKILL");
    await this.#start();
  }

  async reload(configured: Params): Promise<void> {
    writeFileSync(this.#file, toml(configured));
    const service = this.#up;
    const before = service.stderr.length;
    service.child.kill("SIGHUP");
    await service.logged("settings and certificate reloaded", before);
  }

  async fillDisk(): Promise<void> {
    throw new Error("the disk of this machine is not filled");
  }

  async backup(): Promise<string> {
    const file = join(this.#place, `${this.#backups++}.backup`);
    await this.#command("backup", file);
    return file;
  }

  async restore(backup: unknown): Promise<void> {
    await this.#stop();
    await this.#command("restore", String(backup));
    await this.#start();
  }

  async edit(change: { readonly [name: string]: string | null }): Promise<void> {
    await this.router.edit?.(change);
  }

  async crash(): Promise<void> {
    await this.router.crash?.();
  }

  async hang(hung: boolean): Promise<void> {
    await this.router.hang?.(hung);
  }

  async refuseNotices(refuses: boolean): Promise<void> {
    this.receiver.refuses = refuses;
  }

  async close(): Promise<void> {
    await this.#service?.kill("SIGKILL");
    this.receiver.close();
    await this.router.close();
    rmSync(this.#place, { recursive: true, force: true });
  }

  get #up(): Served {
    if (this.#service === undefined) throw new Error("the service does not run");
    return this.#service;
  }

  async #start(): Promise<void> {
    const { args = [], env = {} } = this.router.launch;
    const metrics = ["--metrics-enabled", "true", "--metrics-allow-loopback", "true"];
    this.#service = await serve(this.#dataDir, {
      args: ["--config", this.#file, ...metrics, ...args],
      env: { HOME: this.#place, ...env },
    });
    this.#operator = httpLink("http://localhost/", { socketPath: operatorSocket(this.#dataDir) });
  }

  async #stop(): Promise<void> {
    const began = performance.now();
    const { code, stderr } = await this.#up.kill("SIGTERM");
    const took = performance.now() - began;
    if (code !== 0 || took > ENDS_WITHIN_MS)
      throw new Error(`SIGTERM ended the service after ${took} ms with ${code}: ${stderr}`);
  }

  async #command(name: string, file: string): Promise<void> {
    const { code, stderr } = await run([name, file, "--yes", "--data-dir", this.#dataDir], {
      env: { HOME: this.#place },
    });
    if (code !== 0) throw new Error(`${name} ended with ${code}: ${stderr}`);
  }
}
