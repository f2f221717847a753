import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as sleep } from "node:timers/promises";
import { isNoEntry, NotPlain } from "@pilothouse/system";

export interface TailOptions {
  /** How many of the existing lines to return. */
  readonly last: number;
  /** Waits for new lines until this is aborted; absent: ends with the file. */
  readonly follow?: AbortSignal;
  /** Waits until the next look; false when there is nothing more to wait for. */
  readonly pause?: (signal: AbortSignal) => Promise<boolean>;
}

const LOOK_EVERY_MS = 250;
const CHUNK = 64 * 1024;
/** A line may have any length; of a longer one, the middle is left out. */
const LONGEST_LINE = 64 * 1024;

/** The last lines of a file and, with `follow`, those that are added: also to a file that takes its place. */
export async function* tail(path: string, options: TailOptions): AsyncGenerator<string> {
  const { last, follow, pause = untilNextLook } = options;
  let file = await opened(path, follow, pause);
  if (file === undefined) return;
  try {
    let reader = new LineReader(file, await startOfLast(file, last));
    for (;;) {
      yield* reader.lines();
      if (follow === undefined || !(await pause(follow))) break;
      if (await wasCut(file, reader.at)) {
        yield* reader.rest();
        reader = new LineReader(file, 0);
      } else if (await wasReplaced(path, file)) {
        // What was written between the last look and the replacement is still in the old file.
        yield* reader.lines();
        yield* reader.rest();
        await file.close();
        file = await opened(path, follow, pause);
        if (file === undefined) return;
        reader = new LineReader(file, 0);
      }
    }
    yield* reader.rest();
  } finally {
    await file?.close();
  }
}

/** Waits for a missing file if following; undefined when it did not appear. */
async function opened(
  path: string,
  follow: AbortSignal | undefined,
  pause: (signal: AbortSignal) => Promise<boolean>,
): Promise<FileHandle | undefined> {
  for (;;) {
    try {
      return await openRegular(path);
    } catch (error) {
      if (follow === undefined || !isNoEntry(error)) throw error;
      if (!(await pause(follow))) return undefined;
    }
  }
}

/** Does not wait at a FIFO, which would have no end either. */
async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new NotPlain(`${path} is not a regular file`);
}

const untilNextLook = (signal: AbortSignal): Promise<boolean> =>
  sleep(LOOK_EVERY_MS, true, { signal }).catch(() => false);

/** Emptied and written again, as logrotate's copytruncate does. */
const wasCut = async (file: FileHandle, at: number): Promise<boolean> => (await file.stat()).size < at;

/** Renamed, with or without another in its place. */
async function wasReplaced(path: string, file: FileHandle): Promise<boolean> {
  const there = await stat(path).catch(() => undefined);
  const { ino, dev } = await file.stat();
  return there?.ino !== ino || there.dev !== dev;
}

/** Where the last lines begin, found from the end, since logs are long. */
async function startOfLast(file: FileHandle, last: number): Promise<number> {
  let { size: at } = await file.stat();
  if (last === 0) return at;
  const end = at;
  let breaks = 0;
  while (at > 0) {
    const length = Math.min(CHUNK, at);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at - length);
    for (let index = bytesRead - 1; index >= 0; index--) {
      const place = at - length + index;
      // The one that ends the file ends its last line; it begins no other.
      if (buffer[index] === 0x0a && place !== end - 1 && ++breaks === last) return place + 1;
    }
    at -= length;
  }
  return 0;
}

/** Reads a file on from some place, in whole lines. */
class LineReader {
  #decoder = new StringDecoder("utf8");
  #begun = "";

  constructor(
    readonly file: FileHandle,
    public at: number,
  ) {}

  async *lines(): AsyncGenerator<string> {
    for (;;) {
      const { buffer, bytesRead } = await this.file.read(Buffer.alloc(CHUNK), 0, CHUNK, this.at);
      if (bytesRead === 0) return;
      this.at += bytesRead;
      const lines = (this.#begun + this.#decoder.write(buffer.subarray(0, bytesRead))).split("\n");
      const begun = lines.pop() ?? "";
      this.#begun = begun.length > LONGEST_LINE ? `${begun.slice(0, LONGEST_LINE)}…` : begun;
      yield* lines;
    }
  }

  /** A last line without a line end. */
  *rest(): Generator<string> {
    const rest = this.#begun + this.#decoder.end();
    this.#begun = "";
    if (rest !== "") yield rest;
  }
}
