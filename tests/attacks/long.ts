/** `PILOTHOUSE_TEST_LONG=1` runs the long form of the attacks: minutes instead of seconds. */
export const LONG = process.env["PILOTHOUSE_TEST_LONG"] !== undefined;
