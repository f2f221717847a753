import type { Clause } from "../spec/clause.js";
import type { SettingKey } from "../spec/keys.js";
import type { Json } from "../wire/json.js";
import type { Send } from "../wire/request.js";
import type { Exchanged } from "./exchanged.js";
import type { View, Want } from "./want.js";

export const PROFILES = [
  "envelope",
  "auth",
  "info",
  "rates",
  "settings",
  "advanced",
  "actions",
  "service",
  "http",
  "security",
  "tunnels",
  "addressbook",
] as const;
export type Profile = (typeof PROFILES)[number];
export type Level = "MUST" | "SHOULD";

/** What a check needs, beside a server that answers. */
export type Need =
  | "token"
  /** It changes settings, which are put back. */
  | "writes"
  | "restart"
  | "shutdown"
  | "update"
  | "password-change"
  | "token-lifetime"
  | "tls";

/** One request, and what is wanted of its reply. */
export interface Step {
  readonly send: Send;
  readonly want: readonly Want[];
  /** What later steps use, by the variable it becomes: a field of the result, or what is found in the reply. */
  readonly keep?: { readonly [variable: string]: string | ((view: View) => string | undefined) };
  /** A pause before the request. */
  readonly pause?: "settle" | "expiry";
  /** What is wanted may take a while: the request is sent again for some time, with a pause each. */
  readonly again?: true;
  /** Goes out before the request, and stays open while it is answered. */
  readonly beside?: Send;
  /**
   * "back": the router restarts, and the server answers again. "any time": it may be away for a while, now or
   * later. "gone": it may be away for good, now or later.
   */
  readonly leaves?: "back" | "any time" | "gone";
}

/** What every check says of itself. */
export interface Common {
  /** Stable: it stays the same from revision to revision. */
  readonly id: string;
  readonly level: Level;
  readonly says: string;
  readonly clause: Clause;
  /** To know how to make a server fail it would endanger the users of that server. */
  readonly endangers?: true;
}

/** A check that asks something of its own. */
export interface Asking extends Common {
  readonly steps: readonly Step[];
  /** Beside what follows from its steps and from the setting that it changes. */
  readonly needs?: readonly Need[];
  /** A setting that is changed: its value becomes $OLD, another that it takes becomes $NEW. */
  readonly setting?: SettingKey;
  /** An advanced setting that may be changed: $PROBE, with $FIRST and $SECOND for its values. */
  readonly probe?: true;
  /** Takes back what a server did that carried out what it should refuse. */
  readonly undo?: Send;
  /** After all others: 1 restarts the router, 2 may end a bad server, 3 ends any. */
  readonly late?: 1 | 2 | 3;
}

/** A check that watches all replies of the run. */
export interface Watching extends Common {
  /** Which replies it looks at; all when left out. */
  readonly about?: (exchanged: Exchanged) => boolean;
  readonly watch: (exchanged: Exchanged) => string | undefined;
}

export type Check = Asking | Watching;
export const changesSettings = ({ setting, probe }: Asking): boolean =>
  setting !== undefined || probe === true;
export function needsOf(check: Asking): readonly Need[] {
  const needs = new Set<Need>();
  if (JSON.stringify(check.steps).includes("$TOKEN")) needs.add("token");
  if (changesSettings(check)) needs.add("writes");
  for (const need of check.needs ?? []) needs.add(need);
  return [...needs];
}
export const isWatching = (check: Check): check is Watching => "watch" in check;
export const profileOf = ({ id }: { readonly id: string }): Profile => id.split(".", 1)[0] as Profile;

type Params = { readonly [name: string]: Json | number | object };

/** A call as the specification writes it. Null leaves the token out. */
export function call(method: string, params: Params = {}, token: string | null = "$TOKEN"): Send {
  const all = { ...params, ...(token === null ? {} : { Token: token }) };
  return {
    method,
    body: `{"jsonrpc":"2.0","id":$ID,"method":${JSON.stringify(method)},"params":${JSON.stringify(all)}}`,
  };
}

/** A body as it is. */
export const body = (text: string | Buffer): Send => ({ body: text });

export const ask = (send: Send, ...want: readonly Want[]): Step => ({ send, want });

type Row = [id: string, says: string, clause: Clause, ...steps: Step[]];
export function asking(level: Level, ...[id, says, clause, ...steps]: Row): Asking {
  return { id, level, says, clause, steps };
}
export const must = (...row: Row): Asking => asking("MUST", ...row);
export const should = (...row: Row): Asking => asking("SHOULD", ...row);

export const login = (password = "$PASSWORD"): Send =>
  call("Authenticate", { API: 1, Password: password }, null);
