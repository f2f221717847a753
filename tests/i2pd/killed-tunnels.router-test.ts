import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TunnelOption } from "@pilothouse/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import type { TunnelChange } from "../../packages/drivers/src/port.js";
import { report } from "../attacks/figures.js";
import { SLICE, times } from "../attacks/long.js";
import { Managed } from "./saved/managed.js";
import { changed, destination, FOREIGN, type Options, optionsOf, random } from "./tunnels/foreseen.js";

/** Each takes a minute: the short form is the one with an i2pd that is played. */
const SEQUENCES = times(0, 25);
const STEPS = 12;
/** A change takes about a second here, most of it while the router is stopped or starts. */
const LONGEST = 2_500;

interface Listed {
  readonly name: string;
  readonly server: boolean;
  readonly state: string;
  readonly foreign: string | null;
  readonly address: string | null;
  readonly options: { readonly [option: string]: string };
}

type Outcome = "answered" | "refused" | "killed";

interface Told {
  readonly I2PTunnel: { readonly server: { readonly [name: string]: { readonly address: string } } };
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });

const done = { changes: 0, "kills of the service": 0, "kills of the router": 0 };

class Sequence {
  tunnels: Options = new Map();
  names: ReadonlySet<string> = new Set();
  readonly addresses = new Map<string, string>();
  readonly done: string[] = [];

  constructor(
    readonly managed: Managed,
    readonly pick: (below: number) => number,
  ) {
    const { dataDir } = managed.driven;
    mkdirSync(join(dataDir, "tunnels.d"), { recursive: true });
    for (const [name, text] of Object.entries(FOREIGN)) writeFileSync(join(dataDir, name), text);
  }

  async step(): Promise<void> {
    if (this.pick(6) === 0) {
      this.done.push("the router is killed");
      done["kills of the router"]++;
      await this.managed.kill(false);
    }
    await (this.pick(4) === 0 ? this.#changeNames() : this.#changeTunnels());
    await this.#check();
  }

  async #changeTunnels(): Promise<void> {
    const changes = Array.from({ length: 1 + this.pick(3) }, () => this.#change());
    const after = changes.reduce(changed, this.tunnels);
    const asked = changes.map(({ action, name, ...rest }) => {
      const options = "config" in rest ? rest.config : "set" in rest ? rest.set : undefined;
      const more = "newName" in rest ? { newName: rest.newName } : {};
      return {
        ...{ action, name, ...more },
        ...(options && { options: Object.fromEntries(options) }),
        ...("forgetKey" in rest && { forgetKey: true }),
      };
    });
    const outcome = await this.#asked("pilothouse.tunnels", { changes: asked });
    const now = optionsOf(
      (await this.#list()).map(({ options, foreign, ...one }) => ({
        ...one,
        ...(foreign !== null && { foreign }),
        config: new Map(Object.entries(options)),
      })),
    );
    if (outcome === "answered") expect(now).toEqual(after);
    else if (outcome === "refused") expect(now).toEqual(this.tunnels);
    else expect([this.tunnels, after]).toContainEqual(now);
    this.tunnels = now;
    for (const change of outcome === "refused" ? [] : changes)
      if (change.action === "delete" && change.forgetKey)
        for (const [address, name] of this.addresses)
          if (name === change.name) this.addresses.delete(address);
    for (const { name, address, foreign } of await this.#list())
      if (address !== null && foreign === null) this.addresses.set(address, name);
  }

