import { Complaint, EXIT } from "../../terminal/exit.js";

/** Labels as they are typed: `site=ams`. */
export function labelsFrom(given: readonly string[] = []): { readonly [key: string]: string } {
  const labels = new Map<string, string>();
  for (const one of given) {
    const [, key, value] = /^([^=]+)=(.+)$/.exec(one) ?? [];
    if (key === undefined || value === undefined)
      throw new Complaint(
        `${JSON.stringify(one)} is not a label; write key=value, such as site=ams`,
        EXIT.usage,
      );
    requireNew(key, labels);
    labels.set(key, value);
  }
  return Object.fromEntries(labels);
}

/** Changes as they are typed: `site=ams` sets one, `site-` removes it. */
export function labelChangesFrom(given: readonly string[]): { readonly [key: string]: string | null } {
  const removed = given.filter((one) => !one.includes("=") && one.endsWith("-"));
  const set = given.filter((one) => !removed.includes(one));
  const changes = new Map<string, string | null>(Object.entries(labelsFrom(set)));
  for (const key of removed.map((one) => one.slice(0, -1))) {
    requireNew(key, changes);
    changes.set(key, null);
  }
  return Object.fromEntries(changes);
}

function requireNew(key: string, known: ReadonlyMap<string, unknown>): void {
  if (known.has(key)) throw new Complaint(`the label ${key} is given twice; give it once`, EXIT.usage);
}

export const labelText = (labels: { readonly [key: string]: string }): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
