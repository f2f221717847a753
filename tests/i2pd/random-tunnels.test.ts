import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TunnelOption } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { killedBefore } from "../../packages/drivers/src/i2pd/testing/killed.js";
import { PlayedI2pd, TAKEN } from "../../packages/drivers/src/i2pd/testing/played-i2pd.js";
import { readKept } from "../../packages/drivers/src/i2pd/tunnels/kept-keys.js";
import {
  SettingRefused,
  type Tunnel,
  type TunnelChange,
  TunnelsRolledBack,
} from "../../packages/drivers/src/port.js";
import { SLICE, times } from "../attacks/long.js";
import { changed, destination, FOREIGN, type Options, optionsOf, random } from "./tunnels/foreseen.js";

const SEQUENCES = times(20, 2_000);
const STEPS = 8;

/** What was answered: the options of each tunnel, and the addresses that nobody said are to be forgotten. */
interface Known {
  readonly tunnels: Options;
  readonly names: ReadonlyMap<string, string>;
}

class Sequence {
  readonly i2pd = new PlayedI2pd(scratch());
  known: Known = { tunnels: new Map(), names: new Map() };
  readonly addresses = new Map<string, string>();
  readonly done: string[] = [];

  constructor(readonly pick: (below: number) => number) {
    mkdirSync(join(this.i2pd.dataDir, "tunnels.d"));
    for (const [name, text] of Object.entries(FOREIGN)) writeFileSync(join(this.i2pd.dataDir, name), text);
  }

  async step(): Promise<void> {
    const kill = this.pick(3) === 0 ? this.pick(60) : Number.POSITIVE_INFINITY;
    if (this.pick(6) === 0) {
      this.done.push("the router is killed");
      this.i2pd.router.crash();
      // The service sees that, waits, and starts it.
      await this.i2pd.open();
    }
    if (this.pick(4) === 0) await this.#names(kill);
    else await this.#tunnels(kill);
    await this.#check();
  }

  async #tunnels(kill: number): Promise<void> {
    const changes = Array.from({ length: 1 + this.pick(3) }, () => this.#change());
    const after = changes.reduce(changed, this.known.tunnels);
    this.done.push(
      `${kill}: ${JSON.stringify(changes, (_, value) => (value instanceof Map ? [...value] : value))}`,
    );
    let outcome: unknown;
    await killedBefore(kill, async () => {
      outcome = await this.i2pd.tunnels.change(changes).catch((error: unknown) => error);
    });
    const isAnswered = !(outcome instanceof Error);
    const isRefused = outcome instanceof SettingRefused || outcome instanceof TunnelsRolledBack;
    if (!isRefused && !isAnswered) await this.i2pd.open();
    const now = optionsOf(await this.#list());
    if (isAnswered) expect(now).toEqual(after);
    else if (isRefused) expect(now).toEqual(this.known.tunnels);
    else expect([this.known.tunnels, after]).toContainEqual(now);
    this.known = { ...this.known, tunnels: now };
    // What was killed may have been carried out.
    if (!isRefused) for (const change of changes) this.#forget(change);
    for (const { name, address, foreign } of await this.#list())
      if (address !== undefined && foreign === undefined) this.addresses.set(address, name);
  }

  #forget(change: TunnelChange): void {
    if (change.action !== "delete" || !change.forgetKey) return;
    for (const [address, name] of this.addresses) if (name === change.name) this.addresses.delete(address);
  }

  async #names(kill: number): Promise<void> {
    const name = `n${this.pick(4)}.i2p`;
    const isThere = this.known.names.has(name);
    const after = new Map(this.known.names);
    if (isThere) after.delete(name);
    else after.set(name, destination(name));
    this.done.push(`${kill}: ${isThere ? "remove" : "add"} ${name}`);
    const book = this.i2pd.addressBook;
    let outcome: unknown;
    await killedBefore(kill, async () => {
      outcome = await (isThere ? book.remove([name]) : book.add(name, destination(name))).catch(
        (error) => error,
      );
    });
    const isAnswered = !(outcome instanceof Error);
    if (!isAnswered) await this.i2pd.open();
    const now = await this.#book();
    if (isAnswered) expect(now).toEqual(after);
    else expect([this.known.names, after]).toContainEqual(now);
    this.known = { ...this.known, names: now };
  }

  #change(): TunnelChange {
    const name = `t${this.pick(4)}`;
    const set = new Map<TunnelOption, string>([["TargetPort", String(1_000 + this.pick(9))]]);
    const client = new Map<TunnelOption, string>([
      ["Type", "socks"],
      ["Port", this.pick(8) === 0 ? TAKEN : String(2_000 + this.pick(50))],
    ]);
    switch (this.pick(7)) {
      case 0:
        return { action: "create", name: `c${this.pick(3)}`, config: client };
      case 1:
      case 2:
        return { action: "create", name, config: new Map([["Type", "server"], ...set]) };
      case 3:
        return { action: "edit", name, set };
      case 4:
        return { action: this.pick(2) === 0 ? "stop" : "start", name };
      case 5:
        return { action: "edit", name, set: new Map(), newName: `t${this.pick(4)}` };
      default:
        return { action: "delete", name, ...(this.pick(3) === 0 && { forgetKey: true }) };
    }
  }

  async #list(): Promise<readonly Tunnel[]> {
    return this.i2pd.tunnels.list(AbortSignal.timeout(60_000));
  }

  async #book(): Promise<ReadonlyMap<string, string>> {
    const { names } = await this.i2pd.addressBook.list({ limit: 100 });
    const found = names.map(
      async ({ name }) =>
        [name, (await this.i2pd.addressBook.lookup(name, AbortSignal.timeout(60_000))) ?? ""] as const,
    );
    return new Map(await Promise.all(found));
  }

  async #check(): Promise<void> {
    const { dataDir, controlDir, router } = this.i2pd;
    const told = this.done.join("\n");
    for (const [name, text] of Object.entries(FOREIGN))
      expect(readFileSync(join(dataDir, name), "utf8"), told).toBe(text);
    const list = await this.#list();
    const kept = new Set([...readKept(controlDir), ...list].map(({ address }) => address));
    for (const address of this.addresses.keys()) expect(kept, told).toContain(address);
    const running = list.filter(({ state, server }) => server && state === "running");
    expect(new Map(running.map(({ name, address }) => [name, address])), told).toEqual(router.servers);
    const listening = list.filter(({ state, server }) => !server && state === "running");
    expect(new Set(listening.map(({ config }) => Number(config.get("Port")))), told).toEqual(router.ports);
    expect(
      readdirSync(dataDir, { recursive: true, encoding: "utf8" }).filter((name) =>
        name.includes("pilothouse-old"),
      ),
      told,
    ).toEqual([]);
    expect(await this.#book(), told).toEqual(this.known.names);
  }
}

/** The disk is asked to confirm every step; a busy one takes seconds for a sequence. */
const TIMEOUT = 600_000 + SEQUENCES * 5_000;

it(`keeps keys, files of others and its word, in ${SEQUENCES} random sequences with kills in between`, {
  timeout: TIMEOUT,
}, async () => {
  for (let seed = 0; seed < SEQUENCES; seed++) {
    const sequence = new Sequence(random(SLICE * 1_000_003 + seed));
    await sequence.i2pd.open();
    for (let step = 0; step < STEPS; step++)
      await sequence.step().catch((cause: unknown) => {
        throw new Error(`seed ${seed} of slice ${SLICE}:\n${sequence.done.join("\n")}`, { cause });
      });
    await sequence.i2pd.close();
  }
});
