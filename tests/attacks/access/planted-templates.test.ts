import { SETTING_NAMES } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { readTemplate, shownTemplate } from "../../../packages/fleet/src/template/adopt.js";
import { SECRET_VALUES, someName } from "../../../packages/protocol/src/secrets/testing/planted.js";

describe("a secret in a fleet.toml", () => {
  const secrets = [
    ...Object.values(SETTING_NAMES).flatMap(({ secret }) => secret.map((name) => [someName(name), "canary"])),
    ...Object.values(SECRET_VALUES).map((value) => ["some.setting", value]),
  ] as [string, string][];
  const text = (name: string, value: string) =>
    `[[group]]\n[group.advanced]\n"${name}" = ${JSON.stringify(value)}\n`;

  it.each(secrets)("is refused: %s = %s", (name, value) => {
    expect(() => readTemplate(text(name, value), "template")).toThrow(`${name} holds a secret`);
  });

  it("is not shown of one that an earlier version took, and what is shown in its place is refused", () => {
    const kept = `# ours\n${text("proxy", "http://canary:word@proxy.example/")}`;
    const shown = shownTemplate(kept);
    expect(shown).toBe(kept.replace("canary:word", "(hidden)"));
    expect(() => readTemplate(shown, "template")).toThrow("stands for a secret");
    const harmless = text("trust.routers", SECRET_VALUES["a key in I2P's base64"]);
    expect(shownTemplate(harmless)).toBe(harmless);
  });
});
