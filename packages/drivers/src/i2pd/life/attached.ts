import { reason } from "@pilothouse/protocol";
import { lastLine, type Run } from "@pilothouse/system";
import { type Clock, NotPossible, ticksOf } from "../../port.js";
import { type Control, NoAnswer } from "../control/control.js";
import type { ConsolePlace } from "../control/web-console.js";
import type { Commands } from "../options.js";
import { TUNNELS_GONE_AFTER } from "../quirks.js";
import { cancelOn, drainOn } from "./cancelling.js";
import type { Ending } from "./ending.js";
import type { Engine } from "./engine.js";
import { endingOfUnit } from "./unit.js";

interface AttachedOptions {
  readonly commands: Commands | undefined;
  readonly control: () => Promise<Control | undefined>;
  /** The uptime of a router that has answered just now to somebody else, and need not be asked again. */
  readonly heard?: () => number | undefined;
  readonly clock: Clock;
  readonly run: Run;
  readonly prepare: () => Promise<unknown>;
  /** Its web console; undefined when that is off. */
  readonly console: () => Promise<ConsolePlace | undefined>;
}

const ANSWER_WITHIN = 3_000;
/** After a start command the router has this long until it must listen, because a first reseed comes before. */
const STARTING = 60_000;
/** The uptime counts whole seconds, and clocks are put right. */
const SAME_START = 10_000;

/** A router that something else runs. It may belong to another user, so all we know of it is what it answers. */
export class Attached implements Engine {
  readonly every = 900;
  /** Each look costs both a TLS handshake, unless the router was read meanwhile. */
  readonly everySteady = 10_000;
  readonly longestDrain = TUNNELS_GONE_AFTER;
  #startedAt = Number.NEGATIVE_INFINITY;
  /** When the router that answered last was started, by the time of day. */
  #startedOfDay: number | undefined;

  constructor(readonly options: AttachedOptions) {}

  async find(known: string | undefined): Promise<string | undefined> {
    try {
      const heard = this.options.heard?.();
      if (heard !== undefined) return this.#lifeOf(heard, known);
      const control = await this.options.control();
      // It has no certificate yet, and makes one when it starts for the first time.
      if (control === undefined) return this.#isStarting ? this.#somebody(known) : undefined;
      const { "router.uptime": uptime } = await control.info(
        ["router.uptime"],
        AbortSignal.timeout(ANSWER_WITHIN),
      );
      this.#startedAt = Number.NEGATIVE_INFINITY;
      return this.#lifeOf(Number(uptime), known);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      // A router that listens but does not answer is busy: during a reseed everything else waits.
      return error.refused && !this.#isStarting ? undefined : this.#somebody(known);
    }
  }

  async start(): Promise<undefined> {
    await this.options.prepare();
    await this.#command("start");
    this.#startedAt = ticksOf(this.options.clock);
    return undefined;
  }

  async stop(): Promise<void> {
    this.#startedAt = Number.NEGATIVE_INFINITY;
    if (this.options.commands !== undefined) return this.#command("stop");
    await (await this.options.control())?.act("Shutdown", AbortSignal.timeout(ANSWER_WITHIN));
  }

  /** Its supervisor can force it to end: systemd does so when a stop takes too long. */
  kill(): Promise<void> {
    return this.stop();
  }

  /**
   * On its web console if it can be, since only such a wait can be cancelled. When no answer comes from the control
   * service it may have been obeyed anyway, and a second one would end i2pd at once: so it counts as sent.
   */
  async drain(): Promise<void> {
    if (await drainOn(await this.options.console())) return;
    try {
      await (await this.options.control())?.act("ShutdownGraceful", AbortSignal.timeout(ANSWER_WITHIN));
    } catch (error) {
      if (!(error instanceof NoAnswer) || error.refused) throw error;
    }
  }

  async cancel(): Promise<void> {
    await cancelOn(await this.options.console());
  }

  async ready(operation: "start" | "stop" | "kill" | "drain"): Promise<void> {
    if (operation === "start" && this.options.commands === undefined) throw noCommands();
    const asked = operation === "drain" || (operation !== "start" && this.options.commands === undefined);
    if (asked)
      await (await this.options.control())?.info(["router.uptime"], AbortSignal.timeout(ANSWER_WITHIN));
  }

  async ending({ replaced = false } = {}): Promise<Ending> {
    const { commands, run } = this.options;
    const reported = await endingOfUnit(commands, run).catch(() => undefined);
    // systemd counts the starts that it made by itself, after crashes, and begins anew with each that was asked for.
    if (replaced) return { stopped: reported?.restarts === 0, why: reason("exit.restarted") };
    if (reported === undefined) return { stopped: false, why: reason("exit.gone") };
    return { stopped: reported.stopped || reported.changing, why: reported.why };
  }

  /** Some versions count their uptime by the time of day. When that is set, only one of the two clocks sees a start. */
  #lifeOf(uptime: number, known: string | undefined): string {
    const { clock } = this.options;
    const [started, startedOfDay] = [ticksOf(clock) - uptime, clock.now() - uptime];
    const isSame =
      Math.abs(Number(known ?? Number.NaN) - started) <= SAME_START ||
      (known !== undefined && Math.abs((this.#startedOfDay ?? Number.NaN) - startedOfDay) <= SAME_START);
    this.#startedOfDay = startedOfDay;
    return known !== undefined && isSame ? known : String(started);
  }

  get #isStarting(): boolean {
    return ticksOf(this.options.clock) - this.#startedAt < STARTING;
  }

  /** The mark of a router that lives and did not say since when. */
  #somebody(known: string | undefined): string {
    return known ?? String(ticksOf(this.options.clock));
  }

  async #command(name: keyof Commands): Promise<void> {
    const argv = this.options.commands?.[name];
    if (argv === undefined) throw noCommands();
    const { code, stdout, stderr } = await this.options.run(argv);
    if (code !== 0)
      throw new Error(
        `${argv.join(" ")} ended with ${code ?? "a signal"}: ${lastLine(stderr) || lastLine(stdout)}`,
      );
  }
}

const noCommands = () => new NotPossible(reason("router.noCommands"));
