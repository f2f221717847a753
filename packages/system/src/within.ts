const LATE = Symbol("late");

/** The result of `work`, or of `late` when that takes longer than `ms`. The work itself continues. */
export async function within<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, ms, LATE);
  });
  try {
    const first = await Promise.race([work, enough]);
    return first === LATE ? late() : first;
  } finally {
    clearTimeout(timer);
  }
}
