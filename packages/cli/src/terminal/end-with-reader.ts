import { EXIT } from "./exit.js";

/** Ends the program when nobody reads its output any more. */
export function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever reads our output may have seen enough, as `head` does: that is no failure.
    if (error.code === "EPIPE") process.exit(EXIT.done);
    // The terminal is gone.
    if (error.code === "EIO") process.exit(EXIT.interrupted);
    throw error;
  });
}
