import { tunnelTarget } from "../../value-types/i2p-addresses.js";
import { choiceOf, digits, host, onOff, port } from "../../value-types/setting-types.js";
import { accepts, asLine, type ValueType, valueType } from "../../value-types/value-types.js";
import { addressReason } from "../../words/value-reason.js";

/** What programs of this machine reach others through, by the names of the proposal. */
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
/** Bundlers leave it out where it is not used, which they do not where a list is spread. */
export const TUNNEL_TYPES: readonly ((typeof CLIENT_TUNNELS)[number] | (typeof SERVER_TUNNELS)[number])[] =
  /* @__PURE__ */ CLIENT_TUNNELS.concat(SERVER_TUNNELS as never);
export type TunnelType = (typeof TUNNEL_TYPES)[number];

const LONGEST_NAME = 64;
const LONGEST_NOTE = 200;

/**
 * The name of a tunnel: a section of a file, a part of a file's name and the first part of `NAME.Option` in the record
 * of changes, so neither dots nor brackets, slashes or anything that ends a line.
 */
export const tunnelName = valueType({
  type: "string",
  wants: addressReason("wants.tunnelName", { most: LONGEST_NAME }),
  schema: { type: "string", minLength: 1, maxLength: LONGEST_NAME },
  fits: (value): value is string =>
    typeof value === "string" &&
    value.length <= LONGEST_NAME &&
    /^[A-Za-z0-9]([A-Za-z0-9 _-]*[A-Za-z0-9])?$/.test(value),
});

const note = valueType({
  type: "string",
  wants: addressReason("wants.line", { most: LONGEST_NOTE }),
  schema: { type: "string", maxLength: LONGEST_NOTE },
  fits: (value): value is string => typeof value === "string" && asLine(value, LONGEST_NOTE) === value,
});

const aHost = valueType({
  type: "string",
  wants: addressReason("wants.hostName"),
  schema: { type: "string", minLength: 1, maxLength: 253 },
  fits: (value): value is string => value !== "" && accepts(host, value),
});

const encryptionTypes = valueType({
  type: "string",
  wants: "numbers with commas between them",
  schema: { type: "string", pattern: "^[0-9]{1,5}(,[0-9]{1,5}){0,7}$" },
  fits: (value): value is string => typeof value === "string" && /^\d{1,5}(,\d{1,5}){0,7}$/.test(value),
});

/** What a tunnel of this type cannot do without. */
export function neededOptions(type: TunnelType): readonly ("Port" | "TargetPort" | "TargetDestination")[] {
  if ((SERVER_TUNNELS as readonly string[]).includes(type))
    return type === "httpbidirserver" ? ["TargetPort", "Port"] : ["TargetPort"];
  return ["client", "ircclient", "streamrclient"].includes(type) ? ["Port", "TargetDestination"] : ["Port"];
}

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
  Description: { type: note, description: "A note for people." },
  Port: { type: port, description: "The port that programs of this machine connect to." },
  ReachableBy: {
    type: aHost,
    description: "The address of this machine on which that port listens; 127.0.0.1.",
  },
  TargetHost: { type: aHost, description: "The host of the program behind a server tunnel.", alias: "Host" },
  TargetPort: { type: port, description: "The port of the program behind a server tunnel." },
  TargetDestination: {
    type: tunnelTarget,
    description:
      "Where a client tunnel leads to: a name, a b32 address or a whole destination, with a port after a colon.",
    alias: "Destination",
  },
  StartOnLoad: { type: onOff, description: "Whether it runs whenever the router runs; true." },
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
  EncType: { type: encryptionTypes, description: "The types of its encryption, with commas." },
} as const satisfies { readonly [option: string]: OptionDefinition };

export type TunnelOption = keyof typeof TUNNEL_OPTIONS;
