// Programs as Linux loads them (ELF of 64 bits, little-endian, as on amd64 and arm64): the table of segments, which is
// what is loaded, and that of sections, which is what tools see in them.

/** Where the header says it, and the numbers of 64 bits in a row that matter here. */
const SEGMENTS = {
  ...{ place: 0x20, each: 0x36, count: 0x38, size: 56, type: 0 },
  fields: { offset: 8, address: 16, physical: 24, length: 32, inMemory: 40, alignment: 48 },
};
const SECTIONS = {
  ...{ place: 0x28, each: 0x3a, count: 0x3c, size: 64, type: 4 },
  fields: { address: 16, offset: 24, length: 32 },
};
const SYMBOLS = { size: 24, type: 4, fields: { address: 8, length: 16 } };
const RELOCATIONS = { size: 24, type: 8, fields: { address: 0, target: 16 } };

export const SEGMENT = { load: 1, note: 4 };
export const SECTION = { relocations: 4, noBits: 8, exports: 11 };

const u64 = (bytes, at) => Number(bytes.readBigInt64LE(at));
const setU64 = (bytes, at, value) => bytes.writeBigInt64LE(BigInt(value), at);

/** The rows of a table, each with what it can be changed by: `row.with({ offset })`. */
function rows(file, { size, type, fields }, start, count) {
  const row = (bytes) => ({
    ...Object.fromEntries(Object.entries(fields).map(([name, at]) => [name, u64(bytes, at)])),
    type: bytes.readUInt32LE(type),
    bytes,
    with(changes) {
      const copy = Buffer.from(bytes);
      for (const [name, value] of Object.entries(changes)) setU64(copy, fields[name], value);
      return row(copy);
    },
  });
  return Array.from({ length: count }, (_, n) =>
    row(file.subarray(start + n * size, start + (n + 1) * size)),
  );
}

function table(file, kind) {
  if (file.readUInt16LE(kind.each) !== kind.size) throw new Error("a program with tables of another format");
  return rows(file, kind, u64(file, kind.place), file.readUInt16LE(kind.count));
}

export function readElf(file) {
  if (file.length < 64 || file.readUInt32BE(0) !== 0x7f454c46 || file.readUInt16BE(4) !== 0x0201)
    throw new Error("not a program of 64 bits, little-endian");
  return { segments: table(file, SEGMENTS), sections: table(file, SECTIONS) };
}

/** What the program exports, with its name. */
export function exportsOf(file, { sections }) {
  const section = sections.find(({ type }) => type === SECTION.exports);
  if (section === undefined) throw new Error("it exports nothing");
  const names = sections[section.bytes.readUInt32LE(40)].offset;
  return rows(file, SYMBOLS, section.offset, section.length / SYMBOLS.size).map((row) => {
    const start = names + row.bytes.readUInt32LE(0);
    return { ...row, name: file.toString("latin1", start, file.indexOf(0, start)) };
  });
}

/** The addresses that the loader writes to, and those that it writes there. */
export const relocated = (file, { sections }) =>
  sections
    .filter(({ type }) => type === SECTION.relocations)
    .flatMap(({ offset, length }) => rows(file, RELOCATIONS, offset, length / RELOCATIONS.size))
    .flatMap(({ address, target }) => [address, target]);

/** The file with other tables: as many segments as it had, and the sections at its end. */
export function withTables(file, { segments, sections }) {
  const whole = Buffer.concat([file, ...sections.map(({ bytes }) => bytes)]);
  Buffer.concat(segments.map(({ bytes }) => bytes)).copy(whole, u64(file, SEGMENTS.place));
  setU64(whole, SECTIONS.place, file.length);
  whole.writeUInt16LE(sections.length, SECTIONS.count);
  return whole;
}

/** Where the table of sections begins, with which the file has to end. */
export function endOf(file, { sections }) {
  const end = u64(file, SECTIONS.place);
  if (end + sections.length * SECTIONS.size !== file.length)
    throw new Error("a program that does not end with its table of sections");
  return end;
}
