import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ClientError, connect } from "@pilothouse/client";
import { systemClock } from "@pilothouse/drivers/port";
import { hubFiles } from "@pilothouse/fleet";
import type { Result } from "@pilothouse/protocol";
import {
  type Backup,
  certificateFiles,
  existingTargets,
  filesElsewhere,
  makeBackup,
  namedFiles,
  passphraseIn,
  restoreElsewhere,
  restore as restoreInto,
  storeFile,
  unpack,
  writeBackup,
} from "@pilothouse/server";
import type { Context } from "../../command/context.js";
import { asOwnerOf } from "../../local/as-owner.js";
import { explainErrors } from "../../local/explained-errors.js";
import { type EffectiveHere, effectiveFor, effectiveHere, type SettingFlags } from "../../local/flags.js";
import { openUnlessInUse } from "../../local/free-store.js";
import { operatorLink } from "../../remote/operator-link.js";
import { routerFiles } from "../../router.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { bytes as inBytes, moment } from "../../terminal/units.js";
import { version } from "../../version.js";

interface Options extends SettingFlags {
  readonly passphraseFile?: string;
  readonly encrypt?: true;
  readonly everything?: true;
  readonly dryRun?: true;
}

/** A large store on a slow disk takes its time. */
const LONGEST_MS = 600_000;

/** Puts everything that must not be lost into one file, whether the service runs or not. */
export const backup = (context: Context, [file]: [string], options: Options): Promise<void> =>
  explainErrors(async () => {
    const { out, ask, table } = context;
    const effective = effectiveHere(table, options);
    if (existsSync(file)) await ask.agree(`${file} is there already. Replace it?`);
    const passphrase = await chosenPassphrase(context, options);
    const { data_dir } = effective.settings;
    if (!existsSync(storeFile(data_dir)))
      throw new Complaint(`there is no store in ${data_dir}; --data-dir names another directory`);
    const made = await asOwnerOf(data_dir, () => madeBackup(context, effective, passphrase));
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
  { drivers }: Context,
  { settings, file }: EffectiveHere,
  passphrase: string | undefined,
): Promise<Buffer> {
  const { data_dir: dataDir } = settings;
  const store = openUnlessInUse(dataDir);
  if (store === undefined) return fetched(dataDir, passphrase);
  try {
    const router = await routerFiles(drivers)(settings);
    const files = [
      ...Object.values(certificateFiles(dataDir)),
      ...hubFiles(dataDir),
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
  const client = connect(operatorLink(dataDir), { dialect: "svc" });
  try {
    const params = passphrase === undefined ? {} : { passphrase };
    const { file }: Result<"pilothouse.backup"> = await client.own("pilothouse.backup", params, {
      timeout: LONGEST_MS,
    });
    const path = join(dataDir, file);
    try {
      return await readFile(path);
    } finally {
      await rm(path, { force: true });
    }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    throw new Complaint(`the service that runs in ${dataDir} has made no backup: ${error.message}`);
  } finally {
    client.close();
  }
}

/** Puts a backup back into a data directory in which no service runs. */
export const restore = (context: Context, [file]: [string], options: Options): Promise<void> =>
  explainErrors(async () => {
    const { out, ask, table } = context;
    const dataDir = resolve(effectiveFor(table, options).settings.data_dir);
    const saved = await unpack(await contentOf(file), () => neededPassphrase(context, options));
    const others = filesElsewhere(saved);
    const answer = {
      made: moment(saved.at),
      version: saved.version,
      from: saved.dataDir,
      dataDir,
      files: saved.files.map(({ path }) => path),
    };
    if (!out.json) for (const line of describing(saved, dataDir)) out.note(line);
    if (options.dryRun)
      return out.result({ ...answer, restored: false }, () => "Nothing was written (--dry-run).");
    const replaced = [
      ...existingTargets(saved, dataDir),
      ...(options.everything ? others.map(({ path }) => path).filter((path) => existsSync(path)) : []),
    ];
    if (replaced.length > 0) await ask.agree(`This replaces ${replaced.join(", ")}. Continue?`);
    const kept = await asOwnerOf(dataDir, () => restoreInto(saved, dataDir, systemClock));
    if (options.everything) restoreElsewhere(others);
    out.result({ ...answer, restored: true, oldStore: kept ?? null }, () => `Restored to ${dataDir}.`);
    if (kept !== undefined)
      out.note(`The store that was there is kept as ${kept}; remove it when all is well.`);
    if (others.length > 0 && !options.everything)
      out.note("Files outside of the data directory were left as they are; --everything puts them back too.");
  });

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new Complaint(`${file} cannot be read: ${(error as Error).message}`, EXIT.usage);
  }
}

function describing({ at, version: by, dataDir: from, files }: Backup, dataDir: string): string[] {
  const places = files.map(({ path }) => `  ${resolve(dataDir, path)}`);
  return [`A backup of ${from}, made ${moment(at)} by version ${by}, for:`, ...places];
}

/** Asks for a new one twice. */
async function chosenPassphrase({ ask }: Context, options: Options): Promise<string | undefined> {
  if (options.passphraseFile !== undefined) return passphraseIn(options.passphraseFile);
  return options.encrypt ? ask.newPassword("passphrase") : undefined;
}

async function neededPassphrase({ ask }: Context, { passphraseFile }: Options): Promise<string> {
  const given = passphraseIn(passphraseFile);
  if (given !== undefined) return given;
  if (!ask.possible)
    throw new Complaint("the backup is encrypted: give its passphrase with --passphrase-file", EXIT.usage);
  return ask.password("Passphrase of the backup");
}
