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
const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELLING)}` };

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

it.skipIf(IS_OF_ANOTHER)(
  "What was compiled may be missing or cut short: the program runs all the same",
  async () => {
    const copy = join(scratch(), "cli");
    mkdirSync(copy);
    for (const name of ["bundle", "package.json"])
      cpSync(join(CLI, name), join(copy, name), { recursive: true });
    const files = readdirSync(join(copy, "bundle")).filter((name) => name.endsWith(STORED));
    expect(files).toContain(`main.cjs${STORED}`);
    const program = join(copy, "bundle", "start.cjs");
    const unknown = async () => {
      const { code, stderr } = await run(["nope"], { env, program });
      expect([code, stderr]).toEqual([2, expect.stringContaining("pilothouse: unknown command 'nope'\n")]);
      return partsIn(stderr).map(([, isUsed]) => isUsed);
    };
    expect(await unknown()).not.toContain(false);
    for (const name of files) truncateSync(join(copy, "bundle", name), 100);
    expect(await unknown()).not.toContain(true);
    for (const name of files) rmSync(join(copy, "bundle", name));
    expect(await unknown()).not.toContain(true);
  },
);
