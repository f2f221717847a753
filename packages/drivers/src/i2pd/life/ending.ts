import { open } from "node:fs/promises";
import { type Reason, reason } from "@pilothouse/protocol";
import { within } from "@pilothouse/system";

/** How a router ended without a request from here. */
export interface Ending {
  /** Its administrator stopped it, so it must not be started again. */
  readonly stopped: boolean;
  /** The signal or exit code, and what it said last. */
  readonly why: Reason;
}

/** The arguments of a child process's `exit` event. */
export type Exit = readonly [code: number | null, signal: NodeJS.Signals | null];

/** The news of an exit can come a little after the process is seen to be gone. */
const NEWS = 500;

export async function causeOf(exit: Promise<Exit> | undefined, output: string): Promise<Reason> {
  const known = exit && (await within(NEWS, exit, () => undefined));
  const said = output === "" ? {} : { text: output };
  if (!known) return reason("exit.earlier", said);
  const [code, signal] = known;
  return signal === null
    ? reason("exit.code", { status: code ?? "?", ...said })
    : reason("exit.signal", { signal, ...said });
}

const LINES = 5;
const TAIL = 4_096;
/** i2pd logs passwords when its log level is the most detailed. */
const SECRET = /pass(word)?\b/i;

/** The last lines of a log, for people; none when it cannot be read. */
export async function lastLinesOf(file: string | undefined): Promise<readonly string[]> {
  const lines = await tailOf(file, TAIL).catch(() => []);
  return lines
    .slice(-LINES)
    .filter((line) => line !== "")
    .map((line) => (SECRET.test(line) ? "(a line about a password)" : line));
}

/** The lines in the last so many bytes of a file; none when it is not there. */
export async function tailOf(file: string | undefined, bytes: number): Promise<readonly string[]> {
  const handle = file === undefined ? undefined : await open(file).catch(() => undefined);
  try {
    const size = (await handle?.stat())?.size ?? 0;
    const read = await handle?.read({ buffer: Buffer.alloc(bytes), position: Math.max(0, size - bytes) });
    return read?.buffer.toString("utf8", 0, read.bytesRead).trim().split("\n") ?? [];
  } finally {
    await handle?.close();
  }
}
