import type { Reason } from "@pilothouse/protocol";

/** What a page shows, at one of its fields if that is to blame. */
interface Why {
  readonly key: "file" | "passphrase" | undefined;
  readonly reason: Reason;
}

/** A backup cannot be made, read or restored; the message says why, in a sentence for people. */
export class BackupError extends Error {
  override readonly name = "BackupError";
  /** Without it, the file is damaged. */
  readonly why: Why | undefined;

  constructor(message: string, { why, ...options }: ErrorOptions & { readonly why?: Why | undefined } = {}) {
    super(message, options);
    this.why = why;
  }
}
