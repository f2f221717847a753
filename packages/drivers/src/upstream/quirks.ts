import type { WritableKey } from "@pilothouse/protocol";

/**
 * What servers of this interface do otherwise than the interface says, as far as it matters here.
 * "Recorded" is an exchange of `fixtures/java-i2p-2.13.0.jsonl`, by its name; "measured" was seen in
 * runs of Java I2P 2.13.0 (webapp 0.12.0) and of i2pd 2.45.1 and 2.59.0.
 */
interface Quirk {
  readonly of: "java" | "i2pd";
  readonly description: string;
  readonly evidence: string;
  /** Where it is dealt with. */
  readonly absorbed: string;
}

export const QUIRKS = {
  connectionsReset: {
    of: "java",
    description: "with 56 or more busy connections it resets some; 48 are served well",
    evidence: "measured under load",
    absorbed: "at most 8 connections; the client's link tries a read once more (`console-link.ts`)",
  },
  digestLogin: {
    of: "java",
    description:
      "with a console password every request wants an MD5 Digest login of its own; Basic is refused",
    evidence: "measured: 401, realm i2prouter",
    absorbed: "`console-link.ts`, `digest.ts`",
  },
  tokensInMemory: {
    of: "java",
    description: "tokens live a day and are gone after a restart",
    evidence: "recorded: 41-rm-oldtoken-after-restart",
    absorbed: "the client's session logs in again",
  },
  freeGuesses: {
    of: "java",
    description: "a login costs it 200 ms of processor time, and guesses are not limited",
    evidence: "measured: 12 logins a second",
    absorbed: "a refused login is not tried again for a while (`connection.ts`)",
  },
  reseedNotReported: {
    of: "java",
    description: "isreseeding is false also during a reseed; i2pd does not know the key",
    evidence: "recorded: 40-rm-isreseeding-during",
    absorbed: "`reseeding.ts`",
  },
  endNotReported: {
    of: "java",
    description: "nothing reliable shows a graceful wait or a restart under way",
    evidence: "recorded: 41-rm-ri-during-graceful has a localized sentence and nothing else",
    absorbed: "`life.ts`",
  },
  detectedIpFails: {
    of: "java",
    description:
      "ssu.detectedip always answers HTTP 500, and fails what is asked with it: it looks for an address of style SSU, and routers publish SSU2",
    evidence: "recorded: 10-ns-read-default-ssu.detectedip; measured with a published SSU2 address",
    absorbed: "taken from i2np.lastIP of the configuration (`java-config.ts`)",
  },
  writesNotEchoed: {
    of: "java",
    description: "the answer to a write does not hold the keys that were written",
    evidence: "recorded: 12-ns-write-bw.in-512",
    absorbed: "read back after every write (`java-settings.ts`)",
  },
  halfWrites: {
    of: "java",
    description:
      "when one key of a NetworkSetting is refused, those before it stay written: its own order counts, bw.in before bw.out",
    evidence:
      "recorded: 11-ns-partial-laptop-then-badbw, 11-ns-partial-check; measured: settings.atomic of the conformance kit",
    absorbed: "read before, undone after (`java-settings.ts`)",
  },
  poisoning: {
    of: "java",
    description:
      "a setting that its file cannot hold answers HTTP 500 and stays in memory; every later write then answers 500 although it is made and saved without that setting, and FindUpdates answers nothing",
    evidence:
      "recorded: 21-as-set-newline, 21-as-set-badkey, 22-as-poison-…, 23-as-set-hash-in-value; measured: the file",
    absorbed: "refused before it is sent; named when someone else did it (the client's `java-poison.ts`)",
  },
  jsonErrorPages: {
    of: "java",
    description: "HTTP errors come as JSON, though not JSON-RPC, to a client that accepts JSON",
    evidence: "measured: 500 and 401 with Accept: application/json",
    absorbed: "the client looks at the status first (`reply.ts`)",
  },
  unnoticedDisk: {
    of: "java",
    description:
      "NetworkSetting answers SettingsSaved although the file could not be written; AdvancedSettings says so",
    evidence: "measured: a directory in the way of router.config.tmp",
    absorbed: "what NetworkSetting wrote is written once more as AdvancedSettings (`java-settings.ts`)",
  },
  trimmedValues: {
    of: "java",
    description: "blanks at the ends of a name or a value are lost when the file is read again",
    evidence: "measured: a restart",
    absorbed: "refused before it is sent (`java-config.ts`)",
  },
  bandwidthBounds: {
    of: "java",
    description:
      "a limit of 0 counts as 300 in and 60 out, 1 to 4 as 5; outbound is capped at 16384; above 1906500 an int overflows; bursts of 0 and below count as the default",
    evidence: "measured: bursts of -1 and -20 on disk after 2147483647; the rest by its source",
    absorbed: "refused before it is sent (`java-config.ts`)",
  },
  autoport: {
    of: "java",
    description:
      "with i2np.ntcp.autoport, which is on by default, ntcp.port is the port of UDP, and a write of the stored value is skipped",
    evidence: "measured",
    absorbed: "autoport is switched off with every write of the port (`java-config.ts`)",
  },
  wrapperGivesUp: {
    of: "java",
    description:
      "the wrapper ends the router for good when it has lived for less than 300 s five times in a row",
    evidence: "measured: the fifth quick Restart",
    absorbed: "not absorbed: the documentation says so",
  },
  emptySetAll: {
    of: "java",
    description: "setAll with no settings answers HTTP 500 and changes nothing",
    evidence: "recorded: 23-as-setAll-empty",
    absorbed: "refused before it is sent (`java-settings.ts`)",
  },
  ratePeriods: {
    of: "java",
    description:
      "an unknown statistic is made and answers 0.0; a known one with a period it does not keep answers -32603",
    evidence: "recorded: 03-rate-unknownstat2-period1000, 03-rate-unknownperiod-12345",
    absorbed: "the latter is named as that; odd names and more than 500 are not passed on (`asked-stats.ts`)",
  },
  oneAction: {
    of: "java",
    description: "of several actions in a request only the first is done",
    evidence: "recorded: 42-rm-Shutdown-and-Restart-both",
    absorbed: "one action for each call",
  },
  smallBuffer: {
    of: "i2pd",
    description: "a reply over 1,024 bytes, or a request of about 2 KB, ends the router",
    evidence: "measured with both versions",
    absorbed: "few keys at a time, and only those it knows (`i2pd-dialect.ts`)",
  },
  ownStatusNumbers: {
    of: "i2pd",
    description: "net.status is counted by a table of its own, which changed in 2.49",
    evidence: "measured; see the i2pd driver",
    absorbed: "`i2pd-dialect.ts`",
  },
  countsItself: {
    of: "i2pd",
    description: "knownpeers counts the router itself",
    evidence: "measured: 6 in a network of 6 routers",
    absorbed: "`i2pd-dialect.ts`",
  },
  secondCallKills: {
    of: "i2pd",
    description: "a second ShutdownGraceful ends the router at once",
    evidence: "measured with both versions",
    absorbed: "not sent again while the first one waits (`router.ts`)",
  },
  ignoredActions: {
    of: "i2pd",
    description: "Restart, RestartGraceful, FindUpdates and Update answer an empty result and do nothing",
    evidence: "measured with both versions",
    absorbed: "refused as not possible (`router.ts`)",
  },
} as const satisfies Record<string, Quirk>;

/** Requests under way at once; see `connectionsReset`. */
export const MOST_CONNECTIONS = 8;

/** Participating tunnels live ten minutes, and routers look at them only now and then. */
export const DRAINED_AFTER = 11 * 60_000;

/** Java I2P's answer to `Update` when it has not begun one: there is none, or it cannot fetch it. */
export const NOT_STARTED = "Update not started";

/** Java I2P: FindUpdates was seen to block for up to 60 s. An update is a download of many megabytes. */
export const FIND_WITHIN = 2 * 60_000;
export const UPDATE_WITHIN = 60 * 60_000;

/** The only settings of i2pd's control service; they are one value in truth. */
export const I2PD_KEYS: ReadonlySet<WritableKey> = new Set(["router.net.bw.in", "router.net.bw.out"]);
