import { createHash } from "node:crypto";
import { join } from "node:path";
import { b32Address, destinationBytes, i2pBase64 } from "@pilothouse/protocol";
import { bytesAt, orNone, textAt } from "@pilothouse/system";
import type { BookName } from "../../port.js";
import type { FileChange } from "../file-changes/file-changes.js";

/** Names with the first part of their addresses, in the order of the file. */
type Book = ReadonlyMap<string, string>;

const SUFFIX = ".b32.i2p";
const PRIVATE = 0o600;

/** Read at its start by i2pd, and written over when it ends. */
export const bookFile = (dataDir: string): string => join(dataDir, "addressbook", "addresses.csv");
/** The destination of an address. */
const destinationFile = (dataDir: string, b32: string): string =>
  join(dataDir, "addressbook", `b${b32[0]}`, `${b32}.b32`);

/** As i2pd reads it: everything before the first comma is the name. */
export function bookOf(text: string): Book {
  const lines = text.split("\n").map((line) => line.split(/,(.*)/s, 2) as [string, string?]);
  return new Map(lines.flatMap(([name, address]) => (address === undefined ? [] : [[name, address.trim()]])));
}

export const readBook = (dataDir: string): Book => bookOf(textAt(bookFile(dataDir)) ?? "");

const textOfBook = (book: Book): string => [...book].map(([name, b32]) => `${name},${b32}\n`).join("");

export const addressOf = (b32: string): string => `${b32}${SUFFIX}`;
export const namesOf = (book: Book): readonly BookName[] =>
  [...book].map(([name, b32]) => ({ name, address: addressOf(b32) }));

const b32Of = (destination: Uint8Array): string =>
  b32Address(createHash("sha256").update(destination).digest()).slice(0, -SUFFIX.length);

/** The destination that a name has in the files; undefined: there is none. */
export function destinationIn(dataDir: string, name: string): string | undefined {
  const b32 = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : readBook(dataDir).get(name);
  if (b32 === undefined || !/^[a-z2-7]+$/.test(b32)) return undefined;
  const bytes = orNone(() => bytesAt(destinationFile(dataDir, b32)));
  const text = bytes && i2pBase64(bytes);
  return text !== undefined && destinationBytes(text) !== undefined && b32Of(bytes as Buffer) === b32
    ? text
    : undefined;
}

/** What the files are with another name, whose destination was checked. */
export function withName(dataDir: string, name: string, destination: string): readonly FileChange[] {
  const bytes = destinationBytes(destination) ?? new Uint8Array();
  const b32 = b32Of(bytes);
  const book = new Map([...readBook(dataDir), [name, b32]]);
  return [
    { path: bookFile(dataDir), becomes: textOfBook(book), mode: PRIVATE },
    { path: destinationFile(dataDir, b32), becomes: bytes, mode: PRIVATE },
  ];
}

export function withoutNames(dataDir: string, names: readonly string[]): readonly FileChange[] {
  const book = new Map([...readBook(dataDir)].filter(([name]) => !names.includes(name)));
  return [{ path: bookFile(dataDir), becomes: textOfBook(book), mode: PRIVATE }];
}
