import { Complaint, complain, EXIT } from "./exit.js";

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
