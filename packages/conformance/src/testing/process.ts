import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import type { Document } from "../report/document.js";

/** The kit as it is built for its users. */
const BUILT = resolve(import.meta.dirname, "../../dist/conformance.mjs");

export function temporary(): string {
  const dir = mkdtempSync(join(tmpdir(), "conformance-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The report that was written. */
  readonly report: () => Document;
}

/** Starts the kit as its users do. */
export function start(
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const json = join(temporary(), "report.json");
  const child = spawn(process.execPath, [BUILT, "--json", json, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => {
    output.stdout += text;
  });
  child.stderr.on("data", (text) => {
    output.stderr += text;
  });
  const report = (): Document => JSON.parse(readFileSync(json, "utf8"));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...output, report }));
  return { child, ended };
}
