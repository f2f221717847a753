import { execFile } from "node:child_process";

export interface Outcome {
  /** The exit code; undefined when a signal ended the command. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds after which the command is killed; a minute by default. */
  readonly timeout?: number;
  /** Variables that are added to our own. */
  readonly env?: { readonly [name: string]: string };
}

/** Runs a program and waits for its end. Rejects only when it cannot be run at all, or is aborted. */
export type Run = (argv: readonly string[], options?: RunOptions) => Promise<Outcome>;

/** The programs are given as lists of arguments: no shell ever sees them. */
export const run: Run = ([program = "", ...args], { signal, timeout = 60_000, env } = {}) =>
  new Promise((resolve, reject) => {
    asActingUser((as) =>
      execFile(
        program,
        args,
        // Its words are read, so they must be in one language.
        {
          ...as,
          ...(signal && { signal }),
          timeout,
          env: { ...variables(as), LC_ALL: "C.UTF-8", ...env },
          maxBuffer: 2 ** 22,
        },
        (error, stdout, stderr) => {
          const code = error === null ? 0 : (error.code ?? undefined);
          // The code of an exit is a number; a word says why nothing could be run.
          if (typeof code === "string") reject(error);
          else resolve({ code, stdout, stderr });
        },
      ),
    );
  });

interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Root may act as another user for a while, by its effective user. A program that was started like that could make
 * itself root again; so it is given that user for good, which takes root's rights for the moment of the start.
 */
function asActingUser(start: (as: User | undefined) => void): void {
  const as = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
  if (as.uid === uid) {
    start(undefined);
    return;
  }
  process.seteuid?.(uid);
  try {
    process.setegid?.(gid);
    start(as);
  } finally {
    process.setegid?.(as.gid);
    process.seteuid?.(as.uid);
  }
}

/** Root's variables may hold what another user must not see. */
const variables = (as: User | undefined) =>
  as === undefined ? process.env : { PATH: process.env["PATH"], TZ: process.env["TZ"] };

/** What a program said last, for people. */
export const lastLine = (text: string): string => text.trim().split("\n").at(-1)?.trim() ?? "";
