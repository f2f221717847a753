import { dirname, join } from "node:path";
import { type DetailKey, type Details, reason, type Settings, STOPPED_INFO } from "@pilothouse/protocol";
import { makeDirectory, type Run } from "@pilothouse/system";
import type { Version } from "../i2pd-wire/version.js";
import { type CrashListener, type Facts, NotPossible, type Reading, ticksOf } from "../port.js";
import { Clients } from "./clients.js";
import { appliedOf, Configuration } from "./config/configuration.js";
import type { SettingsInstance } from "./config/i2pd-settings.js";
import { Contact } from "./control/contact.js";
import { NoAnswer } from "./control/control.js";
import { readDetails } from "./control/details.js";
import { type Circumstances, readFacts } from "./control/facts.js";
import { type ConsolePlace, consolePlace } from "./control/web-console.js";
import { Attached } from "./life/attached.js";
import { withCancelling } from "./life/cancelling.js";
import { lastLinesOf } from "./life/ending.js";
import { lockDirectory } from "./life/lock.js";
import { memoryOf, processByPidFile } from "./life/process.js";
import { logFileOf, Supervised } from "./life/supervised.js";
import { Supervision } from "./life/supervision.js";
import { endingOfUnit, type UnitEnding } from "./life/unit.js";
import { Memory } from "./memory.js";
import { PeerClasses } from "./netdb/peers.js";
import { publishedAddress } from "./netdb/router-info.js";
import type { I2pdOptions } from "./options.js";
import { versionOf } from "./program/version.js";
import { Reseeding } from "./reseed/reseeding.js";
import { RollBack, type RollBackOptions } from "./roll-back/roll-back.js";
import { UdpPort } from "./udp-port.js";

interface Options extends I2pdOptions {
  readonly run: Run;
  /** A roll-back has lost these settings. */
  readonly reverted: RollBackOptions["tell"];
}

/** i2pd reseeds before it opens its control service; nothing else makes a start take longer. */
const START_WITHOUT_RESEED = 5_000;
const ANSWER_WITHIN = 2_000;
const HEARD_MS = 12_000;

/** One i2pd that the driver manages: puts the parts of the driver together. */
export class I2pdInstance implements SettingsInstance {
  readonly configuration: Configuration;
  readonly contact: Contact;
  readonly supervision: Supervision;
  readonly clients: Clients;
  readonly #rollBack: RollBack;
  readonly #peers: PeerClasses;
  readonly #udpPort: UdpPort;
  readonly #reseeding: Reseeding;
  readonly #locks: (() => Promise<void>)[] = [];
  #version: Version = [0, 0, 0];
  #last: { readonly facts: Facts; readonly at: number } | undefined;
  /** What the router has said of its uptime, and in which of its lives. */
  #heard: { readonly uptime?: number | undefined; readonly at: number; readonly starts: number } | undefined;

