import { shown } from "@pilothouse/protocol";
import { FeedFault } from "./feed-fault.js";

/** Dotted numbers, and after a hyphen a build number ("2.13.0-3") or the name of a pre-release ("2.14.0-rc1"). */
export const VERSION = /^(\d{1,9}(?:\.\d{1,9}){0,5})(?:-([0-9A-Za-z][0-9A-Za-z.+-]{0,31}))?$/;

/** Missing numbers are 0. A build number comes after the bare version, a pre-release before it. */
function rank(version: string): readonly number[] {
  const [, numbers, suffix] = VERSION.exec(version) ?? [];
  if (numbers === undefined) throw new FeedFault("incomparable", "notVersion", { version: shown(version) });
  const parts = numbers.split(".").map(Number);
  const build = suffix === undefined ? 0 : /^\d{1,9}$/.test(suffix) ? Number(suffix) : -1;
  return [...parts, ...Array<number>(6 - parts.length).fill(0), build];
}

/**
 * Whether `offered` comes after `current`. Two pre-releases of one version have no order: an update must
 * be newer beyond doubt, or an old manifest with a good signature could lead a router back.
 */
export function isNewer(offered: string, current: string): boolean {
  const now = rank(current);
  const difference = rank(offered).map((part, i) => part - (now[i] ?? 0));
  return (difference.find((part) => part !== 0) ?? 0) > 0;
}
