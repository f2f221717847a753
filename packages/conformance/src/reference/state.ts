import { randomBytes } from "node:crypto";
import { ROUTER_SETTINGS } from "./settings.js";

export interface StateOptions {
  readonly password?: string;
  /** Milliseconds. */
  readonly tokenLifetime?: number;
}

/** What the reference server knows: its password, its tokens and the settings of a router that is only played. */
export class State {
  password: string;
  readonly tokens = new Map<string, number>();
  /** By the router's own names. */
  settings = new Map([
    ...Object.values(ROUTER_SETTINGS).map(({ name, first }) => [name, first] as const),
    ["some.other", "a setting that nobody asked for"],
  ]);
  /** By name, and what each leads to. */
  readonly tunnels = new Map([["web", `${"B".repeat(512)}BQAEAAcAAA==`]]);
  readonly names = new Map([["stats.i2p", `${"C".repeat(512)}BQAEAAcAAA==`]]);
  subscriptions: readonly string[] = ["http://stats.i2p/hosts.txt"];
  restartNeeded = false;
  /** The router has been running for a minute. */
  started = Date.now() - 60_000;
  /** What was done to the router, in order. */
  readonly actions: string[] = [];
  readonly tokenLifetime: number;

  constructor({ password = "a password of the reference", tokenLifetime = 3_600_000 }: StateOptions = {}) {
    this.password = password;
    this.tokenLifetime = tokenLifetime;
  }

  newToken(): string {
    const token = randomBytes(24).toString("base64url");
    this.tokens.set(token, Date.now() + this.tokenLifetime);
    return token;
  }
}
