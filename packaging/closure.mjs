// What a package needs in node_modules, as Node would find it there, for this machine.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../scripts/prepare.mjs";

const manifest = (place) => JSON.parse(readFileSync(join(root, place, "package.json"), "utf8"));

function find(from, name) {
  for (let at = from; ; at = dirname(at)) {
    const place = join(at, "node_modules", name);
    if (existsSync(join(root, place, "package.json"))) return place;
    if (at === ".") return undefined;
  }
}

/** The places below node_modules of these packages and all that they need. Debian has glibc, so what is for musl stays out. */
export function closureOf(names) {
  const places = new Set();
  const take = (place) => {
    const { dependencies, optionalDependencies, libc = [] } = manifest(place);
    if (places.has(place) || [libc].flat().includes("musl") || place.endsWith("-musl")) return;
    places.add(place);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const needed = find(place, name);
      if (needed !== undefined) take(needed);
      else if (dependencies?.[name] !== undefined) throw new Error(`${place} needs ${name}; run npm ci`);
    }
  };
  for (const name of names) take(join("node_modules", name));
  return [...places].toSorted();
}
