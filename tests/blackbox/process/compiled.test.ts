import { cpSync, mkdirSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { run, serve } from "../process.js";

const CLI = resolve(import.meta.dirname, "../../../packages/cli");
const STORED = `.${process.version}-${process.arch}`;

/** Says at the end for each part of the program that was loaded whether V8 took what was compiled before. */
const TELLING = `import vm from "node:vm";
const { Script } = vm;
const parts = [];
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    parts.push([options.filename, options.cachedData !== undefined && this.cachedDataRejected === false]);
  }
};
process.on("exit", () => console.error("parts " + JSON.stringify(parts)));`;
const importing = (...modules: readonly string[]) => ({
  NODE_OPTIONS: modules.map((module) => `--import=${module}`).join(" "),
});
const inline = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
const env = importing(inline(TELLING));

/** Built with another Node than this one, as where the tests run on the Node that is shipped. */
const stored = readdirSync(join(CLI, "bundle")).filter((name) => name.startsWith("main.cjs."));
const IS_OF_ANOTHER = stored.length > 0 && !stored.includes(`main.cjs${STORED}`);

const partsIn = (stderr: string): [string, boolean][] =>
  JSON.parse(/^parts (.*)$/m.exec(stderr)?.[1] ?? "[]");

it.skipIf(IS_OF_ANOTHER)(
  "A service, and a command that asks one, compile nothing that was compiled when they were built",
  async () => {
    const served = await serve(scratch(), { env });
    const { stderr } = await served.kill("SIGTERM");
    const asked = await run(["info", "--url", "http://127.0.0.1:1/"], { env });
    const [ofService, ofCommand] = [partsIn(stderr), partsIn(asked.stderr)];
    expect([...ofService, ...ofCommand].filter(([, isUsed]) => !isUsed)).toEqual([]);
    expect(ofService.map(([file]) => basename(file))).toEqual(["service.pack.cjs"]);
    expect(ofCommand.length).toBeGreaterThan(10);
  },
);

/** The bundled program in a place of its own, and the names of what was compiled of it. */
function copied() {
  const copy = join(scratch(), "cli");
  mkdirSync(copy);
  for (const name of ["bundle", "package.json"])
    cpSync(join(CLI, name), join(copy, name), { recursive: true });
  const bundle = join(copy, "bundle");
  const files = readdirSync(bundle).filter((name) => name.endsWith(STORED));
  expect(files).toContain(`main.cjs${STORED}`);
  return { program: join(bundle, "start.cjs"), files: files.map((name) => join(bundle, name)) };
}

it.skipIf(IS_OF_ANOTHER)(
  "What was compiled is used also when the service that it is taken from was slow, and had changed V8's flags",
  async () => {
    const { program, files } = copied();
    for (const file of files) rmSync(file);
    const flags = ["--no-opt", "--bytecode-old-age=1", "--heap-growing-percent=10"];
    const changing = `import v8 from "node:v8"; for (const flag of ${JSON.stringify(flags)}) v8.setFlagsFromString(flag);`;
    const record = resolve(import.meta.dirname, "../../../scripts/compile/record.mjs");
    await run(["nope"], { env: importing(record, inline(changing)), program });
    const parts = partsIn((await run(["nope"], { env, program })).stderr);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.filter(([, isUsed]) => !isUsed)).toEqual([]);
  },
);

it.skipIf(IS_OF_ANOTHER)(
  "What was compiled may be missing or cut short: the program runs all the same",
  async () => {
    const { program, files } = copied();
    const unknown = async () => {
      const { code, stderr } = await run(["nope"], { env, program });
      expect([code, stderr]).toEqual([2, expect.stringContaining("pilothouse: unknown command 'nope'\n")]);
      return partsIn(stderr).map(([, isUsed]) => isUsed);
    };
    expect(await unknown()).not.toContain(false);
    for (const file of files) truncateSync(file, 100);
    expect(await unknown()).not.toContain(true);
    for (const file of files) rmSync(file);
    expect(await unknown()).not.toContain(true);
  },
);
