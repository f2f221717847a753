/** Quirks of i2pd as a process; the quirks of its answers are in `i2pd-wire/`. */

/** Its main thread, and so the process, is called `i2pd` (2.45) or `i2pd-daemon` (since 2.55). */
export const PROCESS_NAME = /^i2pd/;

/** Transit tunnels end after ten minutes; on SIGINT i2pd waits as long, or until there are none. */
export const DRAINED_AFTER = 600_000;

/** `ShutdownGraceful` of the control service waits for the age at which i2pd drops its last tunnel. */
export const TUNNELS_GONE_AFTER = 660_000;

/** Where its own services listen unless its file says otherwise, by its sections. */
export const USUAL_PORTS = {
  http: 7070,
  httpproxy: 4444,
  socksproxy: 4447,
  sam: 7656,
  bob: 2827,
  i2cp: 7654,
  i2pcontrol: 7650,
} as const;
