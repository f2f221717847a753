import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "@pilothouse/cli";
import {
  AUDIT_CODES,
  EVENT_KIND_NAMES,
  FINDINGS,
  FLEET_FINDINGS,
  REASONS,
  SCOPES,
  statMeanings,
} from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { filesIn, read } from "../documents/documents.js";
import { broken, namesOf, type OpenRpc } from "./promised-names.js";

const codes = (what: string, names: Iterable<string>) => [...names].map((name) => `${what} ${name}`);

const METRIC = /\b(?:i2p_router|pilothouse)_[a-z0-9_]+/g;
const sources = ["packages/server/src", "packages/fleet/src"].flatMap((folder) =>
  filesIn(folder, /(?<!\.test)\.ts$/),
);

/** docs/openrpc.json is compared with the service by another test. */
const NOW: readonly string[] = [
  ...namesOf(JSON.parse(read("docs/openrpc.json")) as OpenRpc),
  ...codes("event", EVENT_KIND_NAMES),
  ...codes("finding", Object.keys({ ...FINDINGS, ...FLEET_FINDINGS })),
  ...codes("reason", Object.keys(REASONS)),
  ...codes("audit", AUDIT_CODES),
  ...codes("scope", Object.keys(SCOPES)),
  ...codes(
    "rate",
    statMeanings().map(([name]) => name),
  ),
  ...codes("setting", SETTINGS.keys()),
  ...codes("metric", new Set(sources.flatMap((file) => read(file).match(METRIC) ?? []))),
];

/** PILOTHOUSE_TEST_RECORD=0.2.0 writes what a release promises, once: see docs/releasing.md. */
const { PILOTHOUSE_TEST_RECORD: version } = process.env;
if (version !== undefined)
  writeFileSync(join(import.meta.dirname, `${version}.txt`), `${NOW.join("\n")}\n`, { flag: "wx" });

const RELEASES = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".txt"));
const linesIn = (file: string) =>
  readFileSync(join(import.meta.dirname, file), "utf8")
    .trim()
    .split("\n");

describe("Nothing that a client relies on is taken away:", () => {
  it.each(RELEASES)("all of %s is there", (file) => {
    expect(linesIn(file).length).toBeGreaterThan(100);
    expect(broken(linesIn(file), NOW)).toEqual([]);
  });

  it.each([
    ["a method that is gone", ["Echo answers: object"], [], ["- Echo answers: object"]],
    ["another type", ["A answers.x: string"], ["A answers.x: number"], ["- A answers.x: string"]],
    ["an answer that may be missing", ["A answers.x: null"], ["A answers.x?: null"], ["- A answers.x: null"]],
    ["a param that has become required", ["A takes x?: null"], ["A takes x: null"], ["- A takes x?: null"]],
    [
      "a new param that is required",
      ["A takes x: null"],
      ["A takes x: null", "A takes y: null"],
      ["+ A takes y: null"],
    ],
    ["a code that is gone", ["event x"], ["event y"], ["- event x"]],
  ])("%s is noticed", (_what, earlier, now, found) => expect(broken(earlier, now)).toEqual(found));

  it.each([
    [
      "new methods, answers and codes",
      ["A answers.x: null"],
      ["A answers.x: null", "A answers.y: null", "B answers: null", "event x"],
    ],
    [
      "a param that is optional now, or takes anything",
      ["A takes x: null", "A takes y?: null"],
      ["A takes x?: any", "A takes y?: any"],
    ],
    ["a new optional param", ["A takes x: null"], ["A takes x: null", "A takes y?: null"]],
    ["an answer that is certain now", ["A answers.x?: null"], ["A answers.x: null"]],
  ])("%s break nothing", (_what, earlier, now) => expect(broken(earlier, now)).toEqual([]));
});
