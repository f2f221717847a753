interface Beat {
  readonly works: Set<() => void>;
  readonly timer: NodeJS.Timeout;
}

/**
 * What is done every so many milliseconds, by that time: to wake up once for all of it costs less than the work. Timers
 * that a test plays are others, and end with it.
 */
const BEATS = new WeakMap<typeof setInterval, Map<number, Beat>>();

/**
 * Does `work` every `ms` milliseconds, one at a time: a turn that comes while the last one is still under way is left
 * out. All work of one period has its turns at the same moments, so the first can come sooner. A failure is given to
 * `failed` and ends nothing; without `failed` it counts as unhandled. The timer keeps no process alive. The result
 * stops it, and resolves when the turn that is under way has ended.
 */
export function every(
  ms: number,
  work: () => unknown,
  failed: (error: unknown) => void = (error) => {
    throw error;
  },
): () => Promise<void> {
  let turn: Promise<void> | undefined;
  const take = async () => {
    try {
      await work();
    } catch (error) {
      failed(error);
    }
  };
  const leave = join(ms, () => {
    turn ??= take().finally(() => {
      turn = undefined;
    });
  });
  return async () => {
    leave();
    await turn;
  };
}

function join(ms: number, work: () => void): () => void {
  const beats = BEATS.get(setInterval) ?? new Map<number, Beat>();
  BEATS.set(setInterval, beats);
  const beat = beats.get(ms) ?? begin(ms);
  beats.set(ms, beat);
  beat.works.add(work);
  return () => {
    if (!beat.works.delete(work) || beat.works.size > 0) return;
    clearInterval(beat.timer);
    beats.delete(ms);
  };
}

function begin(ms: number): Beat {
  const works = new Set<() => void>();
  const turn = () => {
    for (const work of [...works]) if (works.has(work)) work();
  };
  return { works, timer: setInterval(turn, ms).unref() };
}
