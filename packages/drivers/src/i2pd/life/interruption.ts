import { reason } from "@pilothouse/protocol";
import { type Clock, RouterUnavailable, ticksOf, wouldCutShort } from "../../port.js";
import { begin, requested, type State } from "./lifecycle.js";
import type { Hands, Supervision } from "./supervision.js";

/** The router ran, and was stopped for the work; or it did not run before. */
export type Interrupted = "restarted" | "not running";

/**
 * Does some work while the router does not run, and starts it again if it ran: with what the work has changed, or with
 * what was there before if the work failed. Resolves when the router has come up, and rejects if it does not.
 */
export function whileStopped(
  supervision: Supervision,
  clock: Clock,
  work: () => Promise<void>,
): Promise<Interrupted> {
  return supervision.exclusively(async (hands) => {
    await settled(hands, "starting");
    if (hands.state().name === "stopped") {
      await work();
      return "not running";
    }
    requireRunning(hands.state());
    await supervision.parts.engine.ready?.("start");
    await hands.take(requested(hands.state(), "Restart", ticksOf(clock), 0));
    await gone(hands, clock);
    const failure = await work().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    await hands.take(begin(ticksOf(clock)));
    await settled(hands, "starting");
    if (failure !== undefined) throw failure.error;
    if (hands.state().name !== "running") throw notUp(supervision);
    return "restarted";
  });
}

function requireRunning(state: State): void {
  if (state.name === "draining") throw wouldCutShort();
  if (state.name !== "running") throw new RouterUnavailable(reason("router.notRunning"), "unreachable");
}

async function settled(hands: Hands, name: State["name"]): Promise<void> {
  for (await hands.look(); hands.state().name === name; await hands.look()) await hands.pause();
}

/** One that does not end in time is killed. */
async function gone(hands: Hands, clock: Clock): Promise<void> {
  while (await hands.runs()) {
    const state = hands.state();
    if (state.name === "stopping" && ticksOf(clock) >= state.until)
      await hands.take({ state: { ...state, until: state.until + 5_000 }, operation: "kill" });
    await hands.pause();
  }
}

const notUp = (supervision: Supervision): RouterUnavailable =>
  new RouterUnavailable(supervision.note ?? reason("exit.unknown"), "failed");
