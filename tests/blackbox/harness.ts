import { setImmediate } from "node:timers/promises";
import { makeRouter, SETTINGS } from "@pilothouse/cli";
import type { Log, MakeRouter, Service } from "@pilothouse/server";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { choosePassword } from "../support/chosen-password.js";
import { start } from "../support/start.js";
import { callText, type Fields, PASSWORD, type Reply, rpc, type Sending, tokenFor, trust } from "./wire.js";

/**
 * Starts services in this process, with a clock that belongs to the case. This is the only file here
 * that knows the service from within.
 */

const START = Date.UTC(2026, 5, 1, 12);

export interface Starting {
  readonly dataDir?: string;
  /** Settings by their names in the file, as text. */
  readonly settings?: { readonly [name: string]: string };
  readonly clock?: TestClock;
  /** Leaves the factory password in force. */
  readonly fresh?: boolean;
  /** Logins take as long as they do with a password that was chosen through the service. */
  readonly costly?: boolean;
}

/** A service that runs in this process. */
export class Here {
  readonly clock: TestClock;
  readonly dataDir: string;
  /** Every line of the log, as JSON. */
  readonly log: string[] = [];
  token = "";
  #service: Service | undefined;
  #savingFails: Error | undefined;

  constructor(readonly starting: Starting) {
    this.clock = starting.clock ?? new TestClock(START);
    this.dataDir = starting.dataDir ?? scratch();
  }

  get service(): Service {
    if (this.#service === undefined) throw new Error("the service does not run");
    return this.#service;
  }

  get https(): string {
    return this.service.https ?? "";
  }

  get http(): string {
    return this.service.http ?? "";
  }

  async start(settings: { readonly [name: string]: string } = {}): Promise<this> {
    this.#service = await start({
      dataDir: this.dataDir,
      flags: { ...this.starting.settings, ...settings },
      table: SETTINGS,
      makeRouter: (effective, storage) =>
        makeRouter(effective, (driver) => this.#fallible(storage(driver)), this.clock),
      clock: this.clock,
      log: recording(this.log),
    });
    if (this.https !== "") trust(this.https, this.#service.fingerprint ?? "");
    return this;
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
    this.#service = undefined;
  }

  /** The same data directory under a new service. */
  async restart(settings?: { readonly [name: string]: string }): Promise<void> {
    await this.stop();
    await this.start(settings);
  }

  /** A call with the fixture's token, unless the parameters bring their own. */
  async call(method: string, params: Fields = {}, sending: Sending = {}): Promise<Reply> {
    const reply = await rpc(this.https, method, { Token: this.token, ...params }, sending);
    // Lets the service begin what it does after an answer before the case continues.
    await setImmediate();
    return reply;
  }

  /** The same without a socket. `afterwards` is what a carrier calls when the answer has left. */
  async answer(text: string): Promise<{ readonly text: string; readonly afterwards: () => void }> {
    const reply = await this.service.answer(text, { address: "192.0.2.1" });
    return { text: reply.text, afterwards: () => reply.afterwards?.() };
  }

  ask(method: string, params: Fields): Promise<{ readonly text: string; readonly afterwards: () => void }> {
    return this.answer(callText(method, { Token: this.token, ...params }));
  }

  async info(key: string): Promise<unknown> {
    return (await this.call("RouterInfo", { [key]: "" })).result[key];
  }

  async settings(): Promise<Fields> {
    return (await this.call("AdvancedSettings", { getAll: "" })).result["getAll"] as Fields;
  }

  /** Lets every save of the router's settings fail, as a full disk would; undefined ends it. */
  failSaving(error: Error | undefined): void {
    this.#savingFails = error;
  }

  #fallible(storage: ReturnType<Parameters<MakeRouter>[1]>) {
    return {
      load: () => storage.load(),
      save: (text: string) =>
        this.#savingFails === undefined ? storage.save(text) : Promise.reject(this.#savingFails),
    };
  }
}

/** A service in this process with the factory password already changed, and a token for it. */
export async function startHere(starting: Starting = {}): Promise<Here> {
  const here = new Here(starting);
  if (!starting.fresh) await choosePassword(here.dataDir, PASSWORD, starting.costly);
  await here.start();
  atTheEnd(() => here.stop());
  if (!starting.fresh) here.token = await tokenFor(here.https, PASSWORD);
  return here;
}

function recording(lines: string[]): Log {
  const write = (...parts: unknown[]) => void lines.push(JSON.stringify(parts, showErrors));
  return { debug: write, info: write, warn: write, error: write, fatal: write };
}

const showErrors = (_name: string, value: unknown): unknown =>
  value instanceof Error ? { message: value.message, stack: value.stack } : value;
