import { spawn } from "node:child_process";
import { once } from "node:events";
import { type FileHandle, open } from "node:fs/promises";
import { join, resolve } from "node:path";
import { reason, type Settings } from "@pilothouse/protocol";
import { lastLine, textOf } from "@pilothouse/system";
import { NotPossible } from "../../port.js";
import type { ConsolePlace } from "../control/web-console.js";
import { closedArguments } from "../guard/closed.js";
import type { I2pdOptions } from "../options.js";
import { DRAINED_AFTER } from "../quirks.js";
import { reseedCertificates } from "../reseed/certificates.js";
import { cancelOn } from "./cancelling.js";
import { causeOf, type Ending, type Exit } from "./ending.js";
import type { Engine } from "./engine.js";
import { ownArguments, ownProcess } from "./own-process.js";
import { markOf, processIn, processOf, processOn, signal } from "./process.js";

/** A process of our own, which outlives us: the next service finds it by its mark, or by its pid file. */
export class Supervised implements Engine {
  readonly every = 250;
  readonly everySteady = 10_000;
  readonly longestDrain = DRAINED_AFTER;
  /** Of the process that this run of the service has started. */
  #exit: Promise<Exit> | undefined;

  constructor(
    readonly options: Pick<I2pdOptions, "binary" | "dataDir" | "config" | "controlDir" | "log">,
    /** What is done before every start. */
    readonly prepare: () => Promise<Settings>,
    /** Its web console; undefined when that is off. */
    readonly console: () => Promise<ConsolePlace | undefined>,
    /** Called when a process that this run of the service has started ends, for whatever reason. */
    readonly ended: () => void,
  ) {}

  async find(before: string | undefined): Promise<string | undefined> {
    if (before !== undefined && (await processIn(before)) !== undefined) return before;
    const found = await ownProcess(this.options);
    return found && markOf(found);
  }

  async start(): Promise<string> {
    const running = await this.find(undefined);
    if (running !== undefined) return running;
    const { dataDir } = this.options;
    const stranger = await processOn(dataDir);
    if (stranger !== undefined)
      throw new NotPossible(reason("i2pd.another", { pid: stranger.pid, dir: dataDir }));
    const settings = await this.prepare();
    const output = await open(this.#output, "w", 0o600);
    try {
      return await this.#spawn(settings, output);
    } finally {
      await output.close();
    }
  }

  async stop(life: string | undefined): Promise<void> {
    await this.#signal(life, "SIGTERM");
  }

  async kill(life: string | undefined): Promise<void> {
    await this.#signal(life, "SIGKILL");
  }

  async drain(life: string | undefined): Promise<void> {
    await this.#signal(life, "SIGINT");
  }

  async cancel(): Promise<void> {
    await cancelOn(await this.console());
  }

  async ending(): Promise<Ending> {
    const output = lastLine((await textOf(this.#output)) ?? "");
    return { stopped: false, why: await causeOf(this.#exit, output) };
  }

  get #output(): string {
    return join(this.options.controlDir, "i2pd.out");
  }

  async #spawn(settings: Settings, output: FileHandle): Promise<string> {
    const { binary, dataDir, controlDir } = this.options;
    const child = spawn(
      binary,
      [
        // i2pd holds a lock on its pid file: two of them never work on one data directory.
        ...ownArguments(this.options),
        ...closedArguments(settings),
        ...(await this.#certificates(settings)),
        ...(settings.has("log") ? [] : ["--log=file", `--logfile=${ownLog(controlDir)}`]),
      ],
      // A session of its own, so that what ends the service in a terminal does not end the router.
      { detached: true, stdio: ["ignore", output.fd, output.fd], cwd: dataDir },
    );
    await once(child, "spawn");
    this.#exit = new Promise((resolve) => child.once("exit", (...exit) => resolve(exit)));
    void this.#exit.then(this.ended);
    child.unref();
    const pid = child.pid ?? 0;
    // One that ended already has no beginning any more; it is then found to be dead.
    return markOf((await processOf(pid)) ?? { pid, began: 0 });
  }

  async #certificates(settings: Settings): Promise<readonly string[]> {
    const { binary, dataDir, log } = this.options;
    const found = await reseedCertificates(binary, dataDir, settings);
    if (found === undefined)
      log(
        `No certificates for reseeds were found, so i2pd will refuse every reseed: put those of i2pd's package into ${join(dataDir, "certificates")}`,
      );
    return found === undefined || found.known ? [] : [`--certsdir=${found.dir}`];
  }

  async #signal(life: string | undefined, name: NodeJS.Signals): Promise<void> {
    const process = life === undefined ? undefined : await processIn(life);
    if (process !== undefined) signal(process.pid, name);
  }
}

const ownLog = (controlDir: string): string => join(controlDir, "i2pd.log");

/** The file that the router writes its log to; undefined when it writes to none. */
export function logFileOf(
  settings: Settings,
  { dataDir, controlDir, mode }: Pick<I2pdOptions, "dataDir" | "controlDir" | "mode">,
): string | undefined {
  const log = settings.get("log") ?? (mode === "supervise" ? undefined : "stdout");
  if (log === undefined) return ownLog(controlDir);
  if (log === "file") return resolve(dataDir, settings.get("logfile") || "i2pd.log");
  return log === "syslog" || mode === "attach" ? undefined : join(controlDir, "i2pd.out");
}
