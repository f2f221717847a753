import type { Run } from "./context.js";

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

export interface ArgumentRow {
  /** As commander writes them: `<one>`, `[maybe]`, `[many...]`. */
  readonly name: string;
  readonly says: string;
  readonly is?: WordKind;
}

export interface OptionRow {
  readonly flags: string;
  readonly says: string;
  readonly preset?: string;
  readonly required?: true;
  readonly is?: WordKind;
}

/** One command: everything but what it does, which is loaded when it runs. */
export interface CommandRow {
  /** The words it is called by: "net set". */
  readonly name: string;
  readonly says: string;
  /** Talks to a server, and so takes the options that name one. */
  readonly remote?: true;
  /** Settings of the service that it takes as flags: the one named, or all of them. */
  readonly settings?: "all" | "data_dir";
  readonly args?: readonly ArgumentRow[];
  readonly options?: readonly OptionRow[];
  readonly examples?: readonly string[];
  /** More to know, after the options; loaded where it lists what the tables hold. */
  readonly notes?: string | (() => Promise<string>);
  /** Runs until it is stopped, and SIGHUP reloads it: every other command ends by that. */
  readonly reloads?: true;
  /** For the shell, not for people. */
  readonly hidden?: true;
  readonly load: () => Promise<Run>;
}

export const JSON_OPTION = { flags: "--json", says: "print JSON, for scripts" } as const satisfies OptionRow;

/** Every command takes it, also those that ask nothing. */
const NO_INPUT: OptionRow = { flags: "--no-input", says: "never ask anything" };

/** The options of all commands that talk to a server. */
export const REMOTE_OPTIONS: readonly OptionRow[] = [
  { flags: "-p, --profile <name>", says: "the router to talk to, by the name of its profile", is: "router" },
  { flags: "--url <url>", says: "its address, instead of a profile" },
  {
    flags: "--fingerprint <sha256>",
    says: "the SHA-256 of its certificate, when no authority vouches for it",
  },
  {
    flags: "--local",
    says: "the service on this machine, without a password: for the owner of its data directory, and root",
  },
  { flags: "--data-dir <dir>", says: "with --local: its data directory", is: "file" },
  JSON_OPTION,
  NO_INPUT,
];

/** A command that is about the service on this machine may be told so. */
const ALWAYS_LOCAL: OptionRow = {
  flags: "--local",
  says: "the service on this machine, which this command always means",
};

/** What a command takes besides its own options. */
export function sharedOptions({ remote, settings, reloads, hidden }: CommandRow): readonly OptionRow[] {
  if (hidden) return [];
  if (remote) return REMOTE_OPTIONS;
  return settings !== undefined && !reloads ? [ALWAYS_LOCAL, NO_INPUT] : [NO_INPUT];
}

export const YES: OptionRow = { flags: "-y, --yes", says: "agree to every question beforehand" };
export const DRY_RUN: OptionRow = {
  flags: "-n, --dry-run",
  says: "show what would be written, and write nothing",
};
export const WAIT: readonly OptionRow[] = [
  { flags: "-w, --wait", says: "wait until it is over, and show how it goes" },
  { flags: "--timeout <time>", says: "wait no longer than this, and then exit with 7", preset: "15m" },
];

export const notesOf = async ({ notes }: CommandRow): Promise<string | undefined> =>
  typeof notes === "function" ? notes() : notes;
