import { existsSync } from "node:fs";
import { join } from "node:path";
import { CARRIERS, type Carrier, type Peer, type Served } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { make, settingsFor } from "./support/start.js";

const LOGIN = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "Authenticate",
  params: { API: 1, Password: "x" },
});

/** A carrier that passes on what it is given, and writes down what is asked of it. */
class Pigeons implements Carrier {
  readonly seen: string[] = [];
  /** What it finds bad. */
  refuses: "listen" | "reload" | undefined;

  constructor(
    readonly service: Served,
    readonly dataDir: string,
  ) {}

  send = async (): Promise<number> =>
    JSON.parse((await this.service.answer(LOGIN, { address: "pigeon" })).text).error.code;

  async listen(): Promise<void> {
    this.#sees(`listen, ${existsSync(this.dataDir) ? "data" : "no data"}`);
    if (this.refuses === "listen") throw new Error("no pigeons");
  }

  async prepare(): Promise<void> {
    const early = await this.send().catch((error: Error) => error.message);
    this.#sees(
      `prepare, ${existsSync(join(this.dataDir, "pilothouse.db")) ? "store" : "no store"}, ${early}`,
    );
  }

  async open(): Promise<void> {
    this.#sees(`open, ${await this.send()}`);
  }

  async reload({ locale }: ReturnType<Served["settings"]>): Promise<() => void> {
    if (this.refuses === "reload") throw new Error("no pigeons");
    this.#sees(`reload ${this.service.settings().locale} to ${locale}`);
    return () => this.#sees(`reloaded ${this.service.settings().locale}`);
  }

  async close(): Promise<void> {
    this.#sees("close");
  }

  #sees(what: string): void {
    this.seen.push(what);
  }
}

/** The clock does not move: however long the hashes take, logins fail within one minute. */
const clock = { now: () => Date.UTC(2026, 0, 1) };

const HTTPS_ONLY = { "http.enabled": "false" };

function service() {
  const home = scratch();
  const dataDir = join(home, "data");
  const settings = (more: { readonly [name: string]: string } = {}) =>
    settingsFor({ dataDir, flags: { ...HTTPS_ONLY, ...more } });
  let pigeons: Pigeons | undefined;
  const made = make({
    dataDir,
    flags: HTTPS_ONLY,
    clock,
    carriers: [...CARRIERS, (served) => (pigeons = new Pigeons(served, dataDir))],
  });
  onTestFinished(() => made.stop());
  if (pigeons === undefined) throw new Error("the service has made no carrier");
  return { made, pigeons, settings, dataDir };
}

const WRONG_PASSWORD = -32001;

describe("A service with one carrier more", () => {
  it("lets it take its place first and take calls last, beside the others", async () => {
    const { made, pigeons } = service();
    await made.start();
    expect(pigeons.seen).toEqual([
      "listen, no data",
      "prepare, store, the service has not started",
      `open, ${WRONG_PASSWORD}`,
    ]);
    expect(made.https).toMatch(/^https:/);
    expect(await pigeons.send()).toBe(WRONG_PASSWORD);
    await made.stop();
    expect(pigeons.seen.at(-1)).toBe("close");
  });

  it("changes nothing when it cannot bind, and closes the others", async () => {
    const { made, pigeons, dataDir } = service();
    pigeons.refuses = "listen";
    await expect(made.start()).rejects.toThrow("no pigeons");
    expect(pigeons.seen.at(-1)).toBe("close");
    expect(made.https).toBeUndefined();
    expect(existsSync(dataDir)).toBe(false);
  });

  it("takes changed settings into use when all carriers can, or not at all", async () => {
    const { made, pigeons, settings } = service();
    await made.start();
    await made.reload(settings({ locale: "de" }));
    expect(pigeons.seen.slice(-2)).toEqual(["reload en to de", "reloaded de"]);
    pigeons.refuses = "reload";
    await expect(made.reload(settings({ locale: "fr" }))).rejects.toThrow("no pigeons");
    expect(pigeons.service.settings().locale).toBe("de");
  });
});

describe("A carrier that knows its callers by name", () => {
  it("has them recorded by name, and their failed logins counted by address", async () => {
    const { made } = service();
    await made.start();
    const ask = async (method: string, params: object, peer: Peer) =>
      JSON.parse((await made.answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), peer)).text);
    const login = (password: string, actor: string, address: string) =>
      ask("Authenticate", { API: 1, Password: password }, { actor, address });
    for (let n = 0; n < 10; n++) await login(`wrong ${n}`, "dove", "192.0.2.7");
    expect((await login("wrong", "raven", "192.0.2.7")).error.message).toContain("too many failed logins");
    expect((await login("wrong", "dove", "192.0.2.8")).error.code).toBe(WRONG_PASSWORD);
    const record = async () =>
      (await ask("pilothouse.audit", {}, { address: "local", access: "operator" })).result;
    const names = async () =>
      new Set((await record()).entries.map((entry: { address: string }) => entry.address));
    await expect.poll(names).toEqual(new Set(["pigeon", "dove"]));
  });
});
