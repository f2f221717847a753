const FAULTS = {
  unset: "No update feed can be used",
  unreadable: "The update feed cannot be read",
  untrusted: "The update feed cannot be trusted",
  other: "The update feed is for something else",
  expired: "The update feed has expired",
  incomparable: "It is not known whether the update is newer",
} as const;

/** Why a feed cannot be used. The message is a sentence for the person who asked for an update. */
export class FeedFault extends Error {
  override readonly name = "FeedFault";

  constructor(
    readonly kind: keyof typeof FAULTS,
    detail: string,
  ) {
    super(`${FAULTS[kind]}: ${detail}.`);
  }
}

/** What an error of the system has to say, in as few words as it can. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return "it is not there";
  if (code === "ECONNRESET") return "the connection was cut";
  // Node leaves the message empty when every address of a host refused.
  return error.message || code || error.name;
}
