import { accessSync, constants, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { generateKeys, writeFeed } from "@pilothouse/server";
import { syncDirectory } from "@pilothouse/system";
import type { Run } from "../../command/context.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { readInput } from "../../terminal/questions.js";
import { timeSpan } from "../../terminal/units.js";

/** Makes the pair of keys that a feed is signed and checked with. */
export const keygen: Run<[], { readonly out: string }> = (_context, _args, { out }) => {
  const { privateKeyPem, publicKey } = generateKeys();
  try {
    writeFileSync(out, privateKeyPem, { mode: 0o600, flag: "wx", flush: true });
    syncDirectory(dirname(out));
  } catch (error) {
    throw new Complaint(`${out} cannot be written: ${(error as Error).message}`);
  }
  process.stderr.write(`Private key written to ${out}; keep it away from the machines that update.\n`);
  process.stderr.write("Public key, for update.public_key:\n");
  process.stdout.write(`${publicKey}\n`);
};

interface Sign {
  readonly key: string;
  readonly out: string;
  readonly release: string;
  readonly product: string;
  readonly arch?: string;
  readonly expires: string;
}

/** Writes a feed that offers one file as one version. */
export const sign: Run<[string], Sign> = async (_context, [file], options) => {
  const { key, out, release, product, arch } = options;
  const lifetimeMs = timeSpan(options.expires);
  const privateKeyPem = readInput(key);
  requireReadable(file);
  try {
    const { sha256, size, architecture, expires } = await writeFeed({
      ...{ file, version: release, product, lifetimeMs, privateKeyPem, outDir: out },
      architecture: arch,
    });
    process.stdout.write(
      `${out} offers ${product} ${release} for ${architecture} until ${expires}: ${size} bytes, SHA-256 ${sha256}\n`,
    );
  } catch (error) {
    throw new Complaint(`the feed was not written: ${(error as Error).message}`);
  }
};

function requireReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new Complaint(`${file} cannot be read: ${(error as Error).message}`, EXIT.usage);
  }
}
