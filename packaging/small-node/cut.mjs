// Cuts bytes out of a program so that all others keep their addresses: the segment that they were in becomes two, with
// nothing between them.
import { endOf, readElf, SECTION, SEGMENT, withTables } from "./elf.mjs";

/** No machine has larger pages. */
const PAGE = 0x1_0000;

/** The segment that is loaded with these addresses. */
export function segmentWith({ segments }, { address, length }) {
  const found = segments.filter(
    (row) =>
      row.type === SEGMENT.load && row.address <= address && address + length <= row.address + row.length,
  );
  if (found.length !== 1) throw new Error(`${found.length} segments are loaded with it`);
  return found[0];
}

/** The rows after a cut, and what remains behind it of the one that it goes through. */
function cutThrough(table, { from, to }) {
  const halves = [];
  const rows = table.map((row) => {
    const end = row.offset + (row.type === SECTION.noBits ? 0 : row.length);
    if (row.offset >= to) return row.with({ offset: row.offset - (to - from) });
    if (end <= from) return row;
    if (row.offset > from || end < to) throw new Error("something else begins or ends there");
    halves.push(row.with({ offset: from, address: row.address + to - row.offset, length: end - to }));
    return row.with({ length: from - row.offset });
  });
  if (halves.length !== 1) throw new Error(`${halves.length} rows of a table have it`);
  return { rows, half: halves[0] };
}

/** As many segments as before: one of notes goes, which say what the sections say too. They are in the order of addresses. */
function cutSegments(table, cut) {
  const { rows, half } = cutThrough(table, cut);
  const note = rows.findIndex(({ type }) => type === SEGMENT.note);
  if (note === -1) throw new Error("there is no room for one more segment");
  const whole = ({ address, length, ...row }) => row.with({ physical: address, inMemory: length });
  return rows.flatMap((row, index) => {
    if (index === note) return [];
    return row.type === SEGMENT.load && row.offset + row.length === cut.from
      ? [whole(row), whole(half)]
      : [row];
  });
}

/** The second half comes last, since sections refer to each other by number. */
function cutSections(table, cut) {
  const { rows, half } = cutThrough(table, cut);
  return [...rows, half];
}

/** The program without these addresses, of which the beginning and the end stay up to a whole page. */
export function withoutAddresses(file, range) {
  const elf = readElf(file);
  const segment = segmentWith(elf, range);
  if (segment.inMemory !== segment.length) throw new Error("a segment that is larger in memory");
  const later = elf.segments.filter(({ type, offset }) => type === SEGMENT.load && offset >= segment.offset);
  const unit = Math.max(PAGE, ...later.map(({ alignment }) => alignment));
  const inFile = (address) => address - segment.address + segment.offset;
  const cut = {
    from: inFile(Math.ceil(range.address / unit) * unit),
    to: inFile(Math.floor((range.address + range.length) / unit) * unit),
  };
  if (cut.to <= cut.from) throw new Error("too little to be cut");
  const rest = Buffer.concat([file.subarray(0, cut.from), file.subarray(cut.to, endOf(file, elf))]);
  return withTables(rest, {
    segments: cutSegments(elf.segments, cut),
    sections: cutSections(elf.sections, cut),
  });
}
