import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";
import { type Fields, trust } from "./wire.js";

/** Starts the command line as a process of its own, as its users do. */

const BIN = fileURLToPath(new URL("../../packages/cli/bin/pilothouse.js", import.meta.url));

export interface Launch {
  readonly args?: readonly string[];
  readonly env?: { readonly [name: string]: string };
  readonly input?: string;
  /** A program that sets limits and then runs the given command in its place. */
  readonly under?: readonly string[];
  /** The user it runs as, and where it runs; our own, and here, by default. */
  readonly as?: { readonly uid: number; readonly gid: number };
  readonly cwd?: string;
  /** Another copy of the program. */
  readonly program?: string;
}

/** Whether the command line can be run as another user: only by root, from a directory that others may enter. */
export const canRunAs = (as: { readonly uid: number; readonly gid: number }): boolean =>
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, [BIN, "--version"], { ...as, cwd: "/", env: {} }).status === 0;

/** The command line in an environment without this machine's own settings. */
function launch(command: readonly string[], options: Launch): ChildProcess {
  const { args = [], env = {}, input, under = [], as, cwd, program: file = BIN } = options;
  const HOME = env["HOME"] ?? scratch();
  const [program = "", ...rest] = [...under, process.execPath, file, ...command, ...args];
  const child = spawn(program, rest, {
    ...as,
    cwd,
    env: { PATH: process.env["PATH"], HOME, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin?.on("error", () => {});
  child.stdin?.end(input ?? "");
  const gone = new Promise((resolve) => child.once("exit", resolve));
  atTheEnd(() => {
    child.kill("SIGKILL");
    return gone;
  });
  return child;
}

/**
 * The service promises to end within five seconds; a busy machine may take longer. What it must not wait
 * for would take half a minute or more.
 */
export const ENDS_WITHIN_MS = 20_000;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command and waits for its end. */
export const run = (command: readonly string[], options: Launch = {}): Promise<Ended> =>
  beside(command, options).ended;

/** Runs a command while the test continues. */
export const beside = (command: readonly string[], options: Launch = {}): Process =>
  new Process(launch(command, options));

/** A process of the command line, and everything it says. */
export class Process {
  stdout = "";
  stderr = "";
  #isOver = false;
  readonly ended: Promise<Ended>;

  constructor(readonly child: ChildProcess) {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    this.ended = new Promise((resolve) =>
      // Later than its exit: all that it said has been read then.
      child.once("close", (code) => {
        this.#isOver = true;
        resolve({ code, stdout: this.stdout, stderr: this.stderr });
      }),
    );
  }

  get logLines(): Fields[] {
    return this.stderr
      .split("\n")
      .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Fields] : []));
  }

  /** The first line of the log with this message; later ones are looked for from `after` on. */
  async logged(msg: string, after = 0): Promise<Fields> {
    for (;;) {
      const found = this.stderr
        .slice(after)
        .split("\n")
        .find((line) => line.includes(`"msg":"${msg}"`));
      if (found?.endsWith("}")) return JSON.parse(found) as Fields;
      if (this.#isOver) throw new Error(`the process ended before it said "${msg}": ${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  kill(signal: NodeJS.Signals): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}

export interface Served extends Process {
  readonly ready: Fields;
  readonly https: string;
  readonly http: string;
}

/** `pilothouse serve` as a process of its own, which may not be ready yet. */
export function begun(dataDir: string, options: Launch = {}): Process {
  const ports = ["--https-port", "0", "--http-port", "0"];
  return new Process(launch(["serve", "--data-dir", dataDir, ...ports], options));
}

/** The same, ready to be called. */
export async function serve(dataDir: string, options: Launch = {}): Promise<Served> {
  const started = begun(dataDir, options);
  const ready = await started.logged("ready");
  trust(String(ready["https"]), String(ready["fingerprint"]));
  return Object.assign(started, { ready, https: String(ready["https"]), http: String(ready["http"]) });
}
