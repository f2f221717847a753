import { choiceOf, digits, host, onOff, port } from "../value-types/setting-types.js";
import { text, type ValueType } from "../value-types/value-types.js";

/** What programs of this machine reach others through, by the names of proposal 170. */
export const CLIENT_TUNNELS = [
  "client",
  "httpclient",
  "ircclient",
  "socks",
  "socksirc",
  "connectclient",
  "streamrclient",
] as const;
/** What others reach programs of this machine through. */
export const SERVER_TUNNELS = [
  "server",
  "httpserver",
  "httpbidirserver",
  "ircserver",
  "streamrserver",
] as const;
export const TUNNEL_TYPES = [...CLIENT_TUNNELS, ...SERVER_TUNNELS] as const;
export type TunnelType = (typeof TUNNEL_TYPES)[number];

interface OptionDefinition {
  readonly type: ValueType<string>;
  readonly description: string;
  /** Another name that clients use for it. */
  readonly alias?: string;
}

/**
 * The options of a tunnel that routers have in common. They are stored as texts, like other settings of a router, so
 * that changes of them are recorded and undone like those.
 */
export const TUNNEL_OPTIONS = {
  Type: { type: choiceOf(TUNNEL_TYPES), description: "What it is for." },
  Description: { type: text, description: "A note for people." },
  Port: { type: port, description: "The port that programs of this machine connect to." },
  ReachableBy: {
    type: host,
    description: "The address of this machine on which that port listens; 127.0.0.1.",
  },
  TargetHost: { type: host, description: "The host of the program behind a server tunnel.", alias: "Host" },
  TargetPort: { type: port, description: "The port of the program behind a server tunnel." },
  TargetDestination: {
    type: text,
    description:
      "Where a client tunnel leads to: a name, a b32 address or a whole destination, with a port after a colon.",
    alias: "Destination",
  },
  StartOnLoad: { type: onOff, description: "Whether it runs whenever the router runs." },
  Shared: { type: onOff, description: "Whether client tunnels share one destination." },
  UseSSL: { type: onOff, description: "Whether the connection to the program is encrypted with TLS." },
  TunnelLength: { type: digits(0, 3), description: "How many routers its tunnels go through." },
  TunnelVariance: {
    type: choiceOf(["-2", "-1", "0", "1", "2"]),
    description: "How much that number varies.",
  },
  TunnelQuantity: { type: digits(1, 6), description: "How many tunnels in each direction." },
  TunnelBackupQuantity: { type: digits(0, 3), description: "How many more are kept in reserve." },
  SigType: { type: digits(0, 65_535), description: "The type of its signature." },
  EncType: { type: text, description: "The types of its encryption, with commas." },
} as const satisfies { readonly [option: string]: OptionDefinition };

export type TunnelOption = keyof typeof TUNNEL_OPTIONS;
