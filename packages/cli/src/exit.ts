import { CertificateError, ListenError, SettingsError, StoreError } from "@pilothouse/server";

/** How the command line ends, as its users know it from other tools. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Something the person at the terminal can understand and act on. */
export class Complaint extends Error {
  override readonly name = "Complaint";

  constructor(
    message: string,
    readonly exitCode: number = EXIT.failed,
  ) {
    super(message);
  }
}

const FORESEEN = [Complaint, SettingsError, StoreError, CertificateError, ListenError];

/** One line for what was foreseen; a fault of our own shows where it happened. */
export function complain(error: unknown): number {
  const foreseen = FORESEEN.some((kind) => error instanceof kind);
  process.stderr.write(
    `pilothouse: ${foreseen ? (error as Error).message : ((error as Error)?.stack ?? String(error))}\n`,
  );
  return error instanceof Complaint ? error.exitCode : EXIT.failed;
}
