/**
 * A QR code for one line of text: version 5 with error correction M in byte mode and mask 0 (ISO/IEC 18004), which
 * holds 84 bytes. An address in I2P has 60 to 71.
 */
const SIZE = 37;
const BLOCKS = 2;
const DATA_PER_BLOCK = 43;
const CORRECTION_PER_BLOCK = 24;
const MOST_BYTES = BLOCKS * DATA_PER_BLOCK - 2;
/** Where the middle of the alignment pattern is. */
const ALIGNMENT = 30;
/** Correction M with mask 0, as it is written twice beside the corners. */
const FORMAT = 0b101010000010010;

/** Rows of modules, true where they are dark; undefined for a text that is too long. */
export function qrOf(text: string): readonly (readonly boolean[])[] | undefined {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_BYTES) return undefined;
  const grid = new Grid();
  grid.fill(withCorrection(framed(bytes)));
  return grid.rows;
}

/** Mode, length and bytes, in half a byte's shift, then padding. */
function framed(bytes: Uint8Array): readonly number[] {
  const halves = [
    4,
    bytes.length >> 4,
    bytes.length & 15,
    ...[...bytes].flatMap((one) => [one >> 4, one & 15]),
    0,
  ];
  const whole = Array.from(
    { length: halves.length / 2 },
    (_, n) => (halves[2 * n] ?? 0) * 16 + (halves[2 * n + 1] ?? 0),
  );
  const missing = BLOCKS * DATA_PER_BLOCK - whole.length;
  return [...whole, ...Array.from({ length: missing }, (_, n) => (n % 2 === 0 ? 0xec : 0x11))];
}

/** The blocks with their correction, one byte of each in turn. */
function withCorrection(data: readonly number[]): readonly number[] {
  const blocks = Array.from({ length: BLOCKS }, (_, n) =>
    data.slice(n * DATA_PER_BLOCK, (n + 1) * DATA_PER_BLOCK),
  );
  const inTurn = (parts: readonly (readonly number[])[]) =>
    (parts[0] ?? []).flatMap((_, n) => parts.map((part) => part[n] ?? 0));
  return [...inTurn(blocks), ...inTurn(blocks.map(remainder))];
}

/** A product of the field of 256 elements that Reed-Solomon codes here are over. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** The factors of (x - 1)(x - 2)(x - 4)…, without the first, which is 1. */
const DIVISOR: readonly number[] = /* @__PURE__ */ (() => {
  let factors = [1];
  for (let n = 0, root = 1; n < CORRECTION_PER_BLOCK; n++, root = times(root, 2))
    factors = [...factors, 0].map((one, at) => one ^ times(factors[at - 1] ?? 0, root));
  return factors.slice(1);
})();

function remainder(block: readonly number[]): readonly number[] {
  let rest = DIVISOR.map(() => 0);
  for (const byte of block) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((one, at) => one ^ times(DIVISOR[at] ?? 0, factor));
  }
  return rest;
}

class Grid {
  readonly rows = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => false));
  /** What is not for data. */
  readonly #taken = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => false));

  constructor() {
    for (let n = 0; n < SIZE; n++) {
      this.#set(6, n, n % 2 === 0);
      this.#set(n, 6, n % 2 === 0);
    }
    this.#rings(3, 3, 4);
    this.#rings(SIZE - 4, 3, 4);
    this.#rings(3, SIZE - 4, 4);
    this.#rings(ALIGNMENT, ALIGNMENT, 2);
    this.#format();
  }

  /** Two columns at a time from the right, up and down, past the column of the timing pattern. */
  fill(bytes: readonly number[]): void {
    let bit = 0;
    for (let right = SIZE - 1; right > 0; right -= 2) {
      if (right === 6) right--;
      for (let step = 0; step < SIZE; step++) {
        const upwards = ((right + 1) & 2) === 0;
        const row = upwards ? SIZE - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (this.#taken[row]?.[column]) continue;
          const dark = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
          bit++;
          this.#set(row, column, dark !== ((row + column) % 2 === 0));
        }
      }
    }
  }

  #set(row: number, column: number, dark: boolean): void {
    const [line, taken] = [this.rows[row], this.#taken[row]];
    if (line === undefined || taken === undefined || column < 0 || column >= SIZE) return;
    line[column] = dark;
    taken[column] = true;
  }

  /** Squares around a middle, dark and light in turn but for the innermost two, which are both dark where they end light. */
  #rings(row: number, column: number, most: number): void {
    for (let dy = -most; dy <= most; dy++)
      for (let dx = -most; dx <= most; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        this.#set(row + dy, column + dx, most === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
  }

  #format(): void {
    for (let n = 0; n < 15; n++) {
      const dark = ((FORMAT >> n) & 1) === 1;
      // Beside the first corner, without the timing pattern.
      if (n < 8) this.#set(n < 6 ? n : n + 1, 8, dark);
      else this.#set(8, n === 8 ? 7 : 14 - n, dark);
      // Beside the other two.
      if (n < 8) this.#set(8, SIZE - 1 - n, dark);
      else this.#set(SIZE - 15 + n, 8, dark);
    }
    this.#set(SIZE - 8, 8, true);
  }
}
