/** `PILOTHOUSE_TEST_LONG=1` runs the long form of the tests, as `npm run soak` does: minutes instead of seconds. */
export const LONG = process.env["PILOTHOUSE_TEST_LONG"] !== undefined;

/** How long a router is watched for leaks; `PILOTHOUSE_SOAK_SECONDS` sets another time. */
export const SOAK_MS = Number(process.env["PILOTHOUSE_SOAK_SECONDS"] ?? (LONG ? 1_200 : 15)) * 1_000;

/**
 * How often something is done: in the short form, in the long one, or as often as `PILOTHOUSE_SOAK_COUNT` says, which
 * `npm run soak -- <part> --count=…` sets for each of its slices.
 */
export const times = (short: number, long: number): number =>
  Number(process.env["PILOTHOUSE_SOAK_COUNT"] ?? (LONG ? long : short));

/** Each slice has seeds of its own. */
export const SLICE = Number(process.env["PILOTHOUSE_SOAK_SLICE"] ?? 0);
