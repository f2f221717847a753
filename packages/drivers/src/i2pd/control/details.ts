import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type DetailKey, type Details, i2pBase64 } from "@pilothouse/protocol";
import { orNoEntry } from "@pilothouse/system";
import { isOfStatus } from "../../i2pd-wire/known-keys.js";
import { has } from "../../i2pd-wire/quirks.js";
import type { Version } from "../../i2pd-wire/version.js";
import { identityIn } from "../netdb/router-info.js";
import type { Control } from "./control.js";

interface Sources {
  /** Undefined while it cannot be asked. */
  readonly control: Control | undefined;
  readonly version: Version;
  readonly dataDir: string;
  readonly peers: () => Promise<readonly string[] | undefined>;
}

/**
 * What i2pd's control service and its files tell beyond a reading. Its web console is not read for it: what that shows
 * is for people, and changes with each version.
 */
export async function readDetails(
  keys: readonly DetailKey[],
  { control, version, dataDir, peers }: Sources,
  signal: AbortSignal,
): Promise<Details> {
  const found: { [key in DetailKey]?: unknown } = {};
  const own = keys.some((key) => key === "router.id" || key === "router.info")
    ? await orNoEntry(() => readFile(join(dataDir, "router.info")))
    : undefined;
  const identity = own && identityIn(own);
  const hashes = keys.some((key) => PEERS.includes(key)) ? await peers() : undefined;
  const status = keys.filter(isOfStatus);
  if (control !== undefined && status.length > 0 && has(version, "errorKeys"))
    Object.assign(found, await control.info(status, signal));
  if (own !== undefined && identity !== undefined) {
    found["router.id"] = i2pBase64(createHash("sha256").update(identity).digest());
    found["router.info"] = i2pBase64(own);
  }
  if (hashes !== undefined) for (const key of PEERS) found[key] = hashes;
  return found as Details;
}

const PEERS: readonly DetailKey[] = ["router.netdb.peers", "router.netdb.peers.list"];
