import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Router } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import type { Log, Service } from "@pilothouse/server";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { type Fields, PASSWORD, type Reply, rpc, tokenFor, trust } from "../blackbox/wire.js";
import { choosePassword } from "../support/chosen-password.js";
import { start } from "../support/start.js";

/** The service as an attacker likes it best: with every endpoint enabled. */

/** The size of the console's largest file, in bytes. */
export const LARGE = 1_000_000;

interface Aim {
  readonly settings?: { readonly [name: string]: string };
  readonly makeRouter?: (simulator: Simulator) => Router;
  /** Leaves the factory password in force. */
  readonly fresh?: boolean;
  /** Logins take as long as they do with a password that was chosen through the service. */
  readonly costly?: boolean;
}

/** A path that is served, and how an honest client uses it. */
export interface Door {
  readonly name: string;
  readonly url: string;
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: { readonly [name: string]: string };
}

export class Target {
  readonly clock = new TestClock();
  readonly dataDir = scratch();
  readonly log: string[] = [];
  token = "";
  #service: Service | undefined;
  #simulator: Simulator | undefined;
  readonly #consoleDir = scratch();

  constructor(readonly aim: Aim) {
    writeFileSync(join(this.#consoleDir, "index.html"), "<!doctype html><title>Console</title>");
    writeFileSync(join(this.#consoleDir, "large.js"), "//".repeat(LARGE / 2));
  }

  async start(): Promise<this> {
    this.#service = await start({
      dataDir: this.dataDir,
      flags: { "http.jsonrpc": "true", "metrics.enabled": "true", ...this.aim.settings },
      makeRouter: (_settings, storage) => {
        const options = { seed: 1, clock: this.clock, storage: storage("simulator") };
        this.#simulator = new Simulator(options);
        return this.aim.makeRouter?.(this.#simulator) ?? this.#simulator;
      },
      clock: this.clock,
      log: recording(this.log),
      consoleDir: this.#consoleDir,
    });
    trust(this.https, this.#service.fingerprint ?? "");
    return this;
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
    this.#service = undefined;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  get https(): string {
    return this.#service?.https ?? "";
  }

  get http(): string {
    return this.#service?.http ?? "";
  }

  get simulator(): Simulator {
    if (this.#simulator === undefined) throw new Error("the service does not run");
    return this.#simulator;
  }

  get doors(): Door[] {
    return [this.https, this.http].flatMap((url) => {
      const { origin, protocol } = new URL(url);
      const calls = (path: string, headers: Door["headers"] = {}): Door => ({
        ...{ name: `${protocol} ${path}`, url, path, method: "POST" },
        headers: { "Content-Type": "application/json", ...headers },
      });
      const pages = (path: string, headers: Door["headers"] = {}): Door => ({
        ...{ name: `${protocol} GET ${path}`, url, path, method: "GET", headers },
      });
      return [
        calls("/"),
        calls("/jsonrpc"),
        calls("/jsonrpc/"),
        calls("/console/rpc", { Origin: origin }),
        pages(url === this.https ? "/console/" : "/"),
        pages("/metrics", { Authorization: `Bearer ${this.token}` }),
      ];
    });
  }

  call(method: string, params: Fields = {}): Promise<Reply> {
    return rpc(this.https, method, { Token: this.token, ...params });
  }

  /** The way in without a socket. `afterwards` is what a carrier calls when the answer has left. */
  async answer(text: string): Promise<{ readonly text: string; readonly afterwards: () => void }> {
    if (this.#service === undefined) throw new Error("the service does not run");
    const reply = await this.#service.answer(text, { address: "192.0.2.1" });
    return { text: reply.text, afterwards: () => reply.afterwards?.() };
  }

  /** What an attack would want to change: all settings, and whether the router runs. */
  async state() {
    const [settings, status, webapps] = await Promise.all([
      this.call("AdvancedSettings", { getAll: "" }),
      this.call("pilothouse.status"),
      this.call("pilothouse.webapps"),
    ]);
    const { phase, restartNeeded } = status.result;
    return { settings: settings.result, phase, restartNeeded, webapps: webapps.result };
  }
}

export async function openTarget(aim: Aim = {}): Promise<Target> {
  const target = new Target(aim);
  if (!aim.fresh) await choosePassword(target.dataDir, PASSWORD, aim.costly);
  await target.start();
  atTheEnd(() => target.stop());
  if (!aim.fresh) target.token = await tokenFor(target.https, PASSWORD);
  return target;
}

function recording(lines: string[]): Log {
  const write = (...parts: unknown[]) => void lines.push(JSON.stringify(parts, showErrors));
  return { debug: write, info: write, warn: write, error: write, fatal: write };
}

const showErrors = (_name: string, value: unknown): unknown =>
  value instanceof Error ? { message: value.message, stack: value.stack } : value;
