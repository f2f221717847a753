import type { Random } from "./random.js";

/** How many routers the simulated network has. */
const NETWORK = 3_200;
/** A router that knows fewer reseeds by itself. */
const FEW = 50;
/** Mean seconds until an unknown router is found, and until a known one is gone. */
const FOUND_AFTER = 3_600;
const GONE_AFTER = 10_800;
const RESEED_SECONDS = 10;
const RESEED_PER_SECOND = 16;
/** Seconds between two looks at which peers are good. */
const JUDGED_EVERY = 45;
const MOST_HIGH_CAPACITY = 75;
const MOST_FAST = 30;

/** The other routers, as this one sees them. Every step is one second. */
export class Peers {
  known = 0;
  active = 0;
  highCapacity = 0;
  fast = 0;
  #reseedLeft = 0;
  #untilJudged = 0;

  get reseeding(): boolean {
    return this.#reseedLeft > 0;
  }

  reseed(): void {
    if (!this.reseeding) this.#reseedLeft = RESEED_SECONDS;
  }

  /** Every connection ends; what is known of the network is kept on disk. */
  disconnect(): void {
    this.active = this.highCapacity = this.fast = 0;
    this.#reseedLeft = 0;
    this.#untilJudged = JUDGED_EVERY;
  }

  step(random: Random, tunnels: number): void {
    if (this.known < FEW) this.reseed();
    this.#meet(random);
    this.#connect(random, tunnels);
    if (--this.#untilJudged <= 0) this.#judge(random);
    this.highCapacity = Math.min(this.highCapacity, this.active);
    this.fast = Math.min(this.fast, this.highCapacity);
  }

  #meet(random: Random): void {
    const unknown = 1 - this.known / NETWORK;
    // Few active peers ask little of the network, and find little.
    const asking = Math.min(1, this.active / 20);
    let found = random.count((asking * NETWORK * unknown) / FOUND_AFTER);
    if (this.reseeding) {
      this.#reseedLeft--;
      // Much of what a reseed brings is known already.
      found += random.count(RESEED_PER_SECOND * unknown);
    }
    const gone = random.count(this.known / GONE_AFTER);
    this.known = Math.min(NETWORK, Math.max(0, this.known + found - gone));
  }

  #connect(random: Random, tunnels: number): void {
    const wanted = Math.min(this.known * 0.6, 40 + tunnels * 0.5);
    const opened = random.count(Math.max(0, wanted - this.active) / 20 + this.active / 300);
    const lost = random.count(Math.max(0, this.active - wanted) / 60 + this.active / 300);
    this.active = Math.min(this.known, Math.max(0, this.active + opened - lost));
  }

  #judge(random: Random): void {
    this.#untilJudged = JUDGED_EVERY;
    const towards = (current: number, aim: number) =>
      Math.round(current + (aim * random.between(0.9, 1.1) - current) * 0.4);
    this.highCapacity = towards(this.highCapacity, Math.min(MOST_HIGH_CAPACITY, this.active * 0.4));
    this.fast = towards(this.fast, Math.min(MOST_FAST, this.highCapacity * 0.5));
  }
}
