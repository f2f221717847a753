import type { Labels, Settings, WritableKey } from "@pilothouse/protocol";

/** Settings for the nodes that fit: by name if names are given, and by labels. */
export interface Group {
  readonly nodes: readonly string[] | undefined;
  readonly labels: Labels;
  readonly network: ReadonlyMap<WritableKey, string>;
  readonly advanced: Settings;
}

/** A `fleet.toml`. Of two groups that set the same, the later one counts. */
export interface Template {
  readonly groups: readonly Group[];
  /** Labels of nodes by their names; a node that is not here keeps those it has. */
  readonly labels: ReadonlyMap<string, Labels>;
}

/** What is wrong with a fleet.toml, and where. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}
