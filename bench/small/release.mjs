// The figures of the last release, which are replaced with each: what has become worse since is said beside the new one.
import { readFileSync } from "node:fs";

const FIGURES = JSON.parse(readFileSync(new URL("./release.json", import.meta.url), "utf8"));
/** Below that it may be the noise of the machine. */
const WORSE = 1.1;

/** A figure of which less is better, beside that of the release. */
export function besideRelease(name, value, digits = 2) {
  const before = FIGURES[name];
  const change = Math.round((value / before - 1) * 100);
  const verdict = value > before * WORSE ? `: ${change}% WORSE` : "";
  return `${value.toFixed(digits)} (release: ${before}${verdict})`;
}
