import { expect, it } from "vitest";
import { DRIVERS } from "../drivers.js";
import { loadFeatures } from "../features.js";
import { makeProgram } from "../program.js";
import { preparedAnswer } from "../start/answer.js";
import { preparedTable } from "./completed.js";
import { completionTable } from "./table.js";

const answered = (...words: string[]) => preparedAnswer(["__complete", "--", ...words], () => undefined);

it("answers from a table that was written when the program was built, which is up to date", async () => {
  const table = await completionTable(await makeProgram(DRIVERS), DRIVERS, await loadFeatures());
  expect(preparedTable()).toEqual(JSON.parse(JSON.stringify(table)));
});

it("leaves to the program only what the machine knows: profiles, and routers behind a server", () => {
  expect(answered("net", "set", "upnp=")).toBe("upnp=true\t\nupnp=false\t\n");
  expect(answered("login", "--ca", "")).toBe(":files\n");
  expect(answered("info", "--url", "")).toBe("");
  expect(answered("info", "-p", "attic", "vers")).toMatch(/^version\t\S.*\n$/);
  for (const words of [
    ["info", "-p", "a"],
    ["info", "--profile", ""],
    ["profiles", "use", ""],
  ])
    expect(answered(...words)).toBeUndefined();
});

it("takes no word for a command that only looks like a part of one", () => {
  for (const words of [
    ["", "set", ""],
    ["toString", ""],
    ["net set", ""],
    ["net", "", "set"],
  ])
    expect(answered(...words)).toBeTypeOf("string");
});
