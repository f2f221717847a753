import type { ServiceName } from "@pilothouse/protocol";
import { isAtLeast, type Version } from "./version.js";

interface Quirk {
  /** The first version with this quirk. */
  readonly since: Version;
  readonly description: string;
  /** Where it was seen: runs of 2.45.1, 2.56.0 and 2.59.0, or i2pd's source at the versions around the change. */
  readonly evidence: string;
}

/** In what versions of i2pd differ, as far as it matters here. */
export const QUIRKS = {
  statusWithoutTesting: {
    since: [2, 49, 0],
    description:
      "net.status is counted 0 OK, 1 firewalled, 2 unknown, 3 proxy, 4 mesh; before, 1 meant testing and the others came one later",
    evidence: "RouterContext.h of 2.48.0 and 2.49.0; status 3 of 2.45.1 and 2 of 2.59.0 without peers",
  },
  errorKeys: {
    since: [2, 59, 0],
    description: "RouterInfo knows net.error, net.testing and the .v6 keys",
    evidence: "recorded: 2.45.1 leaves them out, 2.59.0 answers; not in I2PControlHandlers.cpp of 2.58.0",
  },
  moreKeys: {
    since: [2, 60, 0],
    description:
      "RouterInfo knows nine more keys: transit traffic, own tunnels, queues, floodfills, lease sets",
    evidence: "read of what was merged in 2026, not run; recorded: 2.59.0 leaves them out",
  },
  unixSocket: {
    since: [2, 57, 0],
    description: "the control service listens on a Unix socket when its port is 0 and its address a path",
    evidence: "I2PControl.cpp of 2.56.0 and 2.57.0; run with 2.56.0 (a port) and 2.59.0 (a socket)",
  },
} as const satisfies Record<string, Quirk>;

export const has = (version: Version, quirk: keyof typeof QUIRKS): boolean =>
  isAtLeast(version, QUIRKS[quirk].since);

/**
 * What all versions need of a request. Seen with 2.45.1 and 2.59.0: one buffer of 1,024 bytes holds
 * the reply with its headers, and a larger one aborts the router, as does a request of about 2 KB.
 * A key that is not known spoils the JSON of the answer, and so does `Token` (which is never looked
 * at); an id that is a string is printed without its quotes.
 */
export const WIRE = { mostBytes: 700 } as const;

/**
 * How versions after 2.59 refuse a call: no token, one they do not know, one that has expired. Read of
 * what was merged in 2026, not run.
 */
export const TOKEN_REFUSED: ReadonlySet<unknown> = new Set([-32002, -32003, -32004]);
export const WRONG_PASSWORD_CODE = -32001;

/** The client services whose description is short with any use of the router. */
export const SHORT_SERVICES = ["HTTPProxy", "SOCKS", "BOB", "I2CP"] as const satisfies readonly ServiceName[];

/** What of that buffer is left for the body of a reply, with room to spare. */
export const LONGEST_REPLY = 800;
