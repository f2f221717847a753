import { describe, expect, it } from "vitest";
import { Person, type Terminal } from "../cli/command.js";
import { twoPorts } from "../support/ports.js";
import { blocksOf, commandsOf, read } from "./documents.js";

const PASSWORD = "a password of a reader";

/** Sections and commands that need more than a fresh home and the simulator, and what tries them instead. */
const ELSEWHERE: readonly { readonly what: RegExp; readonly why: string }[] = [
  {
    what: /^Manage your i2pd$/,
    why: "a real i2pd: tests/i2pd, and packaging/trial/inside.mjs with Debian's files",
  },
  { what: /^Manage your Java I2P$/, why: "a real Java I2P: tests/java with its double" },
  { what: /^npm test$/, why: "it runs this test" },
  { what: /^sudo /, why: "the Debian package: npm run package -- --try" },
  { what: /^npm install --global /, why: "the npm package: tests/packaging/npm-packages.test.ts" },
  { what: /^pilothouse serve$/, why: "the same, as installed by the line above it" },
  { what: /podman /, why: "the container: packaging/container.mjs" },
];

/** What a reader types or presses when a command shows this. Every other command must end by itself. */
const ANSWERS: readonly { readonly command: RegExp; answer(terminal: Terminal): Promise<void> }[] = [
  {
    command: / passwd\b/,
    async answer(terminal) {
      await terminal.answer("New password", PASSWORD);
      await terminal.answer(/again|repeat/i, PASSWORD);
    },
  },
  {
    command: / login /,
    async answer(terminal) {
      await terminal.shows("Is it the right one?");
      terminal.type("y");
      await terminal.answer(/^.*Password/m, PASSWORD);
    },
  },
  {
    command: / watch$/,
    async answer(terminal) {
      await terminal.shows("q quits");
      terminal.type("q");
    },
  },
];

/** Every command of the README, with the heading that it stands under. */
const commands = read("README.md")
  .split(/^## /m)
  .flatMap((section) => {
    const heading = section.split("\n", 1)[0] ?? "";
    return blocksOf(section, "sh")
      .flatMap(commandsOf)
      .map((command) => ({ heading, command }));
  });
const ruleFor = ({ heading, command }: (typeof commands)[number]) =>
  ELSEWHERE.find(({ what }) => what.test(heading) || what.test(command));

describe("The README", () => {
  it("is short", () => expect(read("README.md").split("\n").length).toBeLessThan(200));

  it("leaves to other tests only what it still has", () => {
    const used = new Set(commands.map(ruleFor));
    expect(ELSEWHERE.filter((rule) => !used.has(rule))).toEqual([]);
  });

  it("has commands that work one after the other, in a fresh home", async () => {
    const reader = new Person();
    const ports = await twoPorts();
    const env = { PILOTHOUSE_HTTPS_PORT: String(ports.https), PILOTHOUSE_HTTP_PORT: String(ports.http) };
    const lines = commands
      .filter((one) => ruleFor(one) === undefined)
      .map(({ command }) =>
        command
          // What it installs and builds is there: `npm test` begins with the same.
          .replace(/^npm start(?: --)?/, "exec pilothouse serve")
          .replace(/^\.\/pilothouse/, "pilothouse")
          .replace("127.0.0.1:7650", `127.0.0.1:${ports.https}`),
      );
    expect(lines[0]).toBe("exec pilothouse serve");
    const service = reader.types(lines[0] ?? "", env);
    await service.shows("pilothouse passwd");
    expect(lines.slice(1).length).toBeGreaterThan(5);
    for (const line of lines.slice(1)) {
      const terminal = reader.types(line);
      await ANSWERS.find(({ command }) => command.test(line))?.answer(terminal);
      expect({ line, code: await terminal.ended(), text: terminal.text }).toMatchObject({ line, code: 0 });
    }
    service.type("\u0003");
    expect(await service.ended()).toBe(0);
  });
});
