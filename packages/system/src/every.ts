/** What is done every so many milliseconds, by that time. To wake up once for all of it costs less than its work. */
const BEATS = new Map<number, { readonly works: Set<() => void>; readonly timer: NodeJS.Timeout }>();

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
  const works = BEATS.get(ms)?.works ?? new Set();
  if (works.size === 0) {
    const timer = setInterval(() => {
      for (const one of [...works]) if (works.has(one)) one();
    }, ms).unref();
    BEATS.set(ms, { works, timer });
  }
  works.add(work);
  return () => {
    if (!works.delete(work) || works.size > 0) return;
    clearInterval(BEATS.get(ms)?.timer);
    BEATS.delete(ms);
  };
}
