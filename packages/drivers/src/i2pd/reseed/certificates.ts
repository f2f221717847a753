import { readdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Settings } from "@pilothouse/protocol";

/** Where packages put the certificates of those who sign reseeds, seen from the program itself. */
const BESIDE = ["../share/i2pd/certificates", "certificates", "contrib/certificates"];
const USUAL = ["/usr/share/i2pd/certificates", "/usr/local/share/i2pd/certificates"];

export interface Certificates {
  readonly dir: string;
  /** i2pd finds them by itself. */
  readonly known: boolean;
}

/**
 * The certificates that reseeds are checked against. i2pd looks only in its data directory, where a
 * package makes a link to them; a data directory of ours is empty at first. Undefined when there are none.
 */
export async function reseedCertificates(
  binary: string,
  dataDir: string,
  settings: Settings,
): Promise<Certificates | undefined> {
  const set = settings.get("certsdir") || undefined;
  const dir = set ?? join(dataDir, "certificates");
  if (await hasReseedCertificates(dir)) return { dir, known: true };
  // Set on purpose, and nothing in it: not ours to replace.
  if (set !== undefined) return undefined;
  const program = dirname(await realpath(binary).catch(() => binary));
  for (const dir of [...BESIDE.map((place) => join(program, place)), ...USUAL])
    if (await hasReseedCertificates(dir)) return { dir, known: false };
  return undefined;
}

async function hasReseedCertificates(dir: string): Promise<boolean> {
  const files = await readdir(join(dir, "reseed")).catch(() => []);
  return files.some((name) => name.endsWith(".crt"));
}
