import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";

const HERE = import.meta.dirname;
const requireOfNode = createRequire(import.meta.url);
/** Without `join`: so many calls would make V8 optimize that, which takes 4 ms and 2 MiB. */
const fileOf = (name: string): string => `${HERE}/${name}`;

type Part = (
  exports: object,
  require: typeof required,
  module: object,
  filename: string,
  dirname: string,
) => void;
const parts = new Map<string, { readonly exports: object }>();
let packed: { [name: string]: Part | undefined } = {};

/** From here on, parts are those of a file that holds what a service loads: one file instead of some seventy. */
export function usePack(name: string): void {
  packed = run(name, (text) => text) as typeof packed;
}

/** Loads a part of the bundle as Node would. */
export function load(name: string): object {
  const known = parts.get(name);
  if (known !== undefined) return known.exports;
  const part = { exports: {} };
  parts.set(name, part);
  const make = packed[name] ?? (run(name, wrapped) as Part);
  // It runs only once: what V8 keeps of its code is half a megabyte of a service's.
  packed[name] = undefined;
  make(part.exports, required, part, fileOf(name), HERE);
  return part.exports;
}

/** The same in `scripts/compile/pack.mjs`. */
const wrapped = (text: string): string =>
  `(function (exports, require, module, __filename, __dirname) { ${text}\n});`;

/**
 * With what V8 made of it when it was built (`scripts/bundle.mjs`): compiling takes half the time of a start. A V8 that
 * is another one compiles it anew.
 */
function run(name: string, changed: (text: string) => string): unknown {
  const filename = fileOf(name);
  // No character in it is beyond ASCII, so that nothing has to be decoded.
  const source = changed(readFileSync(filename, "latin1"));
  return new Script(source, { filename, ...compiled(filename) }).runInThisContext();
}

function required(name: string): unknown {
  if (name.startsWith("./")) return load(name.slice("./".length));
  if (!name.startsWith("@libsql/")) return requireOfNode(name);
  // Both parts of libsql ask for the same.
  binary ??= binaryOf(name);
  return binary;
}

let binary: unknown;
function binaryOf(name: string): unknown {
  try {
    return requireOfNode(name);
  } catch {
    // A package manager need not show us what only libsql depends on. Not tried first, since it takes longer.
    return createRequire(requireOfNode.resolve("libsql"))(name);
  }
}

function compiled(filename: string): { readonly cachedData?: Buffer } {
  try {
    return { cachedData: readFileSync(`${filename}.${process.version}-${process.arch}`) };
  } catch {
    // It is not shipped, and need not be there.
    return {};
  }
}
