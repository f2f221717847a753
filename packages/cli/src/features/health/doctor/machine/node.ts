import { type Check, type Finding, ok, problem, warning } from "@pilothouse/system";
import type { Machine } from "../situation.js";

/** What the packages themselves ask for (`engines`). */
const LEAST = [20, 12, 0] as const;

/**
 * The first release of each line in which a stranger's header or TLS record no longer ends the process:
 * CVE-2025-59465, CVE-2026-21637, CVE-2026-21710. Lines after the last have it from their beginning.
 */
const SAFE: { readonly [major: number]: readonly [number, number, number] } = {
  20: [20, 20, 2],
  22: [22, 22, 2],
  24: [24, 14, 1],
  25: [25, 8, 2],
};
const LAST_LINE = Math.max(...Object.keys(SAFE).map(Number));

export function checkNode(version: string): Finding {
  const parts = version.split(".").map((part) => Number.parseInt(part, 10));
  const below = (least: readonly number[]) => {
    const at = least.findIndex((part, index) => parts[index] !== part);
    return at >= 0 && (parts[at] ?? 0) < (least[at] ?? 0);
  };
  const seen = `Node.js ${version}`;
  if (below(LEAST))
    return problem(`${seen}, older than ${LEAST.join(".")}`, "install a supported Node.js, 22 or newer");
  const [major = 0] = parts;
  const safe = SAFE[major];
  if (major > LAST_LINE || (safe !== undefined && !below(safe))) return ok(seen);
  return warning(
    `${seen} has known vulnerabilities with which anyone who can connect can end the process`,
    safe === undefined
      ? "install a Node.js that is still maintained, 22 or newer"
      : `install ${safe.join(".")} or newer, unless your distribution has put the fixes into this one, as Debian does`,
  );
}

export const node: Check<Machine> = {
  name: "node",
  look: () => checkNode(process.versions.node),
};
