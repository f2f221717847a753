import { defaultFile, makeTable } from "@pilothouse/server/settings";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { DRIVERS } from "../../drivers.js";
import { withoutSettings, withSettings } from "./settings-file.js";

const CHANGES = {
  router: "i2pd",
  "i2pd.mode": "attach",
  "i2pd.start_command": ["systemctl", "start", "i2pd"],
};

describe("changing a settings file", () => {
  it.each([
    ["the documented file", defaultFile(makeTable(DRIVERS))],
    ["an empty file", ""],
    [
      "settings of one's own",
      'router = "simulator" # for now\n\n[https]\nport = 1\n\n[i2pd]\nbinary = "/x"\n',
    ],
    ["a section without that setting", "[i2pd]\n"],
  ])("sets values in %s, keeps the rest, and takes them out again", (_what, text) => {
    const before = parse(text) as Record<string, Record<string, unknown>>;
    const changed = withSettings(text, CHANGES);
    expect(parse(changed)).toEqual({
      ...before,
      router: "i2pd",
      i2pd: { ...before["i2pd"], mode: "attach", start_command: ["systemctl", "start", "i2pd"] },
    });
    const undone = parse(withoutSettings(changed, Object.keys(CHANGES))) as Record<string, object>;
    expect(undone).not.toHaveProperty("router");
    expect(undone["i2pd"] ?? {}).not.toHaveProperty("mode");
    expect(undone["https"]).toEqual(before["https"]);
  });

  it("changes each line once, also when it is repeated", () => {
    const once = withSettings(defaultFile(makeTable(DRIVERS)), CHANGES);
    expect(withSettings(once, CHANGES)).toBe(once);
    expect(once.split("\n")).toHaveLength(defaultFile(makeTable(DRIVERS)).split("\n").length);
  });
});
