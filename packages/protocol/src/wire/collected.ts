/**
 * Pieces of a body in one buffer, up to a limit. Not in a list: if a body arrives byte by byte, each piece costs over a
 * hundred bytes.
 */
export class Collected {
  #buffer: Uint8Array = new Uint8Array();
  #size = 0;

  constructor(readonly most: number) {}

  /** Keeps of the piece what fits; false when that is not all of it. */
  add(piece: Uint8Array): boolean {
    const kept = this.bytes;
    const part = piece.subarray(0, this.most - kept.length);
    this.#size += part.length;
    // Most bodies come in one piece, which is not copied.
    if (kept.length === 0) this.#buffer = part;
    else {
      if (this.#size > this.#buffer.length) {
        this.#buffer = new Uint8Array(2 * this.#size);
        this.#buffer.set(kept);
      }
      this.#buffer.set(part, kept.length);
    }
    return part.length === piece.length;
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#size);
  }
}

/**
 * The first bytes of a body from outside, and whether they are all of it. If there are more than `most`, the rest is
 * not read: the stream is cancelled. Whoever opened the stream gives it a time limit, which must cover the body too.
 */
export async function readAtMost(
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<{ readonly bytes: Uint8Array; readonly whole: boolean }> {
  const collected = new Collected(most);
  for await (const piece of body) if (!collected.add(piece)) return { bytes: collected.bytes, whole: false };
  return { bytes: collected.bytes, whole: true };
}
