import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { DRIVERS } from "../drivers.js";
import { makeProgram } from "../program.js";
import { definitionOf } from "./late-options.js";

/** Every command that people can type, by its words. */
const commands = (command: Command, words = ""): [string, Command][] =>
  command.commands.flatMap((one): [string, Command][] => {
    const name = `${words} ${one.name()}`.trim();
    if (definitionOf.get(one)?.hidden) return [];
    return [...(definitionOf.has(one) ? [[name, one] as [string, Command]] : []), ...commands(one, name)];
  });

const program = await makeProgram(DRIVERS);
const without = (flag: string): string[] =>
  commands(program)
    .filter(([, { options }]) => !options.some(({ long }) => long === flag))
    .map(([name]) => name);

describe("the options that commands share", () => {
  it("are --no-input for all", () => {
    expect(commands(program).length).toBeGreaterThan(50);
    expect(without("--no-input")).toEqual([]);
  });

  it("are --local for all that are about a service that runs or has run", () => {
    const others = ["profiles list", "profiles use", "profiles remove", "profiles rename"];
    const running = ["serve", "hub run"];
    expect(without("--local").sort()).toEqual(
      [...others, ...running, "setup i2pd", "feed keygen", "feed sign", "completion"].sort(),
    );
  });

  it.each([
    ["--profile", "attic", "doctor"],
    ["--url", "https://router.lan/", "health"],
    ["--fingerprint", "ab", "membership"],
  ])("are refused before a command that would not heed them: %s %s %s", async (...words) => {
    const said: string[] = [];
    const strict = await makeProgram(DRIVERS);
    strict.configureOutput({ outputError: (text) => said.push(text) });
    for (const [, one] of commands(strict)) one.copyInheritedSettings(strict);
    await expect(strict.parseAsync(words, { from: "user" })).rejects.toThrow();
    expect(said.join("")).toContain(
      `${words[2]} works on this machine and takes no server: leave ${words[0]} out`,
    );
  });
});