  async #changeNames(): Promise<void> {
    const name = `n${this.pick(4)}.i2p`;
    const isThere = this.names.has(name);
    const after = new Set(isThere ? [...this.names].filter((one) => one !== name) : [...this.names, name]);
    const add = { add: { name, destination: destination(name) } };
    const outcome = await this.#asked("pilothouse.names", isThere ? { remove: [name] } : add);
    const now = await this.#book();
    if (outcome === "answered") expect(now).toEqual(after);
    else expect([this.names, after]).toContainEqual(now);
    this.names = now;
  }

  /** What became of a call, which the service may not live to answer. */
  async #asked(method: string, params: object): Promise<Outcome> {
    const isKilled = this.pick(3) === 0;
    const after = this.pick(LONGEST);
    this.done.push(`${isKilled ? `killed after ${after} ms` : "asked"}: ${JSON.stringify(params)}`);
    done.changes++;
    if (isKilled) done["kills of the service"]++;
    const call = this.managed.call(method, { ...params }).then(
      (result): Outcome => (result === undefined ? "refused" : "answered"),
      // The router took it back.
      (error: Error): Outcome => (error.message.includes("rolledBack") ? "refused" : "killed"),
    );
    if (isKilled) {
      await sleep(after);
      await this.managed.killService();
    }
    const outcome = await call;
    if (outcome === "killed") expect(isKilled, "nobody killed it").toBe(true);
    await this.managed.running();
    return outcome;
  }

  #change(): TunnelChange {
    const name = `t${this.pick(4)}`;
    const set = new Map<TunnelOption, string>([["TargetPort", String(1_000 + this.pick(9))]]);
    const client = new Map<TunnelOption, string>([
      ["Type", "socks"],
      ["Port", String(22_000 + this.pick(50))],
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

  async #list(): Promise<readonly Listed[]> {
    return ((await this.managed.call("pilothouse.tunnels", {}))?.["tunnels"] ?? []) as readonly Listed[];
  }

  async #book(): Promise<ReadonlySet<string>> {
    const found = await this.managed.call("pilothouse.names", { limit: 100 });
    return new Set(((found?.["names"] ?? []) as readonly { name: string }[]).map(({ name }) => name));
  }

  async #check(): Promise<void> {
    const { managed } = this;
    const { dataDir } = managed.driven;
    for (const [name, text] of Object.entries(FOREIGN))
      expect(readFileSync(join(dataDir, name), "utf8")).toBe(text);
    const list = await this.#list();
    const ours = list.filter(({ foreign }) => foreign === null);
    const kept = readdirSync(join(managed.dataDir, "i2pd-control"), { recursive: true, encoding: "utf8" });
    const safe = [...list.map(({ address }) => `${address}`), ...kept].join(" ");
    for (const address of this.addresses.keys()) expect(safe).toContain(address.replace(".b32.i2p", ""));
    const told = (await managed.call("ClientServicesInfo", { I2PTunnel: "" })) as unknown as Told;
    const { server } = told.I2PTunnel;
    const running = list.filter((one) => one.server && one.state === "running");
    expect(Object.fromEntries(Object.entries(server).map(([name, { address }]) => [name, address]))).toEqual(
      Object.fromEntries(running.map(({ name, address }) => [name, address])),
    );
    for (const { options, state } of ours.filter(({ server: isServer }) => !isServer))
      expect([options, await isOpen(Number(options["Port"]))]).toEqual([options, state === "running"]);
    expect(ours.filter(({ state }) => !/running|stopped/.test(state))).toEqual([]);
    expect(await this.#book()).toEqual(this.names);
  }
}

let network: TestNetwork;
beforeAll(async () => {
  network = await TestNetwork.up();
});
afterAll(() => network.down());

it.runIf(SEQUENCES > 0)(
  `keeps keys, files of others and its word on a real i2pd, in ${SEQUENCES} random sequences with kills in between`,
  { timeout: SEQUENCES * 600_000 },
  async () => {
    for (let seed = 0; seed < SEQUENCES; seed++) {
      const managed = await Managed.make(network);
      const sequence = new Sequence(managed, random(SLICE * 1_000_003 + seed));
      for (let step = 0; step < STEPS; step++)
        await sequence.step().catch((cause: unknown) => {
          throw new Error(`seed ${seed} of slice ${SLICE}:\n${sequence.done.join("\n")}`, { cause });
        });
      await managed.dispose();
    }
    report("tunnels of a real i2pd", { ...done });
  },
);
