import {
  type FindingEntry,
  filled,
  isObject,
  NET_STATUS,
  type NetStatus,
  type OpenPort,
} from "@pilothouse/protocol";
import type { Format } from "../../format.js";
import type { IconName } from "../../parts/icon.js";
import { valuesIn } from "../../reasons/reason-words.js";
import { type HubSnapshot, isStale, type RouterSnapshot } from "../../state/live.js";
import type { KnownFinding, Texts } from "../../texts/texts.js";

export type Severity = Extract<IconName, "good" | "testing" | "warning" | "error">;

/** The state of the router in words, and what to do about it. */
export interface Verdict {
  readonly severity: Severity;
  readonly says: string;
  readonly more: string;
  /** The finding that it states. */
  readonly finding?: FindingEntry;
}

export const SEVERITIES = { ok: "good", wait: "testing", warning: "warning", problem: "error" } as const;
const LEVELS: { readonly [level: string]: Severity } = {
  note: "testing",
  wait: "testing",
  warning: "warning",
  problem: "error",
};

export const levelOf = ({ level }: FindingEntry): Severity => LEVELS[level] ?? "warning";

/** The router's state: what the service found, unless that is out of date. */
export function verdict(snapshot: RouterSnapshot, now: number, texts: Texts, format: Format): Verdict {
  const { health, status } = snapshot;
  const old = outdated(snapshot, now, texts, format);
  if (old !== undefined) return old;
  const severity = SEVERITIES[health.verdict];
  if (status.phase === "draining")
    return {
      severity,
      says: texts.phases.draining[status.next === "restart" ? "restart" : "stop"],
      more: texts.findings["router.draining"].more,
    };
  const worst = health.findings.find(({ level }) => level !== "note");
  if (worst === undefined) return { severity, says: texts.net[0].says, more: texts.net[0].advice };
  return { severity, finding: worst, ...wordsOf(worst, snapshot, texts, format) };
}

/** Nothing is green, or otherwise current, while nobody answers. */
export function outdated(
  snapshot: HubSnapshot,
  now: number,
  { banners, common, health }: Texts,
  format: Format,
): Verdict | undefined {
  const { away, at } = snapshot;
  const more = filled(banners.lastValues, { age: format.ago(at, now) });
  if (away === "service") return { severity: "error", says: common.serviceAway.replace(/[.。]$/, ""), more };
  if (!isStale(snapshot, now) || away !== undefined || snapshot.health.verdict === "problem")
    return undefined;
  return { severity: "warning", says: filled(health.stale, { age: format.duration(now - at) }), more };
}

/** A finding in the reader's language. An unknown one, from a newer service, in the service's English. */
export function wordsOf(
  { key, values, text, todo, ports }: FindingEntry,
  { info }: Pick<RouterSnapshot, "info">,
  texts: Texts,
  format: Pick<Format, "period">,
): { readonly says: string; readonly more: string } {
  const code = info["net.status"];
  if (key.startsWith("net.") && code !== undefined && isObject(texts.net[code])) {
    const { says, advice } = texts.net[code];
    const forward =
      ports.length === 0 ? "" : filled(texts.health.forward, { ports: portsText(ports, texts) });
    return { says, more: [advice, forward].filter(Boolean).join(" ") };
  }
  const known = Object.hasOwn(texts.findings, key) ? texts.findings[key as KnownFinding] : undefined;
  if (known === undefined) return { says: text, more: todo };
  const { ends } = values;
  const dates = typeof ends === "string" ? { ends: format.period(ends) } : {};
  const inWords = { ...valuesIn(values, texts), ...dates };
  return { says: filled(known.says, inWords), more: filled(known.more, inWords) };
}

/** The network status code of each network finding. */
const NET_CODES: { readonly [key: string]: NetStatus } = {
  "net.testing": 1,
  "net.firewalled": 2,
  "net.hidden": 3,
  "net.i2cp": 8,
  "net.clock": 9,
  "net.private_address": 10,
  "net.symmetric_nat": 11,
  "net.port_in_use": 12,
  "net.no_transport": 14,
};

/** The title of a finding, whether or not it applies now. */
export function titleOf(key: string, texts: Texts): string {
  const code = NET_CODES[key];
  if (code !== undefined) return texts.net[code].says;
  return Object.hasOwn(texts.findings, key) ? filled(texts.findings[key as KnownFinding].says, {}) : key;
}

/** "TCP 24117 and UDP 24118", or "TCP and UDP 24117" if the port is the same. */
export function portsText(ports: readonly OpenPort[], { health }: Texts): string {
  const [first] = ports;
  const named = ports.map(({ protocol }) => protocol.toUpperCase());
  if (ports.length > 1 && ports.every(({ port }) => port === first?.port))
    return `${named.join(` ${health.and} `)} ${first?.port}`;
  return ports.map(({ port }, index) => `${named[index]} ${port}`).join(` ${health.and} `);
}

/** The severity of a network status, by its name in the protocol. */
export function severityOf(code: NetStatus): Severity {
  const { name } = NET_STATUS[code];
  if (name === "OK" || name === "HIDDEN") return "good";
  if (name === "TESTING") return "testing";
  return name.startsWith("ERROR") ? "error" : "warning";
}
