import type { ValueType } from "../value-types/value-types.js";
import type { Scope } from "./scope.js";

/** How much an event matters, from the least to the most. */
export const SEVERITIES = ["info", "warning", "error"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Something that can be in the timeline. */
export interface EventDefinition {
  readonly severity: Severity;
  /** What happened, in a sentence; `{name}` stands for a value of the event's data. */
  readonly description: string;
  /** What of the data there always is. */
  readonly data?: readonly string[];
  /** The kinds that are over when this happens. */
  readonly resolves?: readonly string[];
}
export type EventDefinitions = { readonly [kind: string]: EventDefinition };

/**
 * How much a finding matters, from the least to the most: good to know; not known or not over yet; works and should
 * not stay so; does not work.
 */
export const FINDING_LEVELS = ["note", "wait", "warning", "problem"] as const;

/** Something that can be found about a router, its service or a fleet. */
export interface FindingDefinition {
  readonly level: (typeof FINDING_LEVELS)[number];
  /** What was found, in a sentence; `{name}` stands for a value of the finding. */
  readonly description: string;
  /** What to do about it. */
  readonly todo: string;
  /** The action of RouterManager that does it. */
  readonly action?: string;
  /** Minutes for which it must hold before a notification is sent. Absent: none is sent. */
  readonly notify?: number;
  /** No notification is sent when it is over. */
  readonly once?: true;
}
export type FindingDefinitions = { readonly [key: string]: FindingDefinition };

/** A command to the router. */
export interface ActionDefinition {
  readonly result: ValueType<unknown>;
  readonly description: string;
  readonly scope: Scope;
  /** Ends or restarts the router: two of these in one request contradict each other. */
  readonly lifecycle?: Ending;
  /** The answer comes when the action is over, which can take minutes. */
  readonly blocking?: true;
  readonly extension?: true;
}
export type ActionDefinitions = { readonly [action: string]: ActionDefinition };

/** What follows the end of the router, and whether it waits for participating tunnels to expire. */
export interface Ending {
  readonly next: "restart" | "stop";
  readonly graceful: boolean;
}

/** A table in the order of these names; what they leave out comes after them. */
/* @__NO_SIDE_EFFECTS__ */
export const inOrder = <T extends object>(table: T, names: readonly (keyof T)[]): T => ({
  ...Object.fromEntries(names.map((name) => [name, undefined])),
  ...table,
});
