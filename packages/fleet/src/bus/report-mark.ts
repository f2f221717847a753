import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Report } from "./report.js";

/** Which of a node's reports this is: of which run of its service, and its number in that. */
export interface Numbered {
  readonly run: string;
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
  return JSON.parse(Buffer.from(body).toString("utf8")) as Numbered;
}

const markOf = (key: Uint8Array, body: Uint8Array): Buffer =>
  createHmac("sha256", key).update("report 1\n").update(body).digest().subarray(0, MARK);

/** Tells reports that were sent before from new ones, node by node. */
export class ReportOrder {
  readonly #last = new Map<
    string,
    { readonly run: string; readonly number: number; readonly over: string[] }
  >();

  /** Whether this is news. A run that another has followed is over, and does not come back. */
  isNew(node: string, { run, number }: Numbered): boolean {
    const last = this.#last.get(node);
    if (last !== undefined && (last.run === run ? number <= last.number : last.over.includes(run)))
      return false;
    const over =
      last === undefined || last.run === run
        ? (last?.over ?? [])
        : [last.run, ...last.over].slice(0, MOST_RUNS);
    this.#last.set(node, { run, number, over });
    return true;
  }

  forget(node: string): void {
    this.#last.delete(node);
  }
}

const MOST_RUNS = 8;
