import { readPlainFile } from "@pilothouse/system";
import { journalOf } from "./aside.js";

/** SQLite's rollback journal (https://sqlite.org/fileformat.html#the_rollback_journal). */
const MAGIC = Buffer.from("d9d505f920a163d7", "hex");
const HEADER = 28;
/** As many records as the file has room for; only written where nothing is ever synced. */
const UNCOUNTED = 0xffffffff;

/**
 * What is wrong with the record of a write that was cut short. SQLite undoes the write as far as the
 * record can be read, and says nothing when that is not all of it: half a write would stay. Must be asked
 * before SQLite opens the store, and so without its lock. A running service changes its journal while it
 * is read, but then not in the same way twice.
 */
export function journalFault(file: string): string | undefined {
  const first = bytesOf(file);
  const fault = faultOf(first);
  return fault !== undefined && bytesOf(file).equals(first) ? fault : undefined;
}

/** All of it: a journal is as long as what was changed. */
const bytesOf = (file: string): Buffer =>
  readPlainFile(journalOf(file), Number.MAX_SAFE_INTEGER) ?? Buffer.alloc(0);

/**
 * The journal is a row of segments. The magic and the number of records are written when the records have
 * been synced, and before anything of the store is changed; until then there are zeros in their place.
 */
function faultOf(journal: Buffer): string | undefined {
  for (let at = 0; at + HEADER <= journal.length; ) {
    const header = journal.subarray(at, at + HEADER);
    const magic = header.subarray(0, MAGIC.length);
    const count = header.readUInt32BE(MAGIC.length);
    if (magic.every((byte) => byte === 0) && count === 0) return undefined;
    if (!magic.equals(MAGIC))
      // What follows the first segment may not have been synced yet.
      return at === 0 ? "its journal file is not a SQLite journal" : undefined;
    if (count === 0 || count === UNCOUNTED) return undefined;
    const [nonce, sector, page] = [12, 20, 24].map((offset) => header.readUInt32BE(offset)) as [
      number,
      number,
      number,
    ];
    const records = at + sector;
    const length = page + 8;
    for (let n = 0; n < count; n++)
      if (!isWhole(journal.subarray(records + n * length, records + (n + 1) * length), page, nonce))
        return "the record of a write that was cut short is damaged";
    at = Math.ceil((records + count * length) / sector) * sector;
  }
  return undefined;
}

/** A page's number, its content as it was before, and a sum over every 200th byte of that. */
function isWhole(record: Buffer, page: number, nonce: number): boolean {
  if (record.length < page + 8) return false;
  let sum = nonce;
  for (let at = page - 200; at > 0; at -= 200) sum += record.readUInt8(4 + at);
  return sum >>> 0 === record.readUInt32BE(4 + page);
}
