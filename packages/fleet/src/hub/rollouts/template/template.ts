import type { Labels, Reason, Settings, WritableKey } from "@pilothouse/protocol";

/** Settings for the nodes that fit: by name if names are given, and by labels. */
export interface Group {
  readonly nodes: readonly string[] | undefined;
  readonly labels: Labels;
  readonly network: ReadonlyMap<WritableKey, string>;
  readonly advanced: Settings;
  /** Options of tunnels, by `NAME.Option`. */
  readonly tunnels: Settings;
}

/** A `fleet.toml`. Of two groups that set the same, the later one counts. */
export interface Template {
  readonly groups: readonly Group[];
  /** Labels of nodes by their names; a node that is not here keeps those it has. */
  readonly labels: ReadonlyMap<string, Labels>;
}

/** Where something is in a fleet.toml: a line, or a name in a group (by its number from 0) or anywhere. */
export interface Place {
  readonly line?: number;
  readonly group?: number;
  readonly name?: string;
}

/** What is wrong with a fleet.toml, and where. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";

  constructor(
    message: string,
    readonly place: Place = {},
    /** The same in the reader's language, where there is a text for it. */
    readonly why?: Reason,
  ) {
    super(message);
  }
}
