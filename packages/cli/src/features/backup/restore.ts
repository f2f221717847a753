import { existsSync } from "node:fs";
import { devNull } from "node:os";
import { normalize, resolve } from "node:path";
import { systemClock } from "@pilothouse/drivers/port";
import {
  type BackedUp,
  type Backup,
  existingTargets,
  filesElsewhere,
  namedFiles,
  restoredTokens,
  restoreElsewhere,
  restore as restoreInto,
  unpack,
} from "@pilothouse/server";
import { folderBeside, type Settings, usualFile } from "@pilothouse/server/settings";
import type { Context } from "../../command/context.js";
import { asOwnerOf } from "../../local/as-owner.js";
import { explainErrors } from "../../local/explained-errors.js";
import { effectiveFor, type SettingFlags } from "../../local/flags.js";
import { ownCommand } from "../../package-file.js";
import { givenPassphrase } from "../../remote/password-source.js";
import { chosenDriver } from "../../router.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { cell } from "../../terminal/output.js";
import { readBytes } from "../../terminal/questions.js";
import { moment } from "../../terminal/units.js";
import { undoneBy } from "./undone.js";

interface Options extends SettingFlags {
  readonly passphraseFile?: string;
  readonly everything?: true;
  readonly dryRun?: true;
}

/** Puts a backup back into a data directory in which no service runs. */
export const restore = (context: Context, [file]: [string], options: Options): Promise<void> =>
  explainErrors(async () => {
    const { out, ask } = context;
    const here = installation(context, options);
    const dataDir = resolve(here.settings.data_dir);
    const saved = await unpack(readBytes(file), () => neededPassphrase(context, options));
    const places = await namedPlaces(context, here);
    const isNamed = ({ path }: BackedUp) => places.some((place) => isBelow(path, place));
    const others = filesElsewhere(saved).filter(isNamed);
    const leftOut = filesElsewhere(saved).filter((one) => !isNamed(one));
    const answer = {
      made: moment(saved.at),
      version: saved.version,
      from: saved.dataDir,
      dataDir,
      files: saved.files.map(({ path }) => path),
      leftOut: leftOut.map(({ path }) => path),
    };
    if (!out.json) for (const line of describing(saved, dataDir)) out.note(line);
    if (leftOut.length > 0) out.note(whyLeftOut(leftOut));
    for (const line of undoneBy(saved)) out.note(line);
    if (options.dryRun)
      return out.result({ ...answer, restored: false }, () => "Nothing was written (--dry-run).");
    const elsewhere = options.everything ? others : [];
    const replaced = existingTargets(saved, dataDir);
    const question = [
      ...(replaced.length > 0 ? [`This replaces ${listed(replaced)}.`] : []),
      ...(elsewhere.length > 0
        ? [`This writes outside of the data directory: ${elsewhere.map(fate).join(", ")}.`]
        : []),
    ];
    if (question.length > 0) await ask.agree(`${question.join(" ")} Continue?`);
    // Whether it can be known whose they are is asked before anything is written.
    for (const { path } of elsewhere) await asOwnerOf(path, () => {});
    const kept = await asOwnerOf(dataDir, () => restoreInto(saved, dataDir, systemClock));
    // Each as the user who may decide what is there: root would follow that user's links.
    for (const one of elsewhere) await asOwnerOf(one.path, () => restoreElsewhere(one));
    const tokens = await asOwnerOf(dataDir, () => restoredTokens(dataDir, systemClock));
    out.result(
      { ...answer, restored: true, oldStore: kept ?? null, tokens: tokens.map(({ name }) => name) },
      () => `Restored to ${dataDir}.`,
    );
    if (tokens.length > 0)
      out.note(
        `These tokens of programs are valid: ${listed(tokens.map(({ name }) => name))}. If you had revoked one, do it again: ${ownCommand("token revoke NAME")}`,
      );
    if (kept !== undefined)
      out.note(`The store that was there is kept as ${kept}; remove it when all is well.`);
    if (others.length > 0 && !options.everything)
      out.note("Files outside of the data directory were left as they are; --everything puts them back too.");
  });

interface Installation {
  readonly settings: Settings;
  /** The settings file, which may not be there any more. */
  readonly file: string;
}

/** A settings file that is missing or damaged is what `--everything` is for: without it, the defaults count. */
function installation({ table, env }: Context, options: Options): Installation {
  const named = typeof options["config"] === "string" ? options["config"] : env["PILOTHOUSE_CONFIG"];
  const file = resolve(named ?? usualFile(env));
  try {
    return { settings: effectiveFor(table, options).settings, file };
  } catch (error) {
    if (!(error instanceof Complaint) || !options.everything) throw error;
    return { settings: effectiveFor(table, { ...options, config: devNull }).settings, file };
  }
}

/** The files, and folders with all that is in them, where this installation has something outside its data directory. */
async function namedPlaces({ drivers }: Context, { settings, file }: Installation): Promise<string[]> {
  const driver = await chosenDriver(drivers, settings);
  return [file, folderBeside(file), ...namedFiles(settings), ...(driver.places?.(settings) ?? [])].map(
    (path) => resolve(path),
  );
}

const isBelow = (path: string, place: string): boolean =>
  normalize(path) === path && (path === place || path.startsWith(`${place}/`));

const listed = (paths: readonly string[]): string => paths.map(cell).join(", ");
const fate = ({ path }: BackedUp): string =>
  `${cell(path)} (${existsSync(path) ? "replaced" : "not there yet"})`;

const whyLeftOut = (files: readonly BackedUp[]): string =>
  `Not restored, because the settings of this installation do not name them: ${listed(
    files.map(({ path }) => path),
  )}. If the settings in the backup do, run restore --everything again after this.`;

function describing({ at, version: by, dataDir: from, files }: Backup, dataDir: string): string[] {
  const places = files.map(({ path }) => `  ${cell(resolve(dataDir, path))}`);
  return [`A backup of ${cell(from)}, made ${moment(at)} by version ${cell(by)}, for:`, ...places];
}

async function neededPassphrase({ ask }: Context, { passphraseFile }: Options): Promise<string> {
  const given = givenPassphrase(passphraseFile);
  if (given !== undefined) return given;
  if (!ask.possible)
    throw new Complaint("the backup is encrypted: give its passphrase with --passphrase-file", EXIT.usage);
  return ask.password("Passphrase of the backup");
}
