// Runs the bundled program once, and stores beside each part of it what V8 has compiled by then: the next starts
// take half the time. It is for this machine's Node alone, and is not shipped.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const RECORD = new URL("./record.mjs", import.meta.url).href;
const READY = '"msg":"ready"';

export async function compile(program) {
  const home = mkdtempSync(join(tmpdir(), "pilothouse-compile-"));
  /** Until it ends, or is ready. */
  const run = (...args) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ["--import", RECORD, program, ...args], {
        env: { PATH: process.env.PATH, HOME: home },
        stdio: ["ignore", "ignore", "pipe"],
      });
      let heard = "";
      child.stderr.setEncoding("utf8").on("data", (text) => {
        const wasReady = heard.includes(READY);
        heard += text;
        if (!wasReady && heard.includes(READY)) child.kill("SIGTERM");
      });
      child.on("error", reject).on("close", (code) => resolve({ code, heard }));
    });
  try {
    const ports = ["--https-port", "0", "--http-port", "0"];
    const { code, heard } = await run("serve", "--data-dir", join(home, "data"), ...ports);
    if (code !== 0) throw new Error(`the service that was built does not start: ${heard}`);
    // Fails, after it has loaded all that a command needs.
    await run("info", "--url", "http://127.0.0.1:1/");
    await run("__complete", "--", "net", "set", "");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
