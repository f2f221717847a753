import { EVENT_KIND_NAMES, eventRow } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES, LANGUAGES } from "../texts/language.js";
import { eventWords } from "./event-words.js";

describe("the words of an event", () => {
  it.each(LANGUAGE_NAMES)("are there for every kind in %s, and leave no blank open", async (language) => {
    const texts = await LANGUAGES[language].load();
    expect(Object.keys(texts.eventTexts).sort()).toEqual([...EVENT_KIND_NAMES].sort());
    for (const kind of EVENT_KIND_NAMES) {
      const data = Object.fromEntries((eventRow(kind).data ?? []).map((name) => [name, "x"]));
      expect(eventWords({ kind, data }, texts), kind).not.toMatch(/[{}?]/);
    }
  });

  it("name settings as their page does, and a kind that is not known by itself", async () => {
    const texts = await LANGUAGES.en.load();
    const data = { by: "Ada", names: "svc.router.net.bw.share, other.setting" };
    expect(eventWords({ kind: "settings.saved", data }, texts)).toBe(
      "Settings changed by Ada: Share for others, percent, other.setting",
    );
    expect(eventWords({ kind: "moon.full", data: { size: 3 } }, texts)).toBe("moon.full 3");
  });
});
