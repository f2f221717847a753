/** A backup cannot be made, read or restored; the message says why, in a sentence for people. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
