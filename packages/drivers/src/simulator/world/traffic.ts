import type { InForce } from "../configuration.js";
import { Meter } from "./meter.js";
import type { Random } from "./random.js";
import { TUNNEL_SECONDS } from "./tunnels.js";

const DAY = 86_400_000;
const BUSIEST = 20 * 3_600_000;
/** What a tunnel carries in the busiest hour, and what talking to a peer costs, in bytes per second. */
const PER_TUNNEL = 900;
const PER_PEER = 60;
const RESEED = 60_000;
const MOST_TUNNELS = 5_000;

/** How much the network wants of a router, from 0.3 to 1, by the hour (UTC). */
export const demand = (time: number): number =>
  0.65 + 0.35 * Math.cos(((time - BUSIEST) / DAY) * 2 * Math.PI);

/** Bytes per second that tunnels of others may use. */
const shared = ({ share, bytesIn, bytesOut }: InForce): number => share * Math.min(bytesIn, bytesOut);

/** How many tunnels are accepted in a second, of those asked for, when there are `count` already. */
export function accepted(random: Random, settings: InForce, count: number, wanted: number): number {
  const room = Math.min(MOST_TUNNELS, Math.floor(shared(settings) / PER_TUNNEL));
  return Math.max(0, Math.min(random.count((room * wanted) / TUNNEL_SECONDS), room - count));
}

export interface Load {
  readonly time: number;
  readonly tunnels: number;
  readonly peers: number;
  readonly reseeding: boolean;
}

/** The bytes that come and go. What comes through a tunnel of others also leaves. */
export class Traffic {
  readonly received = new Meter();
  readonly sent = new Meter();
  /** The part of it that was for others. */
  readonly transit = new Meter();
  /** Traffic comes in waves of some seconds around 1. */
  #wave = 1;

  step(random: Random, settings: InForce, load: Load): void {
    this.#wave += (random.between(0.4, 1.6) - this.#wave) * 0.3;
    const tunnels = Math.min(shared(settings), load.tunnels * PER_TUNNEL * demand(load.time) * this.#wave);
    const upkeep = load.peers * PER_PEER * random.between(0.5, 1.5);
    const reseed = load.reseeding ? RESEED : 0;
    this.transit.step(Math.floor(Math.min(settings.bytesOut, tunnels)));
    this.received.step(Math.floor(Math.min(settings.bytesIn, tunnels + upkeep + reseed)));
    this.sent.step(Math.floor(Math.min(settings.bytesOut, tunnels + upkeep * 0.8 + reseed * 0.03)));
  }

  clear(): void {
    this.received.clear();
    this.sent.clear();
    this.transit.clear();
  }
}
