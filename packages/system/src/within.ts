const LATE = Symbol("late");

/** What comes of `work`, or what `late` makes of it when that takes longer than `ms`. The work itself goes on. */
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
