import type { Run } from "./context.js";
import type { Hooks } from "./hooks.js";

/** What the shell asks for completion. */
export const COMPLETE = "__complete";

/** What a word on the command line is, so that the shell can complete it. */
export type WordKind =
  | "command"
  | "eventKind"
  | "file"
  | "infoKey"
  | "method"
  | "networkAssignment"
  | "networkKey"
  | "profile"
  | "router"
  | "scope"
  | "shell"
  | "stat";

export interface ArgumentDefinition {
  /** As commander writes them: `<one>`, `[maybe]`, `[many...]`. */
  readonly name: string;
  readonly description: string;
  readonly is?: WordKind;
}

export interface OptionDefinition {
  readonly flags: string;
  readonly description: string;
  readonly preset?: string;
  readonly required?: true;
  readonly is?: WordKind;
}

/** One command: everything but what it does, which is loaded when it runs. */
export interface CommandDefinition {
  /** The words it is called by: "net set". */
  readonly name: string;
  readonly description: string;
  /** Is about this machine alone: every other command talks to a server, and takes the options that name one. */
  readonly local?: true;
  /** Settings of the service that it takes as flags: the one named, or all of them. */
  readonly settings?: "all" | "data_dir";
  readonly args?: readonly ArgumentDefinition[];
  readonly options?: readonly OptionDefinition[];
  readonly examples?: readonly string[];
  /** More to know, after the options; loaded where it lists what the tables hold. */
  readonly notes?: string | (() => Promise<string>);
  /** Runs until it is stopped, and SIGHUP reloads it: every other command ends by that. */
  readonly reloads?: true;
  /** For the shell, not for people. */
  readonly hidden?: true;
  readonly load: () => Promise<Run>;
}

/** Commands that only hold others. `alone` is the one to run when no subcommand is given. */
export interface Families {
  readonly [name: string]: { readonly description: string; readonly alone?: string };
}

/** A part of the program that can be left out: everything of it comes in through this. */
export interface Feature extends Hooks {
  /** By the title of the group in which help and documents show them. */
  readonly commands: { readonly [title: string]: readonly CommandDefinition[] };
  readonly families: Families;
}

export const argument = (name: string, description: string, is?: WordKind): ArgumentDefinition => ({
  name,
  description,
  ...(is && { is }),
});

export const option = (
  flags: string,
  description: string,
  more: Omit<OptionDefinition, "flags" | "description"> = {},
): OptionDefinition => ({ flags, description, ...more });

export const JSON_OPTION = option("--json", "print JSON, for scripts");

/** Every command takes it, also those that ask nothing. */
const NO_INPUT = option("--no-input", "never ask anything");

/** The options of all commands that talk to a server. */
export const REMOTE_OPTIONS: readonly OptionDefinition[] = [
  option("-p, --profile <name>", "the router to talk to, by the name of its profile", { is: "router" }),
  option("--url <url>", "its address, instead of a profile"),
  option("--fingerprint <sha256>", "the SHA-256 of its certificate, when no authority vouches for it"),
  option(
    "--local",
    "the service on this machine, without a password: for the owner of its data directory, and root",
  ),
  option("--data-dir <dir>", "with --local: its data directory", { is: "file" }),
  JSON_OPTION,
  NO_INPUT,
];

/** A command that is about the service on this machine may be told so. */
const ALWAYS_LOCAL = option("--local", "the service on this machine, which this command always means");

/** What a command takes besides its own options. */
export function sharedOptions({
  local,
  settings,
  reloads,
  hidden,
}: CommandDefinition): readonly OptionDefinition[] {
  if (hidden) return [];
  if (!local) return REMOTE_OPTIONS;
  return settings !== undefined && !reloads ? [ALWAYS_LOCAL, NO_INPUT] : [NO_INPUT];
}

export const YES = option("-y, --yes", "agree to every question beforehand");
export const DRY_RUN = option("-n, --dry-run", "show what would be written, and write nothing");
export const WAIT = [
  option("-w, --wait", "wait until it is over, and show how it goes"),
  option("--timeout <time>", "wait no longer than this, and then exit with 7", { preset: "15m" }),
];

export const notesOf = async ({ notes }: CommandDefinition): Promise<string | undefined> =>
  typeof notes === "function" ? notes() : notes;
