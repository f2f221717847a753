/** Undefined for what is not there, rather than an error. */
export function orNoEntry<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Undefined for what fails in any way. */
export function orNone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
