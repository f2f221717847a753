import { statSync } from "node:fs";
import { type Check, type Finding, ok, problem, warning } from "@pilothouse/system";
import type { Machine } from "../situation.js";

const DAY = 86_400_000;
const TIMEDATECTL = ["timedatectl", "show", "--property=NTPSynchronized", "--value"];
const PUT_RIGHT = "set the clock and keep it synchronised: timedatectl set-ntp true";

/** Routers whose clock is off by more than a minute find no peers; certificates and tokens go by it too. */
export const clock: Check<Machine> = {
  name: "clock",
  look: async ({ now, run }) => {
    const output = await run(TIMEDATECTL, { timeout: 3_000 }).catch(() => undefined);
    return checkClock(now, builtAt(), output?.code === 0 ? output.stdout.trim() : "");
  },
};

export function checkClock(now: number, built: number, synchronised: string): Finding {
  const description = `the clock says ${new Date(now).toISOString()}`;
  // A day for file systems and time zones that disagree.
  if (now < built - DAY)
    return problem(
      `${description}, which is before this program was built (${new Date(built).toISOString().slice(0, 10)})`,
      PUT_RIGHT,
    );
  if (synchronised === "no") return warning(`${description}, and nothing synchronises it`, PUT_RIGHT);
  return ok(synchronised === "yes" ? `${description}, synchronised by NTP` : description);
}

/** This very file is written when the program is built or installed. */
const builtAt = (): number => statSync(new URL(import.meta.url)).mtimeMs;
