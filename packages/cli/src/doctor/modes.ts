/** Permissions as people write them: "0644". */
export const modeText = (mode: number): string => (mode & 0o7777).toString(8).padStart(4, "0");

/** Undefined for what is not there, rather than an error. */
export function orNoEntry<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
