import { setImmediate } from "node:timers/promises";
import { reason } from "@pilothouse/protocol";
import { memoryLeft } from "@pilothouse/system";
import { BackupError } from "./backup-error.js";

/** The bytes of a file: as they are, or, where memory should not hold them all, in pieces as often as they are wanted. */
export type Content = Buffer | Large;
export interface Large {
  readonly length: number;
  pieces(): AsyncIterable<Buffer>;
}

export async function* piecesOf(content: Content): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(content)) yield content;
  else yield* content.pieces();
}

export async function bytesOf(content: Content): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return content;
  // In pieces and, for a moment, as a whole.
  requireMemory(2 * content.length);
  return Buffer.concat(await collected(content.pieces()));
}

export async function collected(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

const SLICE = 2 ** 22;

/** Does something with all of it, so much at a time that others are not held up. */
export async function inSlices(bytes: Buffer, work: (slice: Buffer, at: number) => void): Promise<void> {
  for (let at = 0; at < bytes.length; at += SLICE) {
    work(bytes.subarray(at, at + SLICE), at);
    await setImmediate();
  }
}

/** What is taken for other things meanwhile. */
const MARGIN = 2 ** 23;

/** Without so much memory the kernel would end this process, or the router beside it. */
export function requireMemory(bytes: number, left = memoryLeft()): void {
  const needed = bytes + MARGIN;
  if (left >= needed) return;
  const mib = Math.ceil(needed / 2 ** 20);
  throw new BackupError(`there is too little memory: ${mib} MiB must be free`, {
    why: { key: undefined, reason: reason("backup.memory", { mib }) },
  });
}

/** Reads a stream by lines and lengths. */
export class PieceReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Up to the line's end; cut short where the line is longer than `most`. */
  async line(most: number): Promise<Buffer> {
    const found: Buffer[] = [];
    for (let length = 0; length < most && !(await this.isOver()); length += found.at(-1)?.length ?? 0) {
      const end = this.#rest.indexOf("\n");
      found.push(this.#rest.subarray(0, end < 0 ? undefined : end));
      this.#rest = this.#rest.subarray(end < 0 ? this.#rest.length : end + 1);
      if (end >= 0) break;
    }
    return Buffer.concat(found);
  }

  /** As many bytes, or all that are left. */
  async *take(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0 && !(await this.isOver()); ) {
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async isOver(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#source.next();
      if (done) return true;
      this.#rest = value;
    }
    return false;
  }

  /** Nothing more is wanted. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
