import { SETTINGS } from "@pilothouse/cli";
import {
  AUDIT_CODES,
  ERRORS,
  EVENT_KIND_NAMES,
  FINDINGS,
  FLEET_FINDINGS,
  METHOD_NAMES,
  type RankedFinding,
  REASONS,
  SCOPES,
} from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { read } from "./documents.js";

const notified = (findings: { readonly [key: string]: RankedFinding }): string[] =>
  Object.entries(findings).flatMap(([key, { notify }]) => (notify === undefined ? [] : [key]));

/** What each document must have, from the tables themselves. shape.test.ts checks that none is out of date. */
const COMPLETE: readonly (readonly [document: string, what: string, names: readonly string[]])[] = [
  ["docs/audit.md", "code of the audit", AUDIT_CODES],
  ["docs/notifications.md", "finding that is notified", notified({ ...FINDINGS, ...FLEET_FINDINGS })],
  ["docs/protocol.md", "finding", Object.keys({ ...FINDINGS, ...FLEET_FINDINGS })],
  ["docs/protocol.md", "event", EVENT_KIND_NAMES],
  ["docs/protocol.md", "reason", Object.keys(REASONS)],
  ["docs/protocol.md", "scope", Object.keys(SCOPES)],
  ["docs/settings.md", "setting", [...SETTINGS.keys()]],
];

describe("The documents have every", () => {
  it.each(COMPLETE)("%s: %s", (document, _what, names) => {
    const text = read(document);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it("method, with a heading, and error code of the interface", () => {
    const text = read("docs/protocol.md");
    expect(METHOD_NAMES.filter((name) => !text.includes(`\n### ${name}\n`))).toEqual([]);
    expect(Object.values(ERRORS).filter(({ code }) => !text.includes(`\n| ${code} |`))).toEqual([]);
  });
});
