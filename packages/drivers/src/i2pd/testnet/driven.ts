import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile, textOf } from "@pilothouse/system";
import { type DriverStorage, systemClock } from "../../port.js";
import { ownArguments } from "../life/own-process.js";
import { pidFileOf, processByPidFile, processOf, processOn, signal } from "../life/process.js";
import type { Commands, I2pdOptions } from "../options.js";
import { I2pd } from "../router.js";
import { until } from "./isolation.js";
import { confOf, DRIVEN, type TestNetwork } from "./network.js";

export const fileStorage = (path: string): DriverStorage => ({
  load: () => textOf(path),
  save: async (text) => replaceFile(path, text),
});

export interface DrivenOptions {
  readonly binary?: string;
  readonly conf?: string;
  readonly mode?: I2pdOptions["mode"];
  /** Which of the network's managed routers. */
  readonly number?: number;
  /** A router that the network has never heard of. */
  readonly unknown?: boolean;
}

/** Ends the process whose number is in a file, and waits until it is gone. */
const END = `
  const pid = Number(require("node:fs").readFileSync(process.argv[1], "utf8"));
  const tell = (signal) => { try { process.kill(pid, signal); } catch { process.exit(0); } };
  tell("SIGTERM");
  setInterval(tell, 50, 0);
`;

/** A managed router of a test network, with what tests do to it from outside. */
export class Driven {
  readonly logged: string[] = [];
  readonly router: I2pd;
  readonly #opened: I2pd[] = [];

  private constructor(
    readonly network: TestNetwork,
    readonly dir: string,
    readonly binary: string,
    readonly mode: I2pdOptions["mode"],
  ) {
    this.router = this.reopen();
  }

  static async make(network: TestNetwork, options: DrivenOptions = {}): Promise<Driven> {
    const { binary = network.binary, number = DRIVEN, mode = "supervise" } = options;
    const { conf = confOf(number, network.seed, network) } = options;
    const dir = await mkdtemp(join(network.dir, "driven-"));
    const driven = new Driven(network, dir, binary, mode);
    if (options.unknown !== true) await network.freshData(driven.dataDir, number);
    await writeFile(driven.config, conf);
    return driven;
  }

  get dataDir(): string {
    return join(this.dir, "data");
  }

  get pidFile(): string {
    return pidFileOf(this.dataDir);
  }

  get config(): string {
    return join(this.dir, "i2pd.conf");
  }

  /** Another driver of the same router, as after a restart of the service. */
  reopen(over: Partial<I2pdOptions> = {}): I2pd {
    const router = new I2pd({
      mode: this.mode,
      binary: this.binary,
      commands: this.commands,
      dataDir: this.dataDir,
      config: this.config,
      controlDir: join(this.dir, "control"),
      storage: fileStorage(join(this.dir, "storage")),
      clock: systemClock,
      log: (message) => this.logged.push(message),
      ...over,
    });
    this.#opened.push(router);
    return router;
  }

  /** How a router in the background is started and stopped when it is not the driver's own. */
  get commands(): Commands {
    return {
      start: [this.binary, "--daemon", ...ownArguments(this)],
      stop: [process.execPath, "--eval", END, this.pidFile],
    };
  }

  /** The process number of the router, as it reports it. */
  async pid(): Promise<number> {
    const found = await processByPidFile(this.dataDir);
    if (found === undefined) throw new Error("The router does not run");
    return found.pid;
  }

  async crash(): Promise<void> {
    signal(await this.pid(), "SIGKILL");
  }

  /** Closes the driver, ends the router and removes everything. */
  async dispose(): Promise<void> {
    for (const router of this.#opened) await router.close();
    // Not by its pid file, which a router that has just been started has not written yet.
    for (let left = await processOn(this.dataDir); left !== undefined; left = await processOn(this.dataDir)) {
      const { pid } = left;
      signal(pid, "SIGKILL");
      await until(async () => (await processOf(pid)) === undefined, 5_000, "The end of the router");
    }
    // The last threads of a killed process may write a moment longer than it is there.
    await rm(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}
