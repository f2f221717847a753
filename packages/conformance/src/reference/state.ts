import { randomBytes } from "node:crypto";

/** Names of settings as a router of its own would have them, behind those of the interface. */
export const CONFIG_NAMES: { readonly [key: string]: string } = {
  "router.net.ntcp.port": "ntcp.port",
  "router.net.ntcp.hostname": "ntcp.host",
  "router.net.ntcp.autoip": "ntcp.autoip",
  "router.net.ssu.port": "ssu.port",
  "router.net.ssu.hostname": "ssu.host",
  "router.net.ssu.autoip": "ssu.sources",
  "router.net.upnp": "upnp",
  "router.net.bw.share": "share",
  "router.net.bw.in": "bandwidth.in",
  "router.net.bw.out": "bandwidth.out",
  "router.net.laptopmode": "laptop",
};

const FIRST_SETTINGS = {
  "ntcp.port": "12000",
  "ntcp.host": "198.18.0.1",
  "ntcp.autoip": "always",
  "ssu.port": "12001",
  "ssu.host": "198.18.0.1",
  "ssu.sources": "ssu",
  upnp: "false",
  share: "50",
  "bandwidth.in": "256",
  "bandwidth.out": "128",
  laptop: "false",
  "some.other": "a setting that nobody asked for",
};

export interface StateOptions {
  readonly password?: string;
  /** Milliseconds. */
  readonly tokenLifetime?: number;
}

/** What the reference server knows: its password, its tokens and the settings of a router that is only played. */
export class State {
  password: string;
  readonly tokens = new Map<string, number>();
  settings = new Map<string, string>(Object.entries(FIRST_SETTINGS));
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
