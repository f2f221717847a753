import { NotPossible, type Phase } from "../../port.js";
import { type ConsolePlace, onConsole } from "../control/web-console.js";

const CONSOLE_OFF =
  "i2pd can cancel a graceful wait only on its own web console, which is off. To have it from the next restart on: pilothouse advanced set http.enabled=true http.auth=true http.user=NAME http.pass=PASSWORD. You can still restart or stop it now";
const NOT_OFFERED =
  "i2pd does not offer to cancel this wait: it was begun through its control service, or its web console changed since its start. You can still restart or stop it now";

/** Cancels a wait that was begun with a signal or on the console. */
export async function cancelOn(console: ConsolePlace | undefined): Promise<void> {
  if (console === undefined) throw new NotPossible(CONSOLE_OFF);
  if (!(await onConsole(console, "shutdown_cancel"))) throw new NotPossible(NOT_OFFERED);
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
