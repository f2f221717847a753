import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** Where a reader of a file was: in which file, and how far. */
export interface Position {
  readonly file: string;
  readonly at: number;
}

export interface Piece {
  readonly lines: readonly string[];
  readonly next: Position;
  /** Something between the given position and the first line was left out. */
  readonly missed: boolean;
}

/** The most that is read at a time: a log can have any size. Lines that no client fetched in time are skipped. */
const MOST_BYTES = 262_144;

/**
 * The whole lines of a file after a position, or the last ones where there is none. A line that is still being
 * written is left for the next time.
 */
export async function readLogFile(path: string, after?: Position, mostBytes = MOST_BYTES): Promise<Piece> {
  // A pipe in its place would hold us up for ever.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await handle.stat({ bigint: true });
    if (!stat.isFile()) throw new Error(`${path} is not a file`);
    const file = `${stat.dev}-${stat.ino}`;
    const size = Number(stat.size);
    const isSame = after?.file === file && after.at <= size;
    const wanted = isSame ? after.at : 0;
    const start = Math.max(wanted, size - mostBytes);
    // With the byte before, which shows whether a line begins here. The caller could choose a position within a line,
    // behind the word that shows that the rest is a secret.
    const from = Math.max(0, start - 1);
    const bytes = await readBytes(handle, from, size);
    const begin = start === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
    const isCut = start > wanted || from + begin !== start;
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    const text = bytes.subarray(begin, Math.max(begin, end)).toString("utf8");
    return {
      lines: text === "" ? [] : text.slice(0, -1).split("\n"),
      next: { file, at: Math.max(start, from + Math.max(begin, end)) },
      missed: after !== undefined && (!isSame || isCut),
    };
  } finally {
    await handle.close();
  }
}

const NEWLINE = 0x0a;

async function readBytes(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    // Cut short meanwhile.
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