  private constructor(
    readonly options: Options,
    readonly memory: Memory,
    crashed: CrashListener,
  ) {
    const { clock, log, dataDir, commands, run, controlDir, reverted } = options;
    this.configuration = new Configuration(options, run, (is, wanted) => this.#rollBack.saved(is, wanted));
    this.#rollBack = new RollBack({ configuration: this.configuration, controlDir, log, tell: reverted });
    this.contact = new Contact(this.configuration, dataDir, () => ticksOf(clock));
    this.#peers = new PeerClasses(join(dataDir, "netDb"), clock);
    this.#udpPort = new UdpPort(dataDir, clock);
    this.#reseeding = new Reseeding(() => ticksOf(clock));
    const prepare = () => this.#prepare();
    const control = () => this.contact.control();
    const console = () => this.#console();
    const engine =
      options.mode === "supervise"
        ? new Supervised(options, prepare, console, () => this.supervision.notice())
        : new Attached({
            ...{ commands, control, clock, run, prepare, console },
            heard: () => this.#uptimeHeard(),
          });
    this.supervision = new Supervision({
      engine,
      memory,
      clock,
      log,
      warn: options.warn ?? log,
      lastLines: async () => lastLinesOf(await this.logFile()),
      answers: () => this.contact.answers(ANSWER_WITHIN),
      up: () => this.#rollBack.proven(),
      failed: () => this.#rollBack.failed(),
      foreign: () => this.#foreign(),
      crashed,
    });
    const { configuration, contact, supervision } = this;
    const logFile = () => this.logFile();
    this.clients = new Clients({ options, configuration, contact, memory, supervision, logFile });
  }

  static async open(options: Options, crashed: CrashListener): Promise<I2pdInstance> {
    const instance = new I2pdInstance(options, await Memory.open(options.storage), crashed);
    try {
      await instance.#lock();
      await instance.#begin();
      return instance;
    } catch (error) {
      await instance.#unlock();
      throw error;
    }
  }

  async #begin(): Promise<void> {
    const { binary, run, log, mode } = this.options;
    await this.configuration.cleanUp();
    await this.#rollBack.open();
    this.#version = await versionOf(binary, run, log);
    await this.clients.changes.open(async (ran) => {
      if (mode === "supervise") return this.supervision.open();
      // Asked before we stop it ourselves. A change that was broken off has stopped it too.
      const stopped = !ran && ((await this.#unit())?.stopped ?? false);
      await this.#secureAttached(stopped);
      await this.supervision.open(stopped);
    });
  }

  /** No second service: in both places, since another may know only one of them by the same name. */
  async #lock(): Promise<void> {
    const { dataDir, config, mode, log } = this.options;
    for (const dir of new Set([dataDir, dirname(config)])) {
      if (mode === "supervise") makeDirectory(dir, 0o700);
      try {
        this.#locks.push(await lockDirectory(dir));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (mode === "supervise" || !["EACCES", "EROFS", "EPERM"].includes(code ?? "")) throw error;
      }
    }
    if (this.#locks.length === 0)
      log(`${dataDir} may not be written, so a second service on the same i2pd would not be noticed`);
  }

  async #unlock(): Promise<void> {
    for (const release of this.#locks.splice(0)) await release();
  }

  async close(): Promise<void> {
    this.#reseeding.end();
    // First, so that nothing waits for a router that does not answer.
    this.contact.close();
    await this.supervision.close();
    await this.clients.changes.close();
    await this.#unlock();
  }

  async read(signal: AbortSignal): Promise<Reading> {
    try {
      return await this.#reading(signal);
    } catch (error) {
      if (!(error instanceof NoAnswer) || !error.isOfConnection || signal.aborted) throw error;
      // It has stopped, or was started again meanwhile: its state says more than the error.
      this.#heard = undefined;
      await this.supervision.look();
      return this.#reading(signal);
    }
  }

  async reseed(sessionSignal?: AbortSignal): Promise<void> {
    const control = this.#isUp ? await this.contact.control() : undefined;
    await this.#reseeding.begin(control, sessionSignal);
  }

  async detected(): Promise<string | null> {
    const info = await this.configuration.published();
    return (info && publishedAddress(info)) ?? null;
  }

  async limit(kib: number): Promise<boolean> {
    if (!this.#isUp) return false;
    try {
      await (await this.contact.control())?.limit(kib, AbortSignal.timeout(ANSWER_WITHIN));
      return true;
    } catch (error) {
      this.options.log(`The bandwidth limit counts from the next start on: ${(error as Error).message}`);
      return false;
    }
  }

  /** The memory of the process that we run, in bytes. */
  async memoryUsed(): Promise<number | undefined> {
    const found = await processByPidFile(this.options.dataDir);
    return found && memoryOf(found.pid);
  }

  async logFile(): Promise<string | undefined> {
    return logFileOf(await this.configuration.settings(), this.options);
  }

  async #console(): Promise<ConsolePlace | undefined> {
    return consolePlace(this.options.mode, await this.configuration.settings());
  }

  get #isUp(): boolean {
    return this.clients.isUp;
  }

  async #reading(signal: AbortSignal): Promise<Reading> {
    const { state, starts, note } = this.supervision;
    const { clock } = this.options;
    const phase = await withCancelling(this.supervision.phase, () => this.#console());
    const life = { phase, starts, note };
    if (!this.#isUp)
      return {
        ...life,
        facts: {
          ...STOPPED_INFO,
          "router.version": this.#version.join("."),
          "router.netdb.isreseeding":
            state.name === "starting" && ticksOf(clock) - state.since > START_WITHOUT_RESEED,
        },
      };
    if (this.#reseeding.blocks && this.#last !== undefined)
      return { ...life, facts: this.#whileReseeding(this.#last) };
    const facts = await this.#ask(signal);
    const at = ticksOf(clock);
    this.#last = { facts, at };
    this.#heard = { uptime: facts["router.uptime"], at, starts };
    return { ...life, facts };
  }

  /** As long as it runs, lives the same life, and is read every ten seconds. */
  #uptimeHeard(): number | undefined {
    const { state, starts } = this.supervision;
    const { uptime, at = 0, starts: of } = this.#heard ?? {};
    const passed = ticksOf(this.options.clock) - at;
    const isOld = passed > HEARD_MS || state.name !== "running" || of !== starts;
    return uptime === undefined || isOld ? undefined : uptime + passed;
  }

  async #ask(signal: AbortSignal): Promise<Facts> {
    const control = await this.contact.control();
    if (control === undefined) throw new NoAnswer(reason("i2pd.noCertificate"), "unreachable");
    const settings = await this.configuration.settings();
    const now: Circumstances = {
      version: this.#version,
      settings,
      peers: await this.#peers.counts(),
      reseeding: this.#reseeding.going,
      udpPortIsTaken: () => this.#udpPort.isTaken(settings),
    };
    return readFacts(control, now, signal);
  }

  async details(keys: readonly DetailKey[], signal: AbortSignal): Promise<Details> {
    const isAsked = this.#isUp && !this.#reseeding.blocks;
    return readDetails(
      keys,
      {
        control: isAsked ? await this.contact.control() : undefined,
        version: this.#version,
        dataDir: this.options.dataDir,
        peers: () => this.#peers.hashes(),
      },
      signal,
    );
  }

  /** The last report still holds, except for the times. */
  #whileReseeding({ facts, at }: { readonly facts: Facts; readonly at: number }): Facts {
    const passed = ticksOf(this.options.clock) - at;
    return {
      ...facts,
      "router.uptime": (facts["router.uptime"] ?? 0) + Math.max(0, passed),
      "router.netdb.isreseeding": true,
    };
  }

  async #prepare(): Promise<Settings> {
    const { binary, run, log, mode, controlDir } = this.options;
    this.#version = await versionOf(binary, run, log);
    this.#reseeding.end();
    this.#udpPort.forget();
    this.#last = undefined;
    // One that was started a moment ago and cannot be asked yet has its port and its certificate.
    const running = (await this.#unit())?.active ?? false;
    await this.configuration.secure({
      version: this.#version,
      running,
      ...(mode === "supervise" && { socketPath: join(controlDir, "i2pd.sock") }),
    });
    await this.memory.keep({ applied: await this.configuration.beforeStart(this.memory.stored.applied) });
    await this.#rollBack.starting();
    this.contact.renew();
    return this.configuration.settings();
  }

  /** What systemd says of it, where that runs it. */
  async #unit(): Promise<UnitEnding | undefined> {
    const { mode, commands, run } = this.options;
    return mode === "attach" ? endingOfUnit(commands, run).catch(() => undefined) : undefined;
  }

  /** Somebody else has started it, so that it runs with what the file says now. */
  async #foreign(): Promise<void> {
    this.#reseeding.end();
    this.#udpPort.forget();
    this.#last = undefined;
    this.contact.renew();
    await this.#rollBack.startedByOthers();
    await this.memory.keep({ applied: appliedOf(await this.configuration.settings()) });
  }

  /** A router whose control service was off, or open to others, must be restarted once. */
  async #secureAttached(stopped: boolean): Promise<void> {
    const { commands, run, config } = this.options;
    if (!(await this.configuration.secure({ version: this.#version, running: true }))) return;
    this.contact.renew();
    if (commands === undefined) throw new NotPossible(reason("i2pd.setUp", { config }));
    if (!stopped) await run(commands.stop);
  }
}
