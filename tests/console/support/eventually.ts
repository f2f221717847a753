import { type ExpectStatic, expect } from "vitest";

/** How long a page may take on a busy machine. Normally nothing waits this long. */
export const PATIENCE = 120_000;

/**
 * Expects something of a page or a service that changes by itself: reads it again until it is as expected.
 * A page never has to be as expected at the moment of the first look.
 */
export const eventually = (read: () => unknown): ReturnType<ExpectStatic["poll"]> =>
  expect.poll(read, { timeout: PATIENCE, interval: 50 });
