import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../texts/language.js";
import { matching } from "../commands.js";
import { textEntries } from "./text-entries.js";

const find = async (language: string, typed: string) => {
  const entries = await textEntries(language, true);
  const all = entries.map((one) => ({ ...one, group: one.more ?? one.page, run: () => {} }));
  return matching([], typed, all).map(({ label, group }) => `${group}: ${label}`);
};

describe("texts of the pages", () => {
  it.each(LANGUAGE_NAMES)("are found in %s by English words", async (language) => {
    for (const typed of ["port", "bandwidth", "webhook", "backup", "csv", "invitation", "schedule", "token"])
      expect([typed, await find(language, typed)]).not.toEqual([typed, []]);
  });

  it("come first where the word itself stands in the label", async () => {
    const language = { label: "Português", group: "Language", words: "", run: () => {} };
    const all = (await textEntries("en", false)).map((one) => ({ ...one, group: one.page, run: () => {} }));
    expect(matching([language], "port", all)[0]?.label).toMatch(/\bport\b/i);
  });

  it("are found by the reader's words, by key and by help, and name the page", async () => {
    expect(await find("de", "tcp-port")).toContain("network: TCP-Port");
    expect(await find("en", "router.net.ntcp.port")).toContain("network: TCP port");
    expect(await find("en", "next day")).toContainEqual(
      expect.stringMatching(/^Leave a limit empty.*: Traffic$/),
    );
  });
});
