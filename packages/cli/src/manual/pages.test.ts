import { describe, expect, it } from "vitest";
import { settingsTableOf } from "../command/settings.js";
import { commandGroups } from "../commands.js";
import { DRIVERS } from "../drivers.js";
import { loadFeatures } from "../features.js";
import { manualPages } from "./pages.js";
import { plain } from "./roff.js";

const features = await loadFeatures();
const pages = await manualPages({ version: "1.2.3", date: "2026-11-15" });
/** As a reader sees the page: without what roff alone understands. */
const words = (file: string) =>
  (pages[file] ?? "")
    .replaceAll(/\\f[BR]/g, "")
    .replaceAll("\\-", "-")
    .replaceAll("\\&", "");

describe("the manual", () => {
  it("has every command that is not hidden", () => {
    const commands = commandGroups(features).flatMap((group) => group.commands);
    for (const { name, description, hidden } of commands)
      expect([name, words("pilothouse.1").includes(description.replaceAll("`", ""))]).toEqual([
        name,
        !hidden,
      ]);
  });

  it("has every setting", async () => {
    for (const name of (await settingsTableOf(DRIVERS, features)).keys())
      expect(words("pilothouse.toml.5")).toContain(`\n${name}\n`);
  });

  it("holds only requests of roff that it means", () => {
    const requests = Object.values(pages).flatMap((page) => page.match(/^[.'].*/gm) ?? []);
    expect(new Set(requests.map((line) => line.split(" ")[0]))).toEqual(
      new Set([".TH", ".SH", ".SS", ".PP", ".TP", ".RS", ".RE", ".nf", ".fi"]),
    );
  });

  it("takes no text for a request or an escape", () => {
    expect(plain(".so /etc/passwd\n'x \\n --y")).toBe("\\&.so /etc/passwd\n\\&'x \\en \\-\\-y");
  });
});
