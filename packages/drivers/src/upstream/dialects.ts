import { type Client, INFO_NAMES } from "@pilothouse/client";
import {
  type DetailKey,
  type Details,
  type LifecycleAction,
  SERVICE_NAMES,
  type ServiceName,
} from "@pilothouse/protocol";
import { SHORT_SERVICES } from "../i2pd-wire/quirks.js";
import type { Facts, RouterSettings } from "../port.js";
import { askDetails } from "./details.js";
import { I2pdUpstreamSettings, i2pdDetails, i2pdInfo } from "./i2pd-dialect.js";
import { takes } from "./java/java-config.js";
import { JavaSettings } from "./java/java-settings.js";
import type { Memory } from "./life/memory.js";
import type { Connection } from "./link/connection.js";
import { toFacts } from "./wire-names.js";

/** What differs between servers of this interface. */
export interface Dialect {
  readonly description: string;
  /** What the router reports, in the interface's meaning. */
  info(client: Client, signal: AbortSignal): Promise<Facts>;
  /** What it tells beyond that, of these keys. */
  details(client: Client, keys: readonly DetailKey[], signal: AbortSignal): Promise<Details>;
  settings(connection: Connection, memory: Memory): RouterSettings;
  /** As of `RouterSettings`, known before any settings are asked for. */
  readonly takes?: RouterSettings["takes"];
  /** The client services that can be asked for safely. */
  readonly services: readonly ServiceName[];
  /** Actions that it answers and does not carry out. */
  readonly lacks?: readonly LifecycleAction[];
}

/** The service writes the status text itself; the router's own text is passed on in addition. */
async function javaInfo(client: Client, signal: AbortSignal): Promise<Facts> {
  const { status, ...reported } = await client.routerInfo(INFO_NAMES, { signal });
  return toFacts({ ...(status !== undefined && { "status.own": status }), ...reported });
}

export const DIALECTS = {
  /** Also for any other server: the workarounds do no harm to a server without these quirks. */
  java: {
    description: "Java I2P, or a server that keeps to the interface",
    info: javaInfo,
    details: askDetails,
    settings: (connection, memory) => new JavaSettings(connection, memory),
    takes,
    services: SERVICE_NAMES,
  },
  i2pd: {
    description: "i2pd's control service",
    info: i2pdInfo,
    details: i2pdDetails,
    settings: (connection) => new I2pdUpstreamSettings(connection),
    services: SHORT_SERVICES,
    lacks: ["Restart", "RestartGraceful"],
  },
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;

/** Which server it is. i2pd reports "0" or "1" where others have a sentence. */
export async function recognise(client: Client, signal: AbortSignal): Promise<DialectName> {
  const { status } = await client.routerInfo(["status"], { signal });
  return status === "0" || status === "1" ? "i2pd" : "java";
}
