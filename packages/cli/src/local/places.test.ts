import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { configDir, sessionsDir } from "./places.js";

const directory = () => {
  const made = mkdtempSync(join(tmpdir(), "places-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
};

it("finds what a person chose and what a login left where the variables say", () => {
  const [HOME, XDG_CONFIG_HOME, XDG_STATE_HOME] = [
    directory(),
    directory(),
    join(directory(), "not there yet"),
  ];
  expect(configDir({ HOME })).toBe(join(HOME, ".config/pilothouse"));
  expect(configDir({ HOME, XDG_CONFIG_HOME })).toBe(join(XDG_CONFIG_HOME, "pilothouse"));
  expect(sessionsDir({ HOME, XDG_CONFIG_HOME })).toBe(join(HOME, ".local/state/pilothouse/sessions"));
  expect(sessionsDir({ HOME, XDG_STATE_HOME })).toBe(join(XDG_STATE_HOME, "pilothouse/sessions"));
  expect(configDir({ HOME: "", XDG_CONFIG_HOME: "" })).toBe(join(userInfo().homedir, ".config/pilothouse"));
});

it.runIf(process.getuid?.() === 0)("keeps nothing of root's in another user's directory", () => {
  const theirs = directory();
  chownSync(theirs, 65_534, 65_534);
  const env = { HOME: theirs, XDG_CONFIG_HOME: theirs, XDG_STATE_HOME: theirs };
  for (const place of [configDir(env), sessionsDir(env)])
    expect(place.startsWith(join(userInfo().homedir, "."))).toBe(true);
});
