import { type Client, ClientError, poisonAdvice, poisonIn } from "@pilothouse/client";
import { type Settings, someSettings } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { ownCommand } from "../../package-file.js";
import { assignments } from "../../remote/names.js";
import { serviceStatus } from "../../remote/observation.js";
import { withClient } from "../../remote/session.js";
import { Complaint } from "../../terminal/exit.js";
import { readInput } from "../../terminal/questions.js";
import {
  checked,
  type Difference,
  difference,
  differenceJson,
  differenceLines,
  isEmpty,
  parseSettings,
  settingLines,
} from "../../terminal/settings-text.js";
import { harmless } from "../../terminal/style.js";
import { meant } from "../../terminal/suggest.js";
import { atRevision, changedMeanwhile } from "./at-revision.js";

interface Writing {
  readonly dryRun?: true;
}

export async function advancedList(context: Context): Promise<void> {
  const all = await withClient(context, ({ client, signal }) => client.advanced.getAll({ signal }));
  context.out.result(Object.fromEntries(all), () => settingLines(all).map(harmless).join("\n"));
}

export async function advancedGet(context: Context, [name]: [string]): Promise<void> {
  const value = await withClient(context, async ({ client, signal }) => {
    const found = await client.advanced.get(name, { signal });
    if (found !== null) return found;
    const names = [...(await client.advanced.getAll({ signal })).keys()];
    throw new Complaint(
      ["the router has no setting of that name", meant(name, names)].filter(Boolean).join("; "),
    );
  });
  context.out.result({ [name]: value }, () => harmless(value));
}

export async function advancedSet(
  context: Context,
  [typed]: [readonly string[]],
  { dryRun }: Writing,
): Promise<void> {
  const set = checked(assignments(typed), "the command line");
  await withClient(context, async ({ client, signal }) => {
    const before = await client.advanced.getAll({ signal });
    const change = difference(before, new Map([...before, ...set]));
    const writes = !dryRun && !isEmpty(change);
    if (writes) await written(client, signal, client.advanced.set(set, { signal }));
    reportChange(context, change, { dryRun, restartNeeded: writes && (await needsRestart(client, signal)) });
  });
}

/** Replaces the whole configuration by what a file says. Asked twice: not every server can take it back. */
export async function advancedReplace(
  context: Context,
  [file]: [string],
  { dryRun }: Writing,
): Promise<void> {
  const { ask } = context;
  const wanted = parseSettings(readInput(file), file);
  await withClient(context, async ({ client, target, signal }) => {
    const read = () => client.advanced.getAll({ signal });
    const { value: before, ifRevision } = await atRevision(client, signal, read);
    const change = difference(before, wanted);
    if (!dryRun && !isEmpty(change)) {
      show(context, change);
      await ask.agree(`Replace the whole configuration of ${target.url}?`);
      await ask.typed("replace", `${change.removed.size} settings are removed permanently.`);
      await written(client, signal, client.advanced.setAll(wanted, { signal, ifRevision }));
    }
    const writes = !dryRun && !isEmpty(change);
    reportChange(context, change, {
      dryRun,
      shown: !dryRun,
      restartNeeded: writes && (await needsRestart(client, signal)),
    });
  });
}

/** Makes the difference: without `setAll`, which is dangerous to others, when nothing is removed. */
export async function write(
  client: Client,
  wanted: Settings,
  { added, changed, removed }: Difference,
  options: { readonly signal: AbortSignal; readonly ifRevision: number | undefined },
): Promise<void> {
  const { signal } = options;
  if (removed.size > 0) return written(client, signal, client.advanced.setAll(wanted, options));
  const names = [...added.keys(), ...changed.keys()];
  const set = Object.fromEntries(names.map((name) => [name, wanted.get(name) ?? ""]));
  return written(client, signal, client.advanced.set(someSettings.read(set), options));
}

/** Whether the saved settings need a restart of the router; only our own service reports that. */
export const needsRestart = async (client: Client, signal: AbortSignal): Promise<boolean | undefined> =>
  // It is written already: that this cannot be asked is no failure of the command.
  (await serviceStatus(client, { signal }).catch(() => undefined))?.restartNeeded;

/** Before a question: on standard error, because it is not yet the result. */
export function show({ out }: Context, change: Difference): void {
  if (out.json) return;
  for (const line of differenceLines(change, out.paint)) out.note(line);
}

interface ReportOptions {
  readonly dryRun?: true | undefined;
  /** The person has seen the difference already. */
  readonly shown?: boolean;
  /** Undefined when the server does not say. */
  readonly restartNeeded?: boolean | undefined;
}

export function reportChange(
  { out }: Context,
  change: Difference,
  { dryRun, shown, restartNeeded }: ReportOptions,
): void {
  const nothing = isEmpty(change);
  const written = !dryRun && !nothing;
  if (out.json || !(shown || nothing))
    out.result(
      {
        ...differenceJson(change),
        written,
        ...(written && restartNeeded !== undefined && { restartNeeded }),
      },
      () => differenceLines(change, out.paint).join("\n"),
    );
  if (nothing) out.note("Nothing differs; nothing was written.");
  else out.note(dryRun ? "Nothing was written (--dry-run)." : "Written.");
  if (restartNeeded) out.note(RESTART_HINT);
}

/** What to do for a setting that counts only from the next start of the router. */
export const RESTART_HINT = `Restart the router to apply saved settings: ${ownCommand("restart --graceful")}`;

/**
 * A write that may be refused for a newer one; that names who made it. To Java I2P: when it fails because of a setting
 * that is there already, that is named.
 */
export async function written<T>(client: Client, signal: AbortSignal, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const newer = changedMeanwhile(error);
    if (newer !== undefined) throw newer;
    if (!(error instanceof ClientError) || error.status !== 500) throw error;
    const held = await client.advanced.getAll({ signal }).catch(() => []);
    const names = poisonIn(held);
    if (names.length === 0) throw error;
    throw new Complaint(poisonAdvice(names));
  }
}
