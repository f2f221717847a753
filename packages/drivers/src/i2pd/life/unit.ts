import { reason } from "@pilothouse/protocol";
import type { Run } from "@pilothouse/system";
import type { Commands } from "../options.js";
import type { Ending } from "./ending.js";

/** How systemd's manual spells what a process ended with (siginfo's si_code). */
const EXITED = "1";

export interface UnitEnding extends Ending {
  /** It has not ended, whether it answers or not. */
  readonly active: boolean;
  /** How often systemd has started it again by itself since somebody started it. */
  readonly restarts: number;
  /** Somebody stops it, or starts it again, right now. */
  readonly changing: boolean;
}

/**
 * What systemd says about a unit that is gone, when systemctl starts it. A unit that was stopped, or
 * ended with success, is inactive; one that crashed has failed. Undefined with any other command.
 */
export async function endingOfUnit(
  commands: Commands | undefined,
  run: Run,
): Promise<UnitEnding | undefined> {
  const start = commands?.start ?? [];
  const systemctl = start.findIndex((word) => /(^|\/)systemctl$/.test(word));
  const verb = start.indexOf("start", systemctl + 1);
  if (systemctl < 0 || verb < 0) return undefined;
  // Without a prefix such as sudo: every user may read the state.
  const flags = start.slice(systemctl, verb);
  const names = ["LoadState", "ActiveState", "Result", "ExecMainCode", "ExecMainStatus", "NRestarts"];
  const asked = [...flags, "show", `--property=${names.join(",")}`, ...start.slice(verb + 1)];
  const shown = await run(asked, { timeout: 5_000 });
  if (shown.code !== 0) return undefined;
  const reported = new Map(shown.stdout.split("\n").map((line) => line.split("=", 2) as [string, string]));
  const status = reported.get("ExecMainStatus");
  const code = reported.get("ExecMainCode") === EXITED ? "exit.unit" : "exit.unitSignal";
  const state = reported.get("ActiveState") ?? "";
  const restarts = Number(reported.get("NRestarts") ?? 0);
  const isWell = reported.get("Result") === "success";
  const ended = state === "inactive" && isWell;
  const active = state === "active";
  return {
    active,
    restarts,
    changing: isWell && (state === "deactivating" || (state === "activating" && restarts === 0)),
    // The same is said of a unit that does not exist; trying to start it says more.
    stopped: ended && reported.get("LoadState") !== "not-found",
    why: active
      ? reason("exit.unitSilent")
      : reason(code, { result: String(reported.get("Result")), status: String(status) }),
  };
}
