import type { Logger } from "pino";

/** What the service needs of a log; pino's, or nothing in tests. */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal">;

const nothing = () => {};
export const silentLog: Log = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
