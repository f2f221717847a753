import { type Clock, ticksOf } from "../../port.js";

/** The two clocks are not read at once: a smaller difference means nothing. */
const CLOCK_SET = 1_000;

/** The time of day as if the clock had not been set since this was made, for waits and for what is saved of them. */
export interface SteadyTime {
  now(): number;
  /** How far the time of day was set since. */
  wasSet(): number;
}

export function steadyTime(clock: Clock): SteadyTime {
  const epoch = clock.now() - ticksOf(clock);
  // In whole milliseconds, as all times that are reported or saved; a monotonic clock has fractions of them.
  const now = () => Math.round(ticksOf(clock) + epoch);
  return {
    now,
    wasSet() {
      const set = Math.round(clock.now() - now());
      return Math.abs(set) > CLOCK_SET ? set : 0;
    },
  };
}
