import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Access,
  makeGuarded,
  NotPlain,
  orNoEntry,
  ROOT,
  replaceFile,
  run,
  textAt,
  writeGuarded,
} from "@pilothouse/system";
import { asOwnerOf } from "../../local/as-owner.js";
import { quoted } from "../../services/local-command.js";
import { Complaint } from "../../terminal/exit.js";

/** Who gets a file, by name or number, and its mode. */
export interface Owned {
  readonly user: string | number;
  readonly group: string | number;
  readonly mode: number;
}

/** One thing that setup does to the machine, as root. Others may try to interfere before and after each. */
export type Step = { readonly description: string } & (
  | { readonly run: readonly string[] }
  | { readonly write: string; readonly text: string; readonly mode?: number }
  | { readonly remove: string }
  /** Makes a folder, or changes whose it is. */
  | { readonly folder: string; readonly owned: Owned }
  /** Without `owned`, it is done as whoever owns one of the two places, and for that user alone. */
  | { readonly copy: string; readonly to: string; readonly owned?: Owned }
);

/** A command as another user, without what root may do. */
export const as = (user: string): string[] => [
  ...["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"],
];

export const runs = (description: string, argv: readonly string[]): Step => ({ description, run: argv });

/** These steps, where they are needed. */
export const stepsIf = (isNeeded: boolean, ...steps: readonly Step[]): readonly Step[] =>
  isNeeded ? steps : [];

/** A step as a person reads it before it is done: why, and below it exactly what. */
export const shown = (step: Step): string =>
  `${step.description}\n${whatOf(step)
    .map((line) => `    ${line}`)
    .join("\n")}`;

function whatOf(step: Step): string[] {
  if ("run" in step) return [step.run.map(quoted).join(" ")];
  if ("remove" in step) return [`rm ${step.remove}`];
  if ("folder" in step) return [`install --directory ${options(step.owned)} ${step.folder}`];
  if ("copy" in step) {
    const how = step.owned === undefined ? "--mode=600" : options(step.owned);
    return [`install ${how} ${step.copy} ${step.to}`];
  }
  const lines = step.text.trimEnd().split("\n");
  return lines.length > LONGEST || lines.some((line) => line.length > WIDEST)
    ? [`write ${step.write}`]
    : [`write ${step.write}:`, ...lines.map((line) => `  ${line}`)];
}

const options = ({ user, group, mode }: Owned): string =>
  `--owner=${user} --group=${group} --mode=${mode.toString(8)}`;

/** A longer file is not shown: only a few lines of it differ, and `says` names them. */
const LONGEST = 15;
const WIDEST = 200;

/** A graceful end of a router, or a copy of its data, may take its time. */
const LONGEST_MS = 600_000;

/** Does a step; fails with what the command complained of. */
export async function carryOut(step: Step): Promise<void> {
  try {
    await done(step);
  } catch (error) {
    throw error instanceof NotPlain ? new Complaint(error.message) : error;
  }
}

async function done(step: Step): Promise<void> {
  if ("run" in step) return void (await output(step.run));
  if ("remove" in step) return asOwnerOf(dirname(step.remove), () => remove(step.remove));
  if ("write" in step) return asOwnerOf(step.write, () => write(step.write, step.text, step.mode));
  if ("folder" in step) return makeGuarded(step.folder, await accessFor(step.owned));
  const { copy, to, owned } = step;
  if (owned === undefined) return asOwnerOf([copy, to], () => write(to, requiredText(copy), 0o600));
  writeGuarded(to, await asOwnerOf(copy, () => requiredText(copy)), await accessFor(owned));
}

/**
 * A file of root's keeps its owner and mode, and an administrator's link to it stays. In a folder of another user, such
 * as polkit's, it becomes that user's.
 */
function write(path: string, text: string, newMode = 0o644): void {
  const isRoot = process.geteuid?.() === ROOT;
  if (!existsSync(dirname(path))) makeGuarded(dirname(path), { uid: ROOT, gid: ROOT, mode: 0o755 });
  replaceFile(path, text, { newMode, ...(!isRoot && { ours: true }) });
}

/** A folder for drop-ins of a unit, or of the settings, goes with the last of them. */
function remove(path: string): void {
  rmSync(path, { force: true });
  const folder = dirname(path);
  if (/\/(\w+\.service|pilothouse)\.d$/.test(folder) && orNoEntry(() => readdirSync(folder))?.length === 0)
    rmdirSync(folder);
}

/** The text of a file, as far as the owner of its folder could read it. */
export const textOfOwner = (path: string): Promise<string | undefined> => asOwnerOf(path, () => textAt(path));

function requiredText(path: string): string {
  const text = textAt(path);
  if (text === undefined) throw new Complaint(`${path} is not there`);
  return text;
}

const accessFor = async ({ user, group, mode }: Owned): Promise<Access> => ({
  uid: await idOf(user, "passwd"),
  gid: await idOf(group, "group"),
  mode,
});

async function idOf(name: string | number, database: "passwd" | "group"): Promise<number> {
  if (typeof name === "number") return name;
  const id = Number((await output(["getent", database, name])).split(":")[2]);
  if (!Number.isSafeInteger(id)) throw new Complaint(`there is no ${name} in ${database}`);
  return id;
}

async function output(argv: readonly string[]): Promise<string> {
  const failed = (why: string) => new Complaint(`${argv.map(quoted).join(" ")} failed: ${why}`);
  const { code, stdout, stderr } = await run(argv, { timeout: LONGEST_MS }).catch((error: Error) => {
    throw failed(error.message);
  });
  // systemctl's last line says only where to look.
  const said = stderr
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("See "));
  if (code !== 0) throw failed(said.at(-1)?.replace(/\.$/, "") || `exit code ${code}`);
  return stdout;
}
