import {
  endingOf,
  type LifecycleAction,
  type NetStatus,
  type RouterStat,
  reason,
  STOPPED_INFO,
} from "@pilothouse/protocol";
import { type Clock, type Facts, NotPossible, type Reading, wouldCutShort } from "../port.js";
import { differsUntilRestart, type InForce, inForce, type Stored } from "./configuration.js";
import { crashed, due, isUp, requested, type State, starting, toPhase } from "./lifecycle.js";
import { Figures } from "./world/figures.js";
import { Peers } from "./world/peers.js";
import { Random } from "./world/random.js";
import { CODES, openness, reachability } from "./world/reachability.js";
import { accepted, demand, Traffic } from "./world/traffic.js";
import { Tunnels } from "./world/tunnels.js";

const STEP = 1_000;
const DAY = 86_400_000;
/** Of a longer gap (a clock that was put right) only the last day is lived through. */
const LONGEST_GAP = 3 * DAY;
/** A crash after a run of this length is no sequel of the one before. */
const STEADY = 600_000;

interface LifeOptions {
  readonly seed: number;
  readonly clock: Clock;
  readonly longestWaitMs?: number;
}

/**
 * What happens to the simulated router, second by second. Nothing runs in the background: the next call that
 * reads or acts first plays the seconds that have passed. So the same seed and the same clock always give the
 * same life, however often it is read.
 */
export class Life {
  readonly #clock: Clock;
  /** In seconds. */
  readonly #longestWait: number;
  readonly #random: Random;
  readonly #address: string;
  readonly #peers = new Peers();
  readonly #tunnels = new Tunnels();
  readonly #traffic = new Traffic();
  readonly #figures: Figures;
  #state: State = { name: "stopped" };
  #saved: Stored;
  /** What the router started with. */
  #applied: Stored;
  #settings: InForce;
  /** The present, and the last whole second of it that was lived through. */
  #now: number;
  #lived: number;
  /** How far the present is ahead of a clock that was set back. */
  #ahead = 0;
  #startedAt = 0;
  #starts = 0;
  #testedAt = 0;
  #detected: string | null = null;
  #builds = 0;
  #buildSuccess = 0;
  #crashes = 0;

  constructor({ seed, clock, longestWaitMs = Number.POSITIVE_INFINITY }: LifeOptions, stored: Stored) {
    this.#clock = clock;
    this.#longestWait = Math.max(1, Math.ceil(longestWaitMs / STEP));
    this.#random = new Random(seed);
    this.#figures = new Figures(seed);
    this.#address = `203.0.113.${Math.floor(this.#random.between(1, 255))}`;
    this.#saved = this.#applied = stored;
    this.#settings = inForce(stored.settings, stored.settings);
    this.#now = this.#lived = clock.now();
  }

