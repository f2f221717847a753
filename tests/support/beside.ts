/**
 * Work that goes on beside a test. Its failure is seen where the test awaits it; should the test end before
 * that, for another reason, it is nobody's unhandled rejection.
 */
export function beside<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
