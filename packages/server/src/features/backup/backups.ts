import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { RpcError } from "@pilothouse/protocol";
import { secretText } from "@pilothouse/system";
import type { Kernel } from "../../feature.js";
import type { Settings } from "../../settings/table.js";
import { BackupError } from "./backup-error.js";
import { makeBackup, writeBackup } from "./make-backup.js";

/** Backups that are handed over or uploaded, and drafts of a process that was killed. */
const LEFT_BEHIND = /^(?:backup|restore)-[0-9a-f]{12}(?:\.db|\.db-journal|\.[0-9a-f]{12})?$/;
/** By then the client has downloaded its backup. */
export const HANDED_OVER_MS = 600_000;

interface Options extends Omit<Kernel, "log"> {
  /** Files of the router and of the operator that belong into a backup, as far as they are there. */
  readonly files: () => Promise<readonly string[]>;
}

/** The settings that name files without which the service would not be the same. */
const NAMED = ["https.certificate", "https.key", "metrics.token_file"] as const;

export const namedFiles = (settings: Settings): readonly string[] =>
  NAMED.flatMap((name) => settings[name] ?? []);

/** The passphrase in a file, without the line's end that an editor adds; undefined where no file is named. */
export function passphraseIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    const passphrase = secretText(readFileSync(file));
    if (passphrase === "") throw new Error("it is empty");
    return passphrase;
  } catch (cause) {
    throw new BackupError(`the passphrase cannot be read from ${file}: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** Backups of a running service. */
export class Backups {
  constructor(readonly options: Options) {}

  /** By schedule: with the passphrase that the settings name, if any. */
  readonly make = (): Promise<Buffer> =>
    this.#make(passphraseIn(this.options.settings()["backup.passphrase_file"]));

  /** Leaves one in the data directory for its owner to fetch, and returns its name there. */
  async handOver(passphrase?: string): Promise<{ readonly file: string; readonly bytes: number }> {
    const { data_dir } = this.options.settings();
    await this.cleanUp(HANDED_OVER_MS);
    const bytes = await this.#make(passphrase).catch((error: unknown) => {
      throw error instanceof BackupError && error.why ? new RpcError("refused", error.why.reason) : error;
    });
    const file = `backup-${randomBytes(6).toString("hex")}`;
    await writeBackup(join(data_dir, file), bytes);
    return { file, bytes: bytes.length };
  }

  /** Removes backups that were never downloaded, and what a killed process left behind. */
  async cleanUp(olderThanMs = 0): Promise<void> {
    const { data_dir } = this.options.settings();
    for (const name of (await readdir(data_dir)).filter((one) => LEFT_BEHIND.test(one))) {
      const path = join(data_dir, name);
      const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0);
      if (age >= olderThanMs) await rm(path, { force: true });
    }
  }

  async #make(passphrase: string | undefined): Promise<Buffer> {
    const { store, settings, files, clock, version } = this.options;
    const named = [...namedFiles(settings()), ...(await files())];
    return makeBackup({
      ...{ store, version, passphrase },
      dataDir: settings().data_dir,
      files: named,
      now: clock.now(),
    });
  }
}
