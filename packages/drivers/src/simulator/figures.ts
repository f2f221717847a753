import type { RouterStat } from "@pilothouse/protocol";
import { Random } from "./random.js";

const MINUTE = 60_000;
/** So many minutes are remembered. */
const MINUTES = 60;
const MIB = 2 ** 20;

export interface Load {
  readonly time: number;
  readonly peers: number;
  readonly tunnels: number;
}

/** Sum and number of what was measured in one minute. */
interface Minute {
  readonly minute: number;
  readonly sums: Map<RouterStat, { sum: number; count: number }>;
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
    if (random.next() < 0.3) this.#build(minute, peers);
    if (random.next() < 0.1) add(minute, "tunnel.buildClientSuccess", random.between(900, 3_500));
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
    for (const { minute, sums } of this.#minutes) {
      const measured = minute < first ? undefined : sums.get(stat);
      sum += measured?.sum ?? 0;
      count += measured?.count ?? 0;
    }
    return count === 0 ? 0 : sum / count;
  }

  /** An exploratory tunnel: more peers to choose from make it succeed more often. */
  #build(minute: Minute, peers: number): void {
    const random = this.#random;
    add(minute, "tunnel.buildRequestTime", random.between(1, 6));
    const luck = random.next();
    if (luck < (0.8 * peers) / (peers + 25))
      add(minute, "tunnel.buildExploratorySuccess", random.between(700, 4_000));
    else if (luck < 0.85) add(minute, "tunnel.buildExploratoryReject", random.between(400, 3_000));
    else add(minute, "tunnel.buildExploratoryExpire", random.between(10_000, 13_000));
  }

  #minuteOf(time: number): Minute {
    const minute = Math.floor(time / MINUTE);
    const last = this.#minutes.at(-1);
    if (last?.minute === minute) return last;
    const next: Minute = { minute, sums: new Map() };
    this.#minutes.push(next);
    if (this.#minutes.length > MINUTES) this.#minutes.shift();
    return next;
  }
}

function add({ sums }: Minute, stat: RouterStat, value: number): void {
  const measured = sums.get(stat) ?? { sum: 0, count: 0 };
  measured.sum += value;
  measured.count++;
  sums.set(stat, measured);
}
