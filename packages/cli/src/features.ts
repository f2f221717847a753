import type { Feature } from "./command/definition.js";
import { Complaint, EXIT } from "./terminal/exit.js";

/** What can be left out of the program: everything of it is loaded from here. */
const OPTIONAL: { readonly [name: string]: () => Promise<Feature> } = {
  fleet: async () => (await import("./features/fleet/feature.js")).fleet,
};

/** PILOTHOUSE_WITHOUT=fleet: the program then has no commands, settings and checks of fleets, and loads nothing of them. */
export const LEFT_OUT: readonly string[] =
  process.env["PILOTHOUSE_WITHOUT"]?.split(",").flatMap((name) => name.trim() || []) ?? [];

export const loadFeatures = (): Promise<readonly Feature[]> =>
  Promise.all(Object.entries(OPTIONAL).flatMap(([name, load]) => (LEFT_OUT.includes(name) ? [] : [load()])));

export function requireKnown(names: readonly string[]): void {
  const wrong = names.find((name) => !Object.hasOwn(OPTIONAL, name));
  if (wrong === undefined) return;
  const known = Object.keys(OPTIONAL).join(", ");
  throw new Complaint(`PILOTHOUSE_WITHOUT: ${wrong} cannot be left out; what can be is ${known}`, EXIT.usage);
}
