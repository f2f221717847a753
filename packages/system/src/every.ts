/**
 * Does `work` every `ms` milliseconds, one at a time: a turn that comes while the last one is still under way is left
 * out. A failure is given to `failed` and ends nothing; without `failed` it counts as unhandled. The timer keeps no
 * process alive. The result stops it, and resolves when the turn that is under way has ended.
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
  const timer = setInterval(() => {
    turn ??= take().finally(() => {
      turn = undefined;
    });
  }, ms).unref();
  return async () => {
    clearInterval(timer);
    await turn;
  };
}
