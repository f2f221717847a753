import { chownSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { configDir, sessionsDir } from "./places.js";

it("finds what a person chose and what a login left where the variables say", () => {
  const [HOME, XDG_CONFIG_HOME, XDG_STATE_HOME] = [scratch(), scratch(), join(scratch(), "not there yet")];
  expect(configDir({ HOME })).toBe(join(HOME, ".config/pilothouse"));
  expect(configDir({ HOME, XDG_CONFIG_HOME })).toBe(join(XDG_CONFIG_HOME, "pilothouse"));
  expect(sessionsDir({ HOME, XDG_CONFIG_HOME })).toBe(join(HOME, ".local/state/pilothouse/sessions"));
  expect(sessionsDir({ HOME, XDG_STATE_HOME })).toBe(join(XDG_STATE_HOME, "pilothouse/sessions"));
  expect(configDir({ HOME: "", XDG_CONFIG_HOME: "" })).toBe(join(userInfo().homedir, ".config/pilothouse"));
});

it.runIf(process.getuid?.() === 0)("keeps nothing of root's in another user's directory", () => {
  const theirs = scratch();
  chownSync(theirs, 65_534, 65_534);
  const env = { HOME: theirs, XDG_CONFIG_HOME: theirs, XDG_STATE_HOME: theirs };
  for (const place of [configDir(env), sessionsDir(env)])
    expect(place.startsWith(join(userInfo().homedir, "."))).toBe(true);
});
