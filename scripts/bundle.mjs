// Bundles the command line into packages/cli/bundle: one module per command and per shared part, instead of
// the hundreds of files of our packages and their dependencies, which Node takes twice as long to load.
// start.cjs is where it begins; with help.txt and completion.json it answers what needs nothing else of the program.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { compile } from "./compile/compile.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "packages/cli");
const dir = join(cli, "bundle");

/** Code of others that would cost each start more than what it is good for. */
const CHEAPER = [
  // libsql learns from a whole report of Node, which takes longer than to open a store, whether the machine has glibc.
  // It corrects the answer "musl" by a look at the machine's files, so that is what it is told.
  [/@neon-rs\/load\/dist\/index\.js$/, "return isGlibc()", "return false"],
  // Each loads a module of Node: for whether this is another thread, which it never is, and for one check.
  [/pino\/lib\/tools\.js$/, "require('worker_threads')", "{ isMainThread: true }"],
  // A log that is written by another thread, which ours never is: four modules of Node.
  [/pino\/lib\/transport\.js$/, "require('thread-stream')", "undefined"],
  [
    /(?<!pino-pretty\/node_modules\/)sonic-boom\/index\.js$/,
    "require('assert')",
    "(ok, why) => { if (!ok) throw new Error(why); }",
  ],
];

const cheaper = {
  name: "cheaper",
  transform: (code, id) => {
    const change = CHEAPER.find(([file]) => file.test(id));
    if (change === undefined) return undefined;
    if (!code.includes(change[1])) throw new Error(`${change[1]} is not in ${id} any more`);
    return code.replace(change[1], change[2]);
  },
};

/** Its regular expressions are made when they are first used: reading the classes of Unicode takes a while. */
const lateExpressions = {
  name: "late-expressions",
  transform: {
    filter: { id: /fast-string-truncated-width\/dist\/index\.js$/ },
    handler: (code) => {
      const found = new Map();
      const keep = (_line, name, expression) => {
        found.set(name, expression);
        return "";
      };
      const rest = code.replace(/^const (\w+_RE) = (.*);$/gm, keep);
      return rest.replace(/\b\w+_RE\b/g, (name) => found.get(name) ?? name);
    },
  },
};

/** Modules of Node that a service which nobody uses does not need: each is loaded by the first who needs it. */
const LATE = ["node:readline/promises", "node:v8", "node:zlib"];

const lateModules = {
  name: "late-modules",
  renderChunk: (code) =>
    LATE.reduce((before, name) => {
      const variable = name.replace(/\W/g, "_");
      const asked = `require("${name}")`;
      const after = before
        .replace(`let ${variable} = ${asked};\n`, "")
        .replace(new RegExp(`\\b${variable}\\.`, "g"), `${asked}.`);
      // Whoever wants the module as a whole, as its default, has it from the beginning.
      return after.includes(variable) ? before : after;
    }, code),
};

const bundle = await rolldown({
  input: join(cli, "dist", "main.js"),
  platform: "node",
  // Binaries for the machine; libsql's own code is bundled, and asks for its binary by name.
  external: [/^@libsql\//, "@node-rs/argon2"],
  plugins: [cheaper, lateExpressions, lateModules],
  // Moves modules between the parts, which then need each other: CommonJS would find some of them half loaded.
  experimental: { chunkOptimization: false },
});
rmSync(dir, { recursive: true, force: true });
const { output } = await bundle.write({
  dir,
  format: "cjs",
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name].cjs",
  comments: false,
  // What V8 has compiled before does not know how to import.
  dynamicImportInCjs: false,
});
// Node keeps the text of a program in memory, and one character beyond Latin-1 makes it take twice the room.
for (const { fileName } of output) {
  const file = join(dir, fileName);
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(file, readFileSync(file, "utf8").replace(/[^\0-\x7f]/g, escaped));
}
// Read when it is first asked for (status-text.ts): no part has it.
const texts = join(root, "packages/server/src/features/status/status-texts.json");
copyFileSync(texts, join(dir, "status-texts.json"));
// For the licences of what is inside: see packaging/licences.mjs.
const modules = output.flatMap(({ moduleIds = [] }) => moduleIds.map((id) => relative(root, id))).toSorted();
writeFileSync(join(dir, "modules.json"), `${JSON.stringify(modules, null, 1)}\n`);

const start = await rolldown({ input: join(cli, "dist", "start.js"), platform: "node" });
const program = join(dir, "start.cjs");
await start.write({ file: program, format: "cjs" });
const { completionTable, DRIVERS, loadFeatures, makeProgram, markedHelp } = await import(
  "../packages/cli/dist/index.js"
);
writeFileSync(join(dir, "help.txt"), markedHelp(await makeProgram(DRIVERS)));
const table = await completionTable(await makeProgram(DRIVERS), DRIVERS, await loadFeatures());
writeFileSync(join(dir, "completion.json"), `${JSON.stringify(table)}\n`);
await compile(program);
