import { mkdirSync } from "node:fs";
import { ownCertificate } from "@pilothouse/server";

/**
 * Makes the certificate of a new data directory before its service starts, for tests of something else. A process that
 * makes one has to load the library for it first, which is almost half of the work of a first start.
 */
export async function makeCertificate(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await ownCertificate(dataDir, "127.0.0.1");
}
