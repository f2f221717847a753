import type { Labels } from "@pilothouse/protocol";

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

export const labelTexts = (labels: Labels): readonly string[] =>
  Object.entries(labels).map(([key, value]) => `${key}=${value}`);
