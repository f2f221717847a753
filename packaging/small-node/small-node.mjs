// Node without ICU's tables for languages that the service does not speak: a third of the program.
import { segmentWith, withoutAddresses } from "./cut.mjs";
import { exportsOf, readElf, relocated } from "./elf.mjs";
import { smallIcu } from "./icu.mjs";

const WRITABLE = 2;

/** The only tables in the program: nothing else may lie in them or refer to their middle. */
function tablesIn(file, elf) {
  const all = exportsOf(file, elf);
  const found = all.filter(({ name }) => /^icudt\d+_dat$/.test(name));
  if (found.length !== 1) throw new Error(`it has ${found.length} of ICU's tables`);
  const [{ address, length }] = found;
  const isInside = (other) => other > address && other < address + length;
  if (all.some((symbol) => isInside(symbol.address)) || relocated(file, elf).some(isInside))
    throw new Error("something refers to the middle of ICU's tables");
  return found[0];
}

/** A Node made of the bytes of another, which are used up. It fails if it is not certain of what it cuts. */
export function smallNode(file) {
  const elf = readElf(file);
  const { address, length, bytes } = tablesIn(file, elf);
  const segment = segmentWith(elf, { address, length });
  if ((segment.bytes.readUInt32LE(4) & WRITABLE) !== 0) throw new Error("ICU's tables can be written to");
  const begin = address - segment.address + segment.offset;
  const before = file.subarray(begin, begin + length);
  const after = smallIcu(before);
  before.fill(0);
  after.copy(before);
  bytes.writeBigUInt64LE(BigInt(after.length), 16);
  return withoutAddresses(file, { address: address + after.length, length: length - after.length });
}
