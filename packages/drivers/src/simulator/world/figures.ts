import { ROUTER_STATS, type RouterStat } from "@pilothouse/protocol";
import { Random } from "./random.js";

const MINUTE = 60_000;
/** How many minutes are kept. */
const MINUTES = 60;
const MIB = 2 ** 20;

export interface Load {
  readonly time: number;
  readonly peers: number;
  readonly tunnels: number;
}

const STATS = Object.keys(ROUTER_STATS) as readonly RouterStat[];

/** What was measured in one minute: for each statistic the sum, then the number. */
interface Minute {
  readonly minute: number;
  readonly cells: Float64Array;
}

/**
 * The statistics of the simulated router that the interface has no key for. They have randomness of their own,
 * so that the rest of its life does not depend on them.
 */
export class Figures {
  readonly #random: Random;
  readonly #minutes: Minute[] = [];
  #skew = 0;

  constructor(seed: number) {
    this.#random = new Random(~seed);
  }

  /** One second in which the router ran. */
  step({ time, peers, tunnels }: Load): void {
    const random = this.#random;
    this.#skew += random.between(-2, 2) - this.#skew / 100;
    const minute = this.#minuteOf(time);
    add(minute, "clock.skew", this.#skew);
    add(
      minute,
      "router.memoryUsed",
      48 * MIB + peers * 24_000 + tunnels * 9_000 + random.between(0, 6 * MIB),
    );
    if (peers === 0) return;
    add(minute, "udp.sendConfirmTime", random.between(60, 900));
    if (random.next() < 0.3) this.#build(minute, "Exploratory", peers);
    if (random.next() < 0.1) this.#build(minute, "Client", peers);
  }

  /** A router that starts has measured nothing. */
  clear(): void {
    this.#minutes.length = 0;
    this.#skew = this.#random.between(-40, 40);
  }

  /** The mean over the last `periodMs`, in whole minutes, or over what there is; 0 where nothing was measured. */
  mean(stat: RouterStat, now: number, periodMs: number): number {
    const first = Math.floor((now - periodMs) / MINUTE);
    let sum = 0;
    let count = 0;
    const at = 2 * STATS.indexOf(stat);
    for (const { minute, cells } of this.#minutes) {
      if (minute < first) continue;
      sum += cells[at] ?? 0;
      count += cells[at + 1] ?? 0;
    }
    return count === 0 ? 0 : sum / count;
  }

  /** More peers to choose from make it succeed more often. */
  #build(minute: Minute, kind: "Exploratory" | "Client", peers: number): void {
    const random = this.#random;
    add(minute, "tunnel.buildRequestTime", random.between(1, 6));
    const luck = random.next();
    const succeeds = luck < (0.8 * peers) / (peers + 25);
    add(minute, "tunnel.tunnelBuildSuccessAvg", succeeds ? 100 : 0);
    if (succeeds) add(minute, `tunnel.build${kind}Success`, random.between(700, 4_000));
    else if (luck < 0.85) add(minute, `tunnel.build${kind}Reject`, random.between(400, 3_000));
    else add(minute, `tunnel.build${kind}Expire`, random.between(10_000, 13_000));
  }

  #minuteOf(time: number): Minute {
    const minute = Math.floor(time / MINUTE);
    const last = this.#minutes.at(-1);
    if (last?.minute === minute) return last;
    const next: Minute = { minute, cells: new Float64Array(2 * STATS.length) };
    this.#minutes.push(next);
    if (this.#minutes.length > MINUTES) this.#minutes.shift();
    return next;
  }
}

function add({ cells }: Minute, stat: RouterStat, value: number): void {
  const at = 2 * STATS.indexOf(stat);
  cells[at] = (cells[at] ?? 0) + value;
  cells[at + 1] = (cells[at + 1] ?? 0) + 1;
}
