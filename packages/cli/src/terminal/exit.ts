import { forJournal, isJournal } from "./journal.js";
import { harmless } from "./style.js";

/** How the command line ends, as its users know it from other tools. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  differs: 3,
  loginNeeded: 4,
  unreachable: 5,
  timedOut: 7,
  interrupted: 130,
} as const;

/** Something the person at the terminal can understand and act on. */
export class Complaint extends Error {
  override readonly name = "Complaint";

  constructor(
    message: string,
    readonly exitCode: number = EXIT.failed,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** One sentence for an expected error; for a bug of ours, the stack. */
export function complain(error: unknown): number {
  const text = error instanceof Complaint ? error.message : ((error as Error)?.stack ?? String(error));
  const said = `pilothouse: ${text.split("\n").map(harmless).join("\n")}\n`;
  process.stderr.write(isJournal() ? forJournal(said) : said);
  return error instanceof Complaint ? error.exitCode : EXIT.failed;
}

/** Ends the program when its output is no longer read, or cannot be written. */
export function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader of our output may stop early, as `head` does: that is no failure.
    if (error.code === "EPIPE") process.exit(EXIT.done);
    // The terminal is gone.
    if (error.code === "EIO") process.exit(EXIT.interrupted);
    process.exit(complain(new Complaint(`the output cannot be written: ${error.message}`)));
  });
  // Nobody can be told that nobody can be told; the exit code still says how it ended.
  process.stderr.on("error", () => {});
}
