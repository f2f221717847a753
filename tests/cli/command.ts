import { spawn as spawnProcess } from "node:child_process";
import { existsSync, mkdirSync, readSync, symlinkSync } from "node:fs";
import type { Socket } from "node:net";
import { dirname, join, resolve } from "node:path";
import { type IPty, spawn as spawnInTerminal } from "@lydell/node-pty";
import { scratch } from "@pilothouse/system/testing/scratch";
import headless from "@xterm/headless";
import { onTestFinished } from "vitest";

const PROGRAM = resolve(import.meta.dirname, "../../packages/cli/bin/pilothouse.js");

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Given {
  /** The standard input. */
  readonly input?: string | Uint8Array;
  readonly env?: Env;
}

interface Screen {
  readonly env?: Env;
  readonly columns?: number;
  readonly rows?: number;
}

type Env = { readonly [name: string]: string | undefined };

/** A user with a home directory of their own, who types commands. */
export class Person {
  readonly home = scratch();
  readonly env: Env;

  constructor(env: Env = {}) {
    const { PATH } = process.env;
    this.env = { PATH, HOME: this.home, LANG: "C.UTF-8", ...env };
  }

  /** Where the service of this person keeps its data unless told otherwise. */
  get dataDir(): string {
    return join(this.home, ".local/state/pilothouse");
  }

  get profilesFile(): string {
    return join(this.home, ".config/pilothouse/profiles.json");
  }

  sessionFile(profile: string): string {
    return join(this.home, ".local/state/pilothouse/sessions", `${profile}.json`);
  }

  /** Runs a command and waits for its end, without a terminal. */
  run(args: readonly string[], given: Given = {}): Promise<Ended> {
    return this.#process(process.execPath, [PROGRAM, ...args], given);
  }

  /** Runs a script of ours. */
  node(args: readonly string[], given: Given = {}): Promise<Ended> {
    return this.#process(process.execPath, args, given);
  }

  /** Runs a line of bash, which can call the program by its name. */
  bash(script: string, args: readonly string[] = []): Promise<Ended> {
    return this.#process("bash", ["-c", script, "bash", ...args], { env: { PATH: this.#path() } });
  }

  /** Types a line of bash in a terminal, where it can be seen and answered. */
  types(line: string, env: Env = {}): Terminal {
    return this.#terminal("bash", ["-c", line], { env: { ...env, PATH: this.#path() } });
  }

  /** With a folder that holds the program under its name. */
  #path(): string {
    const bin = join(this.home, "bin");
    if (!existsSync(bin)) {
      mkdirSync(bin);
      symlinkSync(PROGRAM, join(bin, "pilothouse"));
    }
    return `${bin}:${dirname(process.execPath)}:${this.env["PATH"]}`;
  }

  #process(command: string, args: readonly string[], { input = "", env = {} }: Given): Promise<Ended> {
    return new Promise((done, failed) => {
      const child = spawnProcess(command, args, { env: { ...this.env, ...env }, cwd: this.home });
      let out = "";
      let err = "";
      child.stdout.setEncoding("utf8").on("data", (text) => {
        out += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text) => {
        err += text;
      });
      child.on("error", failed);
      child.on("close", (code) => done({ code, out, err }));
      // A command that reads nothing may have ended before this is written.
      child.stdin.on("error", () => {});
      child.stdin.end(input);
    });
  }

  /** Runs a command that must succeed, and reads its JSON. */
  async json(args: readonly string[], given: Given = {}) {
    const { code, out, err } = await this.run([...args, "--json"], given);
    if (code !== 0) throw new Error(`exit ${code}: ${err}`);
    return JSON.parse(out);
  }

  /** Runs a command in a terminal, where it can be seen and typed to. */
  terminal(args: readonly string[], given: Screen = {}): Terminal {
    return this.#terminal(process.execPath, [PROGRAM, ...args], given);
  }

  #terminal(program: string, args: string[], { env = {}, columns = 100, rows = 30 }: Screen): Terminal {
    const pty = spawnInTerminal(program, args, {
      name: "xterm-256color",
      cols: columns,
      rows,
      cwd: this.home,
      env: { ...this.env, ...env },
    });
    return new Terminal(pty, columns, rows);
  }
}

