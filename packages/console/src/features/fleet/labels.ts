import type { LabelChanges, Labels } from "@pilothouse/protocol";

const LABEL = /^([^=\s]+)=([^=\s]+)$/;

/** Parses "site=ams, rack=4"; undefined if malformed. The hub checks keys and values. */
export function parseLabels(text: string): Labels | undefined {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => LABEL.exec(part));
  return parts.every((part) => part !== null)
    ? Object.fromEntries(parts.map(([, key = "", value = ""]) => [key, value]))
    : undefined;
}

/** The same, and "rack=" removes a label. */
export function parseLabelChanges(text: string): LabelChanges | undefined {
  const parts = text.split(",").map((part) => part.trim());
  const isGone = (part: string) => /^[^=\s]+=$/.test(part);
  const gone = parts.filter(isGone).map((part) => part.slice(0, -1));
  const kept = parseLabels(parts.filter((part) => !isGone(part)).join());
  return kept && { ...kept, ...Object.fromEntries(gone.map((key) => [key, null])) };
}

export const labelTexts = (labels: Labels): readonly string[] =>
  Object.entries(labels).map(([key, value]) => `${key}=${value}`);
