import type { Run } from "./context.js";
import type { Hooks } from "./hooks.js";

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
  /** Talks to a server, and so takes the options that name one. */
  readonly remote?: true;
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

export const JSON_OPTION = {
  flags: "--json",
  description: "print JSON, for scripts",
} as const satisfies OptionDefinition;

/** Every command takes it, also those that ask nothing. */
const NO_INPUT: OptionDefinition = { flags: "--no-input", description: "never ask anything" };

/** The options of all commands that talk to a server. */
export const REMOTE_OPTIONS: readonly OptionDefinition[] = [
  {
    flags: "-p, --profile <name>",
    description: "the router to talk to, by the name of its profile",
    is: "router",
  },
  { flags: "--url <url>", description: "its address, instead of a profile" },
  {
    flags: "--fingerprint <sha256>",
    description: "the SHA-256 of its certificate, when no authority vouches for it",
  },
  {
    flags: "--local",
    description:
      "the service on this machine, without a password: for the owner of its data directory, and root",
  },
  { flags: "--data-dir <dir>", description: "with --local: its data directory", is: "file" },
  JSON_OPTION,
  NO_INPUT,
];

/** A command that is about the service on this machine may be told so. */
const ALWAYS_LOCAL: OptionDefinition = {
  flags: "--local",
  description: "the service on this machine, which this command always means",
};

/** What a command takes besides its own options. */
export function sharedOptions({
  remote,
  settings,
  reloads,
  hidden,
}: CommandDefinition): readonly OptionDefinition[] {
  if (hidden) return [];
  if (remote) return REMOTE_OPTIONS;
  return settings !== undefined && !reloads ? [ALWAYS_LOCAL, NO_INPUT] : [NO_INPUT];
}

export const YES: OptionDefinition = {
  flags: "-y, --yes",
  description: "agree to every question beforehand",
};
export const DRY_RUN: OptionDefinition = {
  flags: "-n, --dry-run",
  description: "show what would be written, and write nothing",
};
export const WAIT: readonly OptionDefinition[] = [
  { flags: "-w, --wait", description: "wait until it is over, and show how it goes" },
  { flags: "--timeout <time>", description: "wait no longer than this, and then exit with 7", preset: "15m" },
];

export const notesOf = async ({ notes }: CommandDefinition): Promise<string | undefined> =>
  typeof notes === "function" ? notes() : notes;