const PATIENCE_MS = 120_000;
/** So long a busy machine may take to read what a program wrote before it ended. */
const LAST_READ_MS = 10_000;

/**
 * The library gives up a terminal 200 ms after the program has ended, and with it what a busy machine has not read by
 * then. It is over by itself when all is read: the system reports an error then. Node.js takes a program that ends
 * between two reads for the end of what it wrote, so the rest is read here.
 */
function keepUntilRead(pty: IPty, take: (rest: Buffer) => void): void {
  const { _socket: socket, fd } = pty as unknown as { readonly _socket: Socket; readonly fd: number };
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    if (error !== undefined || socket.readableEnded) return destroy(error);
    setTimeout(destroy, LAST_READ_MS).unref();
    return socket;
  };
  socket.once("end", () => {
    const piece = Buffer.alloc(65_536);
    try {
      for (let size = 1; size > 0; take(piece.subarray(0, size))) size = readSync(fd, piece);
    } catch {
      // That is how the system tells the end.
    }
  });
}

/** A real pseudo-terminal, with a screen that is read as a person reads it. */
export class Terminal {
  readonly #screen;
  readonly #exited: Promise<number>;
  /** Everything that was ever written, controls included. */
  raw = "";

  constructor(
    readonly pty: IPty,
    columns: number,
    rows: number,
  ) {
    this.#screen = new headless.Terminal({ cols: columns, rows, scrollback: 500, allowProposedApi: true });
    const take = (text: string) => {
      this.raw += text;
      this.#screen.write(text);
    };
    pty.onData(take);
    keepUntilRead(pty, (rest) => take(rest.toString()));
    this.#exited = new Promise((exited) =>
      pty.onExit(({ exitCode, signal }) => exited(signal ? 128 + signal : exitCode)),
    );
    onTestFinished(() => {
      try {
        pty.kill("SIGKILL");
      } catch {
        // It has ended already.
      }
    });
  }

  /** What can be seen, and what has scrolled away above it. */
  get text(): string {
    const { active } = this.#screen.buffer;
    return Array.from({ length: active.length }, (_, line) => active.getLine(line)?.translateToString(true))
      .join("\n")
      .trimEnd();
  }

  /** Whether the program has the screen for itself, as editors do. */
  get isFullScreen(): boolean {
    return this.#screen.buffer.active.type === "alternate";
  }

  get cursorIsHidden(): boolean {
    return this.raw.lastIndexOf("\u001b[?25l") > this.raw.lastIndexOf("\u001b[?25h");
  }

  /** Waits until the screen shows something. */
  async shows(wanted: RegExp | string | ((text: string) => boolean)): Promise<string> {
    const there = () => {
      if (typeof wanted === "function") return wanted(this.text);
      return typeof wanted === "string" ? this.text.includes(wanted) : wanted.test(this.text);
    };
    for (const end = Date.now() + PATIENCE_MS; !there(); await pause(20))
      if (Date.now() > end) throw new Error(`never showed ${wanted}; it shows:\n${this.text}`);
    return this.text;
  }

  type(keys: string): void {
    this.pty.write(keys);
  }

  /** Answers a question when it is asked. */
  async answer(question: RegExp | string, answer: string): Promise<void> {
    await this.shows(question);
    this.type(`${answer}\r`);
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
    this.pty.resize(columns, rows);
  }

  /** The exit code, once it has ended and all it wrote is on the screen. */
  async ended(): Promise<number> {
    const code = await this.#exited;
    await new Promise<void>((shown) => this.#screen.write("", shown));
    return code;
  }
}

export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
