import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join, resolve } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { rolldown } from "rolldown";
import { onTestFinished } from "vitest";

const here = import.meta.dirname;

/** Makes one program of `main.ts` and what is in this folder; our packages are used as they are built. */
export async function build(): Promise<string> {
  // Within the repository, where Node finds our packages.
  const dir = mkdtempSync(join(resolve(here, "../../.stamps"), "fourth-driver-"));
  const bundle = await rolldown({
    input: join(here, "main.ts"),
    platform: "node",
    external: /^(@pilothouse\/|node:)/,
  });
  await bundle.write({ dir, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" });
  await bundle.close();
  return dir;
}

/** The program with four drivers, for a user with a home directory of their own. */
export function programIn(dir: string) {
  const home = scratch();
  const { PATH } = process.env;
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [join(dir, "main.mjs"), ...args], { env: { PATH, HOME: home }, cwd: home });
  const run = (...args: string[]): Promise<{ code: number | null; out: string; err: string }> =>
    new Promise((done, failed) => {
      const child = start(args);
      let out = "";
      let err = "";
      child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
      child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
      child.on("error", failed).on("close", (code) => done({ code, out, err }));
    });
  /** Runs the service until the test is over; resolves when it is ready. */
  const serve = (...args: string[]): Promise<void> =>
    new Promise((ready, failed) => {
      const child = start(["serve", "--https-port", "0", "--http-port", "0", ...args]);
      const ended = new Promise((done) => child.once("close", done));
      onTestFinished(async () => {
        child.kill();
        await ended;
      });
      let said = "";
      child.stderr.setEncoding("utf8").on("data", (text) => {
        said += text;
        if (said.includes('"msg":"ready"')) ready();
      });
      child.once("close", () => failed(new Error(`the service ended: ${said}`)));
    });
  return { home, run, serve };
}
