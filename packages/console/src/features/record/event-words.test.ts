import { EVENT_KIND_NAMES, eventDefinition, FLEET_EVENTS, reason, reasonAs } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { makeFormat } from "../../format.js";
import { LANGUAGE_NAMES, loadMainTexts, loadTexts } from "../../texts/language.js";
import { kindsOf, type Subject } from "./event-subjects.js";
import { eventWords } from "./event-words.js";

/** The others are told by a hub alone, whose pages have their words. */
const KINDS = EVENT_KIND_NAMES.filter((kind) => !Object.hasOwn(FLEET_EVENTS, kind));

describe("the words of an event", () => {
  it.each(LANGUAGE_NAMES)("exist for every kind in %s, with all placeholders filled", async (language) => {
    const texts = await loadMainTexts(language);
    expect(Object.keys(texts.eventTexts).sort()).toEqual([...KINDS].sort());
    for (const kind of KINDS) {
      const data = Object.fromEntries((eventDefinition(kind).data ?? []).map((name) => [name, "x"]));
      expect(eventWords({ kind, data }, texts), kind).not.toMatch(/[{}?]/);
    }
  });

  it("name limits, and the budget as somebody who changes settings, in the language", async () => {
    const texts = await loadMainTexts("de");
    // Events of earlier versions have a space.
    for (const share of ["share 0%", "share 0 %"]) {
      const lowered = { limits: `${share}, in 50 KiB/s`, why: "x" };
      expect(eventWords({ kind: "budget.lowered", data: lowered }, texts)).toBe(
        "Limits gesenkt auf Anteil für andere 0\u00a0%, eingehend 50 KiB/s: x",
      );
    }
    expect(eventWords({ kind: "budget.left", data: { names: "in, out" } }, texts)).toMatch(
      /^eingehend, ausgehend /,
    );
    const why = reasonAs("why", reason("budget.noLimit", { names: "in, share" }));
    expect(eventWords({ kind: "budget.unable", data: why }, texts)).toContain(
      "(eingehend, Anteil für andere)",
    );
    const saved = { by: "traffic budget", names: "other" };
    expect(eventWords({ kind: "settings.saved", data: saved }, texts)).toBe(
      "Einstellungen geändert von der Regelung des Datenvolumens: other",
    );
  });

  it("say when a backup was made as all other times are said", async () => {
    const texts = await loadMainTexts("de");
    const data = { made: "2026-11-18 21:07 UTC" };
    const { moment } = makeFormat("de", texts);
    expect(eventWords({ kind: "restore.done", data }, texts, { moment })).toBe(
      `Die Sicherung vom ${moment(Date.UTC(2026, 10, 18, 21, 7))} wurde zurückgespielt`,
    );
  });

  it("use the labels of settings, and the name of an unknown kind", async () => {
    const texts = await loadMainTexts("en");
    const data = { by: "Ada", names: "svc.router.net.bw.share, budget.monthly, other.setting" };
    expect(eventWords({ kind: "settings.saved", data }, texts)).toBe(
      "Settings changed by Ada: Share for others, Budget for the month, other.setting",
    );
    expect(eventWords({ kind: "moon.full", data: { size: 3 } }, texts)).toBe("moon.full 3");
  });
});

describe("the filter of events", () => {
  it("has every kind under one subject, also a new one", async () => {
    const { events } = await loadTexts("pages", "en");
    const all = [...EVENT_KIND_NAMES, "moon.full"];
    const subjects = Object.keys(events.kinds).filter((subject) => subject !== "all") as Subject[];
    const kinds = subjects.map((subject) => kindsOf(subject, all) ?? []);
    expect(kinds.flat().sort()).toEqual(all.sort());
    expect(kinds.filter(({ length }) => length === 0)).toEqual([]);
    expect(kindsOf("service", all)).toContain("moon.full");
    expect(kindsOf("all", all)).toBeUndefined();
  });
});
