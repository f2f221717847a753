import { Complaint, EXIT } from "../../terminal/exit.js";

/** Labels as they are typed: `site=ams`. */
export function labelsFrom(given: readonly string[] = []): { readonly [key: string]: string } {
  return Object.fromEntries(
    given.map((one) => {
      const [, key, value] = /^([^=]+)=(.+)$/.exec(one) ?? [];
      if (key === undefined || value === undefined)
        throw new Complaint(
          `${JSON.stringify(one)} is not a label; write key=value, such as site=ams`,
          EXIT.usage,
        );
      return [key, value];
    }),
  );
}

/** Changes as they are typed: `site=ams` sets one, `site-` removes it. */
export function labelChangesFrom(given: readonly string[]): { readonly [key: string]: string | null } {
  const removed = given.filter((one) => !one.includes("=") && one.endsWith("-"));
  const set = given.filter((one) => !removed.includes(one));
  return { ...labelsFrom(set), ...Object.fromEntries(removed.map((one) => [one.slice(0, -1), null])) };
}

export const labelText = (labels: { readonly [key: string]: string }): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
