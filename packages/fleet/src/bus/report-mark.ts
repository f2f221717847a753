import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { amount, count, flag, isObject, line, orNull, parseJson, record, Unfit } from "@pilothouse/protocol";
import type { Report } from "./report.js";

/** The newest notice of each hub that the node has heard: its number, and how many milliseconds ago. */
export type Heard = { readonly [hub: string]: readonly [number: number, ago: number] };

/** What goes with every report of a node. */
export interface Numbered {
  /** Made for each connection: a report of another one is of another run, or of a copy. */
  readonly instance: string;
  /** Rises within the instance. */
  readonly number: number;
  /** The report is not older than these notices: this proves its age to the hubs that sent them. */
  readonly heard: Heard;
  /** The node's clock. */
  readonly at: number;
  /** Checksum of what the node knows about the bus: a hub that knows better says so. */
  readonly knows: string;
  /** As in the node's belonging. */
  readonly generation?: number | undefined;
  readonly report?: Report;
  /** The service ends, and says nothing more until its next start. */
  readonly stopped?: true;
  /** The node has left the fleet; it says nothing more. */
  readonly left?: true;
}

const MARK = 16;
/** Reports have a few hundred bytes. What is larger is refused unread. */
const LARGEST_REPORT = 4 * 1024;

const about = record({ instance: line(64), number: count, at: amount, knows: line(64) });
const fact = line(128);
const facts = record({
  ...{ at: amount, service: fact, router: fact, simulated: flag, version: fact, phase: fact },
  ...{ netStatus: orNull(count), inbound: amount, outbound: amount, participating: amount, uptime: amount },
  ...{
    starts: amount,
    crashing: flag,
    restartNeeded: flag,
    settings: fact,
    applied: orNull(fact),
    drifted: flag,
    allow: fact,
  },
});

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A node may be compromised: what it says of itself is believed, but only in the form that it must have. A hub reads
 * thousands of these a second, so each is copied once.
 */
function soundReport(json: unknown): Numbered {
  if (!isObject(json)) throw new Unfit("wants an object");
  const { heard, generation, report, stopped, left } = json;
  const sound: Writable<Numbered> = Object.assign(about.read(json), { heard: soundHeard(heard) });
  if (generation !== undefined) sound.generation = count.read(generation);
  if (report !== undefined) sound.report = soundFacts(report);
  if (stopped === true) sound.stopped = true;
  if (left === true) sound.left = true;
  return sound;
}

/** Some are only in reports that a hub has asked for, and older nodes have no verdict. */
function soundFacts(report: unknown): Report {
  const sound = facts.read(report) as Writable<Report>;
  const { verdict, name, signing } = report as { readonly [key: string]: unknown };
  if (verdict !== undefined) sound.verdict = fact.read(verdict);
  if (name !== undefined) sound.name = fact.read(name);
  if (signing !== undefined) sound.signing = fact.read(signing);
  return sound;
}

function soundHeard(heard: unknown): Heard {
  if (!isObject(heard)) return {};
  for (const hub of Object.keys(heard)) {
    const pair = heard[hub];
    if (!Array.isArray(pair)) throw new Unfit("wants pairs of a number and a time");
    count.read(pair[0]);
    amount.read(pair[1]);
  }
  return heard as Heard;
}

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
  if (bytes.length < MARK || body.length > LARGEST_REPORT) return undefined;
  if (!timingSafeEqual(markOf(key, body), bytes.subarray(0, MARK))) return undefined;
  return soundReport(parseJson(body, { bytes: LARGEST_REPORT, what: "the report" }));
}

const markOf = (key: Uint8Array, body: Uint8Array): Buffer =>
  createHmac("sha256", key).update("report 1\n").update(body).digest().subarray(0, MARK);

/**
 * Reads reports: only those that the node itself has made. The keys of nodes are cached, because making one costs as
 * much as the check. A key is cached only after a report has passed, so that strangers cannot fill the cache.
 */
export class ReportReader {
  /** As texts, a sign for each byte: as bytes they would take twice as much. */
  readonly #keys = new Map<string, string>();

  constructor(private readonly keyOf: (node: string) => Buffer) {}

  /** Undefined when the node has not made it. */
  read(node: string, bytes: Uint8Array): Numbered | undefined {
    const known = this.#keys.get(node);
    const key = known === undefined ? this.keyOf(node) : Buffer.from(known, "latin1");
    const numbered = readReport(key, bytes);
    if (numbered !== undefined && known === undefined) this.#keys.set(node, key.toString("latin1"));
    return numbered;
  }

  forget(node: string): void {
    this.#keys.delete(node);
  }
}
