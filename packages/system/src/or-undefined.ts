/** Undefined for what is not there (ENOENT, or another code that says so here), rather than an error. */
export function orNoEntry<T>(look: () => Promise<T>, ...also: string[]): Promise<T | undefined>;
export function orNoEntry<T>(look: () => T, ...also: string[]): T | undefined;
export function orNoEntry<T>(
  look: () => T | Promise<T>,
  ...also: string[]
): T | undefined | Promise<T | undefined> {
  const unlessAbsent = (error: unknown): undefined => {
    if (!isNoEntry(error) && !also.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  };
  try {
    const found = look();
    return found instanceof Promise ? found.catch(unlessAbsent) : found;
  } catch (error) {
    return unlessAbsent(error);
  }
}

export const isNoEntry = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** Undefined for what fails in any way. */
export function orNone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
