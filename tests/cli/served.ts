import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import type { Person } from "./command.js";

const PROGRAM = resolve(import.meta.dirname, "../../packages/cli/bin/pilothouse.js");

export interface Served {
  readonly url: string;
  readonly fingerprint: string;
  readonly child: ChildProcess;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** The service of a person as a process of its own, on free ports by default. */
export async function serve(person: Person, args: readonly string[] = []): Promise<Served> {
  const ports = ["--https-port", "0", "--http-port", "0"];
  const child = spawn(process.execPath, [PROGRAM, "serve", ...ports, ...args], {
    env: person.env as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    await ended;
  };
  onTestFinished(() => stop());
  let said = "";
  for await (const line of createInterface({ input: child.stderr })) {
    said += `${line}\n`;
    if (!line.startsWith("{")) continue;
    const { msg, https, fingerprint } = JSON.parse(line);
    if (msg !== "ready") continue;
    child.stderr.resume();
    return { url: https, fingerprint, child, stop };
  }
  throw new Error(`the service did not start: ${said}`);
}
