import type { Clock } from "../../../port.js";
import { Double, type Json } from "./answers.js";

const TUNNEL_EVERY = 5_000;
const TUNNEL_LIFE = 600_000;
const ACTS_AFTER = 1_500;
const CLOSES_AFTER = 100;
const BACK_AFTER = 16_000;
/** The wrapper gives up after several runs that were shorter than this. */
const SHORT_LIFE = 300_000;
const SHORT_LIVES = 5;

type Next = "restart" | "stop";

/** How the router lives, ends and comes back, by the clock. */
export class Life {
  version = "2.13.0-3";
  #born: number;
  #known = 50;
  #reseeded: number | undefined;
  #end: { readonly at: number; readonly next: Next } | undefined;
  #draining: { readonly from: number; readonly next: Next } | undefined;
  #down: { readonly since: number; readonly next: Next } | undefined;
  #shortLives = 0;

  constructor(
    readonly clock: Clock,
    /** Short lives after which the wrapper gives up. */
    readonly mostShortLives = SHORT_LIVES,
  ) {
    this.#born = clock.now();
  }

  begin(): void {
    this.#known = this.#knownPeers();
    this.#reseeded = undefined;
    this.#born = this.clock.now();
    this.#down = this.#end = this.#draining = undefined;
  }

  end(next: Next): void {
    this.#end = { at: this.clock.now(), next };
  }

  drain(next: Next): void {
    this.#draining = { from: this.#draining?.from ?? this.clock.now(), next };
  }

  reseed(): void {
    this.#known = this.#knownPeers();
    this.#reseeded = this.clock.now();
  }

  /** What is due by now: the port closes, or the router starts again. */
  due(): "closes" | "begins" | undefined {
    const now = this.clock.now();
    if (this.#down !== undefined)
      return this.#down.next === "restart" && now >= this.#down.since + BACK_AFTER ? "begins" : undefined;
    const end = this.#end ?? this.#drained();
    if (end === undefined || now < end.at + ACTS_AFTER + CLOSES_AFTER) return undefined;
    this.#down = { since: end.at + ACTS_AFTER + CLOSES_AFTER, next: this.#startsAgain(end) };
    return "closes";
  }

  /** Its part of RouterInfo. */
  reported(): { readonly [key: string]: Json } {
    return {
      "i2p.router.status":
        this.#draining === undefined ? "Rejecting tunnels: Starting up" : "Rejecting tunnels: Shutting down",
      "i2p.router.uptime": this.clock.now() - this.#born,
      "i2p.router.version": this.version,
      "i2p.router.net.status": 13,
      "i2p.router.net.bw.inbound.1s": new Double(0),
      "i2p.router.net.bw.inbound.15s": new Double(1.5),
      "i2p.router.net.bw.outbound.1s": new Double(0),
      "i2p.router.net.bw.outbound.15s": new Double(0),
      "i2p.router.net.tunnels.participating": this.#tunnels(),
      "i2p.router.netdb.knownpeers": this.#knownPeers(),
      "i2p.router.netdb.activepeers": 12,
      "i2p.router.netdb.fastpeers": 5,
      "i2p.router.netdb.highcapacitypeers": 7,
      "i2p.router.netdb.isreseeding": false,
    };
  }

  /** The wrapper starts it again, unless it has died young too often. */
  #startsAgain({ at, next }: { readonly at: number; readonly next: Next }): Next {
    this.#shortLives = at - this.#born < SHORT_LIFE ? this.#shortLives + 1 : 0;
    return this.#shortLives < this.mostShortLives ? next : "stop";
  }

  /** A graceful wait is over when the last tunnel that was taken before it has ended. */
  #drained() {
    if (this.#draining === undefined) return undefined;
    const { from, next } = this.#draining;
    const last = this.#born + Math.floor((from - this.#born) / TUNNEL_EVERY) * TUNNEL_EVERY;
    return { at: last === this.#born ? from : last + TUNNEL_LIFE, next };
  }

  #tunnels(): number {
    const now = this.clock.now();
    const taken = (until: number) => Math.max(0, Math.floor((until - this.#born) / TUNNEL_EVERY));
    return Math.max(0, taken(Math.min(now, this.#draining?.from ?? now)) - taken(now - TUNNEL_LIFE));
  }

  #knownPeers(): number {
    const seconds = this.#reseeded === undefined ? 0 : (this.clock.now() - this.#reseeded) / 1_000;
    return this.#known + Math.min(50, Math.floor(seconds) * 10);
  }
}
