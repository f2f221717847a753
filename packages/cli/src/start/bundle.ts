import { readFileSync } from "node:fs";
import { createRequire, wrap } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

const HERE = import.meta.dirname;
const requireOfNode = createRequire(import.meta.url);
const parts = new Map<string, { readonly exports: object }>();

/**
 * Loads a part of the bundle as Node would, but with what V8 made of it when it was built (`scripts/bundle.mjs`):
 * compiling takes half the time of a start. A V8 that is another one compiles it anew.
 */
export function load(name: string): object {
  const known = parts.get(name);
  if (known !== undefined) return known.exports;
  const part = { exports: {} };
  parts.set(name, part);
  const filename = join(HERE, name);
  const script = new Script(wrap(readFileSync(filename, "utf8")), {
    filename,
    ...compiled(filename),
  });
  script.runInThisContext()(part.exports, required, part, filename, HERE);
  return part.exports;
}

function required(name: string): unknown {
  if (name.startsWith("./")) return load(name.slice("./".length));
  // A package manager need not show us what only libsql depends on.
  if (name.startsWith("@libsql/")) return createRequire(requireOfNode.resolve("libsql"))(name);
  return requireOfNode(name);
}

function compiled(filename: string): { readonly cachedData?: Buffer } {
  try {
    return { cachedData: readFileSync(`${filename}.${process.version}-${process.arch}`) };
  } catch {
    // It is not shipped, and need not be there.
    return {};
  }
}
