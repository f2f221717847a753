import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Names the directory of a run that has begun: each project of the test runner calls `setup`. */
const RUN = "PILOTHOUSE_TEST_RUN";

/** Certificates for the network, which tests do not use: Node would read them at each of a thousand starts. */
const CERTIFICATES = "NODE_EXTRA_CA_CERTS";

/** All temporary files of a run are in one directory, which goes when the run ends, whatever its tests left in it. */
export function setup(): (() => void) | undefined {
  if (process.env[RUN] !== undefined) return undefined;
  // Short, because sockets are placed below it, and their paths must be.
  const place = mkdtempSync(join(tmpdir(), "ph-"));
  delete process.env[CERTIFICATES];
  // As /tmp is: some tests run programs as other users.
  chmodSync(place, 0o1777);
  Object.assign(process.env, { [RUN]: place, TMPDIR: place });
  return () => rmSync(place, { recursive: true, force: true });
}
