import { setTimeout as sleep } from "node:timers/promises";
import { reason } from "@pilothouse/protocol";
import { NotPossible, type Phase } from "../../port.js";
import { type ConsolePlace, onConsole } from "../control/web-console.js";

/** On a busy machine i2pd may not have taken the signal yet with which the wait began. */
const PATIENCE_MS = 2_000;
const ASK_EVERY_MS = 100;

/** Cancels a wait that was begun with a signal or on the console. */
export async function cancelOn(console: ConsolePlace | undefined): Promise<void> {
  if (console === undefined) throw new NotPossible(reason("i2pd.consoleOff"));
  const end = performance.now() + PATIENCE_MS;
  while (!(await onConsole(console, "shutdown_cancel"))) {
    if (performance.now() >= end) throw new NotPossible(reason("i2pd.notOffered"));
    await sleep(ASK_EVERY_MS);
  }
}

/** The phase, with the note that a wait cannot be cancelled while the console is off. */
export async function withCancelling(
  phase: Phase,
  console: () => Promise<ConsolePlace | undefined>,
): Promise<Phase> {
  const isFixed = phase.name === "draining" && (await console()) === undefined;
  return isFixed ? { ...phase, cancellable: false } : phase;
}

/** Whether a wait was begun on the console; false when that is off, or does not answer. */
export async function drainOn(console: ConsolePlace | undefined): Promise<boolean> {
  if (console === undefined) return false;
  return onConsole(console, "shutdown_start").catch(() => false);
}
