import { existsSync } from "node:fs";
import { join } from "node:path";
import { DRIVERS, makeProgram } from "@pilothouse/cli";
import { type Command, CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { blocksOf, commandsOf, DOCUMENTS, filesIn, read, root } from "./documents.js";

const scripts: { readonly [name: string]: string } = JSON.parse(read("package.json")).scripts;

/** The program with its real options and arguments; no command does anything. */
async function inertProgram(): Promise<Command> {
  const program = await makeProgram(DRIVERS);
  const disarm = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
    if (command.commands.length === 0) command.action(() => {});
    for (const one of command.commands) disarm(one);
  };
  disarm(program);
  return program;
}

/** What is wrong with a command line; undefined if the program takes it. */
async function complaintAbout(words: readonly string[]): Promise<string | undefined> {
  try {
    const program = await inertProgram();
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Without a command it prints its help: `pilothouse --local` in a sentence is about the option.
    return error.exitCode === 0 || error.code === "commander.help" ? undefined : error.message;
  }
  return undefined;
}

const PROGRAM = await inertProgram();

/** Whether these words name a command or a family of commands, as a sentence does. */
function isName(words: readonly string[]): boolean {
  let at: Command | undefined = PROGRAM;
  for (const word of words) at = at?.commands.find((command) => command.name() === word);
  return at !== undefined;
}

/** The words of one simple command of a shell: quotes are removed, an expansion stays one word. */
const wordsOf = (command: string): string[] =>
  (command.match(/(?:"[^"]*"|'[^']*'|\$\([^)]*\)|[^\s"'])+/g) ?? []).map((word) =>
    word.replaceAll(/^["']|["']$/g, ""),
  );

/** The parts of a line that call the program, as its arguments. What else a shell does with them is left out. */
const callsIn = (line: string): string[][] =>
  line.split(/\s*(?:&&|\|\||[|;]|<\(|\$\((?=pilothouse))\s*/).flatMap((part) => {
    const call = /^(?:[A-Z_]+=\S+ )*(?:sudo (?:-u \S+ )?)?(?:\.\/)?pilothouse(?: (.*))?$/.exec(part.trim());
    return call === null ? [] : [wordsOf((call[1] ?? "").replace(/\)$/, "").replace(/\s*\d?>.*$/, ""))];
  });

/** What a document shows as code: its blocks for a shell, and what stands between backticks. */
function codeOf(text: string): string[] {
  const inline = [...text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "").matchAll(/`([^`\n]+)`/g)];
  return [...blocksOf(text, "sh").flatMap(commandsOf), ...inline.map(([, code = ""]) => code)];
}

/** Where the word begins the label of a key, or a password that many choose. */
const LABELS = [
  "packages/fleet/src/keys/box.ts",
  "packages/fleet/src/state/locked-state.ts",
  "packages/protocol/src/value-types/password.ts",
];

describe("Every command of the program in", () => {
  // The changelog also tells of commands that are gone.
  it.each(DOCUMENTS.filter((file) => file !== "CHANGELOG.md"))(
    "%s is one that it takes",
    async (document) => {
      const wrong: string[] = [];
      for (const line of codeOf(read(document)))
        for (const words of callsIn(line)) {
          const complaint = isName(words) ? undefined : await complaintAbout(words);
          if (complaint !== undefined) wrong.push(`${line}: ${complaint}`);
        }
      expect(wrong).toEqual([]);
    },
  );

  it("a text of the sources is one that it has, with options that the command takes", async () => {
    const wrong: string[] = [];
    const sources = [
      ...filesIn("packages", /\/src\/.*(?<!\.test)\.tsx?$/),
      ...["packaging", "scripts"].flatMap((folder) => filesIn(folder, /\.mjs$/)),
    ];
    for (const file of sources.filter((name) => !LABELS.includes(name)))
      for (const [, words] of read(file)
        .replaceAll(/pilothouse -p [\w/]+/g, "pilothouse")
        // The same with the name that the program has here.
        .replaceAll(/\b(?:ownCommand|localCommand)\(["`]/g, " pilothouse ")
        .matchAll(/(?<![\w./@^-]|-u |--euid )pilothouse((?: -{0,2}[a-z][\w-]*)+)/g)) {
        const complaint = await complaintAboutText((words ?? "").trim().split(" "));
        if (complaint !== undefined) wrong.push(`${file}: pilothouse${words}: ${complaint}`);
      }
    expect(wrong).toEqual([]);
  });
});

/** A sentence may go on after the command, so only its name and the options behind it are judged. */
async function complaintAboutText(words: readonly string[]): Promise<string | undefined> {
  let at = PROGRAM;
  const rest = words.slice(words.findIndex((word) => !word.startsWith("-")) >>> 0);
  while (rest[0] !== undefined) {
    const next: Command | undefined = at.commands.find((command) => command.name() === rest[0]);
    if (next === undefined) break;
    at = next;
    rest.shift();
  }
  if (at === PROGRAM && rest.length > 0) return "no such command";
  const flags = rest.slice(0, rest.findIndex((word) => !word.startsWith("-")) >>> 0);
  for (const flag of flags) {
    const complaint = await complaintAbout([...words.slice(0, words.length - rest.length), flag, "--help"]);
    if (complaint?.includes("unknown option")) return complaint;
  }
  return undefined;
}

describe("Every script in the documents and sources", () => {
  const files = [
    ...DOCUMENTS,
    ...["packages", "scripts", "tests", "bench", "packaging"].flatMap((folder) =>
      filesIn(folder, /\.(ts|tsx|mjs)$/),
    ),
  ];

  /** What follows these words, wherever they stand. */
  const namedAfter = (words: RegExp) =>
    files.flatMap((file) => [...read(file).matchAll(words)].map(([, name = ""]) => ({ file, name })));

  it("is one of package.json", () => {
    const named = namedAfter(/\bnpm run (?:-\S+ )*([a-z][\w:-]*)/g);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ name }) => scripts[name] === undefined)).toEqual([]);
  });

  it("has the part that is named after it", async () => {
    const long = files.filter((file) => /long\.js"|PILOTHOUSE_TEST_LONG/.test(read(file)));
    const tests = new Set(long.map((file) => /([^/]+?)(?:\.\w+-|\.)test\.ts$/.exec(file)?.[1]));
    expect(
      namedAfter(/\bnpm run soak (?:-- )?([a-z][\w-]*)/g).filter(({ name }) => !tests.has(name)),
    ).toEqual([]);
    const { PARTS } = (await import(join(root, "tools/mutation/parts.mjs"))) as { PARTS: object };
    const parts = namedAfter(/\bnpm run mutation (?:-- )?([a-z][\w-]*)/g);
    expect(parts.filter(({ name }) => !Object.hasOwn(PARTS, name))).toEqual([]);
  });

  it("and every file that a command of a document names is there", () => {
    const named = DOCUMENTS.flatMap((file) => codeOf(read(file))).flatMap(
      (line) =>
        /^(?:npx vitest run|(?:sudo )?node) ((?:packages|tests|scripts|packaging|examples)\/\S+)/.exec(
          line,
        )?.[1] ?? [],
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
