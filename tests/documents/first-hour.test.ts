import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Person } from "../cli/command.js";
import { blocksOf, commandsOf, read, root } from "./documents.js";

const section = read("CONTRIBUTING.md").split("## The first hour")[1]?.split("\n## ")[0] ?? "";
const commands = blocksOf(section, "sh").flatMap(commandsOf);
const CHANGE = /^sed -i '(s\/([^/]+)\/([^/]+)\/)' (\S+)$/;

/** What builds or tests is not run in a test; that its script and files exist is in commands.test.ts. */
describe("The first hour of CONTRIBUTING", () => {
  it("changes a sentence that the next command shows", async () => {
    const person = new Person();
    const [, , before = "", after = "", file = ""] = CHANGE.exec(commands[0] ?? "") ?? [];
    mkdirSync(join(person.home, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(person.home, file));
    expect(await person.bash(`${commands[0]} && grep -c "${after}" ${file}`)).toMatchObject({
      code: 0,
      out: "1\n",
    });
    const shown = await person.bash((commands[1] ?? "").replace("./pilothouse", "pilothouse"));
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining(before) });
  });

  it("tests what was changed", () => {
    const [, , , , file = ""] = CHANGE.exec(commands[0] ?? "") ?? [];
    const tested = commands.flatMap((line) => /^npx vitest run (.+)$/.exec(line)?.[1]?.split(" ") ?? []);
    expect(tested.some((path) => file.startsWith(path))).toBe(true);
  });
});
