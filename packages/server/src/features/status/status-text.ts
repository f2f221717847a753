import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filled, type NetStatus, parseJson } from "@pilothouse/protocol";
import type { Language } from "../../settings/languages.js";
import type { SeenPhase } from "../../telemetry/snapshot.js";

export interface Status {
  readonly phase: SeenPhase;
  /** Absent when the router does not report it. */
  readonly netStatus?: NetStatus | undefined;
  readonly simulated: boolean;
}

/** `svc.router.status`: how the router is, in one short sentence. `now` is in milliseconds since the epoch. */
export function statusText(status: Status, language: Language, now: number): string {
  texts ??= readTexts();
  const words = texts[language];
  const text = phaseText(status, words, now);
  return status.simulated ? filled(words.simulation, { text }) : text;
}

function phaseText({ phase, netStatus }: Status, words: Words, now: number): string {
  if (phase.name === "draining")
    return filled(words[`draining.${phase.next}`], {
      minutes: Math.max(1, Math.ceil((phase.until - now) / 60_000)),
    });
  if (phase.name === "unreachable" && phase.reason === "login") return words["unreachable.login"];
  if (phase.name === "running" && netStatus !== undefined) return words[`net.${netStatus}`];
  return words[phase.name];
}

type TextName =
  | Exclude<SeenPhase["name"], "draining">
  | `net.${NetStatus}`
  | `draining.${"restart" | "stop"}`
  | "unreachable.login"
  | "simulation";
type Words = Readonly<Record<TextName, string>>;

let texts: Readonly<Record<Language, Words>> | undefined;

/** Not imported: Node 20 warns of every import of JSON. In the bundle the file lies beside the parts. */
const readTexts = () =>
  parseJson(readFileSync(join(import.meta.dirname, "status-texts.json"))) as NonNullable<typeof texts>;
