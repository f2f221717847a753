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
  if (file === undefined) return [];
  try {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      const { buffer, bytesRead } = await handle.read({
        buffer: Buffer.alloc(TAIL),
        position: Math.max(0, size - TAIL),
      });
      const lines = buffer.toString("utf8", 0, bytesRead).trim().split("\n");
      return lines
        .slice(-LINES)
        .filter((line) => line !== "")
        .map((line) => (SECRET.test(line) ? "(a line about a password)" : line));
    } finally {
      await handle.close();
    }
  } catch {
    return [];
  }
}
