import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { ClientError } from "@pilothouse/client";
import { certificateFiles, makeBackup, namedFiles, writeBackup } from "@pilothouse/server";
import { readPlainFile } from "@pilothouse/system";
import type { Context } from "../../command/context.js";
import { asOwnerOf } from "../../local/as-owner.js";
import { explainErrors } from "../../local/explained-errors.js";
import { type EffectiveHere, effectiveHere, type SettingFlags } from "../../local/flags.js";
import { version } from "../../package-file.js";
import { withOperator } from "../../remote/operator-link.js";
import { givenPassphrase } from "../../remote/password-source.js";
import { routerFiles } from "../../router.js";
import { localCommand, quoted } from "../../services/local-command.js";
import { type CommandFor, openUnlessInUse, requireStore } from "../../services/required-store.js";
import { Complaint } from "../../terminal/exit.js";
import { bytes as inBytes } from "../../terminal/units.js";

interface Options extends SettingFlags {
  readonly passphraseFile?: string;
  readonly encrypt?: true;
}

/** A large store on a slow disk takes its time. */
const LONGEST_MS = 600_000;
const LARGEST = 2 ** 30;

/** Puts everything that must not be lost into one file, whether the service runs or not. */
export const backup = (context: Context, [file]: [string], options: Options): Promise<void> =>
  explainErrors(async () => {
    const { out, ask, table } = context;
    const effective = effectiveHere(table, options);
    const given = givenPassphrase(options.passphraseFile);
    if (existsSync(file)) await ask.agree(`${file} is there already. Replace it?`);
    const { data_dir } = effective.settings;
    // As root, who may write the file anywhere.
    const again: CommandFor = (place) =>
      localCommand(`backup ${quoted(file)}`, { ...place, user: undefined });
    await asOwnerOf(data_dir, () => requireStore(effective.settings, again));
    // Asked for twice.
    const passphrase = given ?? (options.encrypt ? await ask.newPassword("passphrase") : undefined);
    const made = await asOwnerOf(data_dir, () => madeBackup(context, effective, again, passphrase));
    await writeBackup(resolve(file), made);
    const encrypted = passphrase !== undefined;
    out.result(
      { file: resolve(file), bytes: made.length, encrypted },
      () => `${file}: ${inBytes(made.length)}`,
    );
    if (!encrypted)
      out.note("It holds keys and passwords, and is not encrypted: keep it where only you can read it.");
  });

/** The running service alone touches its store, and so makes the backup itself. */
async function madeBackup(
  { drivers, features }: Context,
  { settings, file }: EffectiveHere,
  again: CommandFor,
  passphrase: string | undefined,
): Promise<Buffer> {
  const { data_dir: dataDir } = settings;
  const store = await openUnlessInUse(settings, again);
  if (store === undefined) return fetched(dataDir, passphrase);
  try {
    const router = await routerFiles(drivers)(settings);
    const files = [
      ...Object.values(certificateFiles(dataDir)),
      ...(await Promise.all(features.map((feature) => feature.files(dataDir)))).flat(),
      ...(file === undefined ? [] : [file]),
      ...namedFiles(settings),
      ...router.backup,
    ];
    return await makeBackup({ dataDir, store, files, version, now: Date.now(), passphrase });
  } finally {
    await store.close();
  }
}

async function fetched(dataDir: string, passphrase: string | undefined): Promise<Buffer> {
  try {
    const { file } = await withOperator(dataDir, (client) =>
      client.own("pilothouse.backup", passphrase === undefined ? {} : { passphrase }, {
        timeout: LONGEST_MS,
      }),
    );
    const path = join(dataDir, basename(file));
    try {
      const bytes = readPlainFile(path, LARGEST);
      if (bytes === undefined) throw new Complaint(`${path} is not there`);
      return bytes;
    } finally {
      await rm(path, { force: true });
    }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    throw new Complaint(`the service that runs in ${dataDir} has made no backup: ${error.message}`);
  }
}
