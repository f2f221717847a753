/**
 * Work that runs beside a test. Its failure is seen where the test awaits it. If the test ends before that for
 * another reason, this avoids an unhandled rejection.
 */
export function beside<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
