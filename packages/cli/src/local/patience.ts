const TURN_MS = 100;

/**
 * Does `work` when the program has had so much time for something else. It counts its own turns instead of looking at
 * the clock: on a machine that is too busy to let this program run, the time has not been its own.
 */
export function afterTimeToRun(ms: number, work: () => void): void {
  let turns = 0;
  const timer = setInterval(() => {
    turns++;
    if (turns * TURN_MS < ms) return;
    clearInterval(timer);
    work();
  }, TURN_MS);
  timer.unref();
}
