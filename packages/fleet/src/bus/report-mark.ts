import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Report } from "./report.js";

/** Identifies a node's report: the run of its service, which is higher for each later run, and the number in it. */
export interface Numbered {
  readonly run: number;
  readonly number: number;
  /** Checksum of what the node knows about the bus: a hub that knows better says so. */
  readonly knows: string;
  readonly report?: Report;
  /** The node has left the fleet; it says nothing more. */
  readonly left?: true;
}

const MARK = 16;

/** What a node must know to come back to the bus, as a checksum. */
export const checksumOfBus = (bus: {
  readonly addresses: readonly string[];
  readonly certificate: string | null;
  readonly reconnectJitter: number;
}): string =>
  createHash("sha256")
    .update(JSON.stringify([bus.addresses, bus.certificate, bus.reconnectJitter]))
    .digest("base64url")
    .slice(0, 8);

/**
 * A report as it goes over the bus, marked with the key that the node shares with its hubs. A signature would cost
 * the hub of fifty thousand nodes half a core; this costs a fiftieth of that.
 */
export function writeReport(key: Uint8Array, numbered: Numbered): Buffer {
  const body = Buffer.from(JSON.stringify(numbered));
  return Buffer.concat([markOf(key, body), body]);
}

/** The report, if the node has made it; undefined otherwise. */
export function readReport(key: Uint8Array, bytes: Uint8Array): Numbered | undefined {
  const body = bytes.subarray(MARK);
  if (bytes.length < MARK || !timingSafeEqual(markOf(key, body), bytes.subarray(0, MARK))) return undefined;
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString("utf8")) as Numbered;
}

const markOf = (key: Uint8Array, body: Uint8Array): Buffer =>
  createHmac("sha256", key).update("report 1\n").update(body).digest().subarray(0, MARK);

/** The latest report of a node, and what is needed to check the next one. */
interface Latest {
  readonly key: Buffer;
  run: number;
  number: number;
}

/**
 * Reads reports: only those that the node itself has made, and each only once. The keys of nodes are cached, because
 * making one costs as much as the check. A key is cached only after a report has passed, so that strangers cannot
 * fill the cache.
 */
export class ReportReader {
  readonly #latest = new Map<string, Latest>();

  constructor(private readonly keyOf: (node: string) => Buffer) {}

  read(node: string, bytes: Uint8Array): Numbered | "forged" | "repeated" {
    const latest = this.#latest.get(node);
    const key = latest?.key ?? this.keyOf(node);
    const numbered = readReport(key, bytes);
    if (numbered === undefined) return "forged";
    const { run, number } = numbered;
    // A copy: what a digest leaves is a block of memory of its own, many times its size.
    if (latest === undefined) this.#latest.set(node, { key: Buffer.from(key), run, number });
    else if (!isNext(latest, run, number)) return "repeated";
    return numbered;
  }

  forget(node: string): void {
    this.#latest.delete(node);
  }
}

/**
 * Whether this is news. Earlier runs are over, also those that this hub has not seen: otherwise a hostile bus could
 * replay a report of one, and the node's own reports would look old.
 */
function isNext(latest: Latest, run: number, number: number): boolean {
  if (latest.run === run ? number <= latest.number : run < latest.run) return false;
  latest.run = run;
  latest.number = number;
  return true;
}