  reading(): Reading {
    this.#catchUp();
    const phase = toPhase(this.#state);
    return {
      phase: phase.name === "draining" ? { ...phase, until: phase.until - this.#ahead } : phase,
      facts: {
        ...(isUp(this.#state) ? this.#facts() : STOPPED_INFO),
        "router.version": this.#applied.version,
      },
      starts: this.#starts,
    };
  }

  /** The mean of a statistic while the router runs; 0 while it does not. */
  rate(stat: RouterStat, periodMs: number): number {
    return this.isUp ? this.#figures.mean(stat, this.#lived, periodMs) : 0;
  }

  /** Bytes that it sent for others since it started; 0 while it does not run. */
  get transit(): number {
    return this.isUp ? this.#traffic.transit.total : 0;
  }

  get detectedAddress(): string | null {
    return this.isUp ? this.#detected : null;
  }

  get restartNeeded(): boolean {
    this.#catchUp();
    return differsUntilRestart(this.#saved.settings, this.#applied.settings);
  }

  /** Starts the router unless it runs, or is about to. */
  start(): void {
    this.#catchUp();
    const { name } = this.#state;
    if (name === "stopped" || name === "stopping") this.act("Restart");
  }

  act(action: LifecycleAction): void {
    this.#catchUp();
    if (endingOf(action).graceful) this.#tunnels.endWithin(this.#longestWait);
    const lastEnd = this.#lived + this.#tunnels.secondsLeft * STEP;
    this.#enter(requested(this.#state, action, this.#now, lastEnd), this.#now);
  }

  get isUp(): boolean {
    this.#catchUp();
    return isUp(this.#state);
  }

  /** Whether it has to be restarted for what it reads only at its start, which a graceful wait refuses. */
  needsRestart(): boolean {
    this.#catchUp();
    if (this.#state.name === "draining") throw wouldCutShort();
    return isUp(this.#state);
  }

  /** Ends the router and starts it again. */
  restartNow(): void {
    this.#catchUp();
    this.#enter(starting(this.#now), this.#now);
  }

  /** Whether there was a graceful wait to cancel. */
  cancel(): boolean {
    this.#catchUp();
    if (this.#state.name !== "draining") return false;
    this.#enter({ name: "running" }, this.#now);
    return true;
  }

  reseed(): void {
    if (!this.isUp) throw new NotPossible(reason("reseed.down"));
    this.#peers.reseed();
  }

  /** Whether it was up. */
  crash(): boolean {
    if (!this.isUp) return false;
    if (this.#now - this.#startedAt >= STEADY) this.#crashes = 0;
    this.#enter(crashed(this.#now, this.#crashes++), this.#now);
    return true;
  }

  /** Settings or a version were saved: what needs no restart counts from now on. */
  take(stored: Stored): void {
    this.#catchUp();
    const before = reachability(this.#settings);
    this.#saved = stored;
    this.#settings = inForce(stored.settings, this.#applied.settings);
    if (reachability(this.#settings) !== before) this.#test(this.#now);
  }

  #catchUp(): void {
    const now = this.#clock.now() + this.#ahead;
    if (now < this.#now) this.#ahead += this.#now - now;
    else this.#now = now;
    const gap = this.#now - this.#lived;
    if (gap > LONGEST_GAP) this.#lived += Math.floor((gap - DAY) / STEP) * STEP;
    while (this.#lived + STEP <= this.#now) this.#step();
  }

  #step(): void {
    this.#lived += STEP;
    if (isUp(this.#state)) this.#live();
    this.#enter(due(this.#state, this.#lived), this.#lived);
  }

  #enter(next: State, now: number): void {
    if (next !== this.#state && next.name === "starting") this.#begin(now);
    this.#state = next;
  }

  #begin(now: number): void {
    this.#startedAt = now;
    this.#starts++;
    this.#applied = this.#saved;
    this.#settings = inForce(this.#applied.settings, this.#applied.settings);
    this.#peers.disconnect();
    this.#tunnels.clear();
    this.#traffic.clear();
    this.#figures.clear();
    this.#builds = this.#buildSuccess = 0;
    this.#detected = null;
    this.#test(now);
  }

  #test(now: number): void {
    this.#testedAt = now + this.#random.between(12_000, 25_000);
  }

  #live(): void {
    const random = this.#random;
    const time = this.#lived;
    this.#peers.step(random, this.#tunnels.count);
    if (time >= this.#testedAt && this.#settings.udp) this.#detected = this.#address;
    const wanted = this.#state.name === "running" ? openness(this.#status(time)) * demand(time) : 0;
    this.#tunnels.step(accepted(random, this.#settings, this.#tunnels.count, wanted));
    this.#build(random);
    this.#traffic.step(random, this.#settings, {
      time,
      tunnels: this.#tunnels.count,
      peers: this.#peers.active,
      reseeding: this.#peers.reseeding,
    });
    this.#figures.step({ time, peers: this.#peers.active, tunnels: this.#tunnels.count });
  }

  /** Tries a tunnel of its own now and then; more peers to choose from make it succeed more often. */
  #build(random: Random): void {
    if (this.#peers.active === 0 || random.next() > 0.4) return;
    const chance = (0.8 * this.#peers.active) / (this.#peers.active + 25);
    const succeeded = random.next() < chance ? 100 : 0;
    // The mean of all builds at first, later of about the last fifty.
    this.#buildSuccess += (succeeded - this.#buildSuccess) / Math.min(++this.#builds, 50);
  }

  #status(now: number): NetStatus {
    if (now < this.#testedAt) return CODES.TESTING;
    if (this.#peers.active === 0) return CODES.ERROR_NO_ACTIVE_PEERS_CHECK_CONNECTION_AND_FIREWALL;
    return reachability(this.#settings);
  }

  #facts(): Facts {
    const { received, sent } = this.#traffic;
    return {
      "router.uptime": Math.floor(this.#now - this.#startedAt),
      "router.net.status": this.#status(this.#lived),
      "router.net.bw.inbound.1s": received.now,
      "router.net.bw.inbound.15s": received.average,
      "router.net.bw.outbound.1s": sent.now,
      "router.net.bw.outbound.15s": sent.average,
      "router.net.tunnels.participating": this.#tunnels.count,
      "router.netdb.knownpeers": this.#peers.known,
      "router.netdb.activepeers": this.#peers.active,
      "router.netdb.fastpeers": this.#peers.fast,
      "router.netdb.highcapacitypeers": this.#peers.highCapacity,
      "router.netdb.isreseeding": this.#peers.reseeding,
      "router.net.tunnels.successrate": this.#buildSuccess,
      "router.net.total.received.bytes": received.total,
      "router.net.total.sent.bytes": sent.total,
    };
  }
}
