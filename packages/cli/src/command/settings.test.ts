import { HUB_SETTINGS } from "@pilothouse/fleet/settings";
import { makeTable } from "@pilothouse/server/settings";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addSettings } from "./settings.js";

const parse = (...words: string[]) => {
  const command = new Command("serve").exitOverride().configureOutput({ writeErr: () => {} });
  addSettings(command, "all", makeTable([], [HUB_SETTINGS]));
  return command.parse(words, { from: "user" }).opts();
};

describe("the settings of the service as flags", () => {
  it("may come twice: the last counts", () => {
    expect(parse("--host", "::1", "--http-port", "1", "--http-port", "7657")).toEqual({
      ...{ host: "::1", httpPort: "7657" },
    });
  });

  it("are refused a second time if they are lists, of which both were meant", () => {
    expect(() => parse("--hub-addresses", "tls://a:1", "--hub-addresses", "tls://b:1")).toThrow(
      /'--hub-addresses <value>'.* It is given twice; give several values as one list\./,
    );
  });
});
