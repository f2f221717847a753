import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { settingsOf } from "../../../packages/drivers/src/i2pd/config/conf.js";
import { signal } from "../../../packages/drivers/src/i2pd/life/process.js";
import { Driven } from "../../../packages/drivers/src/i2pd/testnet/driven.js";
import { until } from "../../../packages/drivers/src/i2pd/testnet/isolation.js";
import type { TestNetwork } from "../../../packages/drivers/src/i2pd/testnet/network.js";
import { served } from "../../attacks/served.js";
import { type Ended, type Launch, run, type Served } from "../../blackbox/process.js";
import { type Fields, PASSWORD, rpc, tokenFor } from "../../blackbox/wire.js";

/** A change as `pilothouse.changes` shows it. */
export interface Change {
  readonly id: number;
  readonly part: "network" | "advanced";
  readonly differences: readonly { readonly name: string; readonly new: string | null }[];
}

/** A real i2pd alone in its network, and the service that manages it, in a process that can be killed. */
export class Managed {
  #service: Served | undefined;
  #token = "";
  /** Of the service. */
  readonly dataDir = scratch();

  private constructor(readonly driven: Driven) {}

  /** Not served yet. */
  static async beside(network: TestNetwork): Promise<Managed> {
    return new Managed(await Driven.make(network, { unknown: true }));
  }

  static async make(network: TestNetwork): Promise<Managed> {
    const managed = await Managed.beside(network);
    await managed.serve();
    await managed.running();
    return managed;
  }

  /** As the command line gets it. */
  get #launch(): Launch {
    const { binary, dataDir, config } = this.driven;
    return {
      args: ["--router", "i2pd", "--i2pd-binary", binary].concat([
        ...["--i2pd-data-dir", dataDir],
        ...["--i2pd-config", config],
      ]),
      // Where the test's i2pd finds its libraries.
      env: { LD_LIBRARY_PATH: process.env["LD_LIBRARY_PATH"] ?? "" },
    };
  }

  async serve(): Promise<void> {
    this.#service = await served(this.dataDir, this.#launch);
    await this.signIn();
  }

  async signIn(): Promise<void> {
    this.#token = await tokenFor(this.#service?.https ?? "", PASSWORD);
  }

  doctor(): Promise<Ended> {
    return run(["doctor", "--data-dir", this.dataDir], this.#launch);
  }

  async killService(): Promise<void> {
    await this.#service?.kill("SIGKILL");
    await this.serve();
    await this.running();
  }

  /** The result, or the error; undefined where the call is refused. */
  async call(method: string, params: Fields): Promise<Fields | undefined> {
    const { https = "" } = this.#service ?? {};
    const { json } = await rpc(https, method, { ...params, Token: this.#token });
    if (json.error !== undefined && json.error.code !== -32602)
      throw new Error(`${method}: ${JSON.stringify(json.error)}`);
    return json.result;
  }

  /** Waits until the router runs, as another process than this one. */
  async running(before = 0): Promise<void> {
    let last: Fields | undefined;
    const isSo = async () => {
      last = await this.call("pilothouse.status", {});
      return last?.["phase"] === "running" && (await this.driven.pid().catch(() => before)) !== before;
    };
    await until(isSo, 90_000).catch((cause: unknown) => {
      throw new Error(`The router did not come up: ${JSON.stringify(last)}`, { cause });
    });
  }

  async restart(): Promise<void> {
    const before = await this.driven.pid();
    await this.call("RouterManager", { Restart: null });
    await this.running(before);
  }

  /** Also while it starts, so that a start fails without any fault of its settings. */
  async kill(whileStarting: boolean): Promise<void> {
    const before = await this.driven.pid();
    let victim = before;
    if (whileStarting) {
      await this.call("RouterManager", { Restart: null });
      while (victim === before) {
        await sleep(5);
        victim = await this.driven.pid().catch(() => before);
      }
    }
    signal(victim, "SIGKILL");
    await this.running(victim);
  }

  async file(): Promise<Map<string, string>> {
    return settingsOf(await readFile(this.driven.config, "utf8"));
  }

  async edit(change: (text: string) => string): Promise<void> {
    const { config } = this.driven;
    await writeFile(config, change(await readFile(config, "utf8")));
  }

  async changes(): Promise<readonly Change[]> {
    return ((await this.call("pilothouse.changes", { limit: 500 }))?.["changes"] ?? []) as readonly Change[];
  }

  /** What the events say that was lost. */
  async lost(): Promise<string> {
    const asked = { kinds: ["settings.reverted"], limit: 500 };
    const { events } = (await this.call("pilothouse.events", asked)) as { events: { data: Fields }[] };
    return events.map(({ data }) => String(data["lost"] ?? "")).join(", ");
  }

  async dispose(): Promise<void> {
    await this.#service?.kill("SIGTERM");
    await this.driven.dispose();
  }
}
