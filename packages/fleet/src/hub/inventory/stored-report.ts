import { isObject } from "@pilothouse/protocol";
import type { Report } from "../../bus/report.js";

const LONGEST = 128;
const ALLOWS = ["read", "operate", "all"] as const;

type Sent = { readonly [name: string]: unknown };

/**
 * What the hub keeps of a node's reports. The latest is written over the one before, and texts are shared among
 * nodes: thousands of reports a second leave nothing behind for the garbage collector.
 */
export class StoredReport implements Report {
  at = 0;
  service = "";
  router = "";
  simulated = false;
  version = "";
  phase = "";
  netStatus: number | null = null;
  inbound = 0;
  outbound = 0;
  participating = 0;
  uptime = 0;
  starts = 0;
  crashing = false;
  restartNeeded = false;
  settings = "";
  applied: string | null = null;
  drifted = false;
  verdict = "";
  allow: Report["allow"] = "read";

  static read(sent: unknown): StoredReport {
    const report = new StoredReport();
    report.take(sent);
    return report;
  }

  /**
   * It comes from another machine, and perhaps from another version: what is missing or of another kind must not
   * spoil the list of all nodes. Tells whether it says anything new of how the node is.
   */
  take(sent: unknown): boolean {
    const from: Sent = isObject(sent) ? sent : {};
    const { service, phase, netStatus, crashing, restartNeeded, drifted, verdict } = this;
    this.at = countOf(from["at"]);
    this.service = textOf(from["service"]);
    this.router = textOf(from["router"]);
    this.simulated = from["simulated"] === true;
    this.version = textOf(from["version"]);
    this.phase = textOf(from["phase"]);
    this.netStatus = typeof from["netStatus"] === "number" ? countOf(from["netStatus"]) : null;
    this.inbound = countOf(from["inbound"]);
    this.outbound = countOf(from["outbound"]);
    this.participating = countOf(from["participating"]);
    this.uptime = countOf(from["uptime"]);
    this.starts = countOf(from["starts"]);
    this.crashing = from["crashing"] === true;
    this.restartNeeded = from["restartNeeded"] === true;
    this.settings = textOf(from["settings"]);
    this.applied = typeof from["applied"] === "string" ? textOf(from["applied"]) : null;
    this.drifted = from["drifted"] === true;
    this.verdict = textOf(from["verdict"]);
    this.allow = ALLOWS.find((one) => one === from["allow"]) ?? "read";
    return (
      phase !== this.phase ||
      netStatus !== this.netStatus ||
      verdict !== this.verdict ||
      crashing !== this.crashing ||
      drifted !== this.drifted ||
      restartNeeded !== this.restartNeeded ||
      service !== this.service
    );
  }
}

function countOf(value: unknown): number {
  const whole = typeof value === "number" ? Math.round(value) : 0;
  return Number.isSafeInteger(whole) && whole > 0 ? whole : 0;
}

function textOf(value: unknown): string {
  if (typeof value !== "string") return "";
  const known = TEXTS.get(value);
  if (known !== undefined) return known;
  // A part of a text would keep the whole in memory; a copy of it does not.
  const text = value.length > LONGEST ? Buffer.from(value.slice(0, LONGEST)).toString() : value;
  if (TEXTS.size >= MOST_TEXTS) TEXTS.clear();
  TEXTS.set(text, text);
  return text;
}

/** Versions and checksums are the same on many nodes. */
const TEXTS = new Map<string, string>();
const MOST_TEXTS = 10_000;
