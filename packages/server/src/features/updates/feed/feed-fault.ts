import { type Reason, type ReasonCode, reason, reasonAs, reasonText } from "@pilothouse/protocol";

type FeedReason<C extends ReasonCode = ReasonCode> = C extends `feed.${infer Kind}` ? Kind : never;

/** Why a feed cannot be used. The message is a sentence for the person who asked for an update. */
export class FeedFault extends Error {
  override readonly name = "FeedFault";
  readonly why: Reason;

  constructor(
    readonly kind: "unset" | "unreadable" | "untrusted" | "other" | "expired" | "incomparable",
    detail: FeedReason,
    values: Reason["values"] = {},
  ) {
    const why = reason(`feed.${kind}`, reasonAs("why", reason(`feed.${detail}`, values)));
    super(reasonText(why));
    this.why = why;
  }
}

/** A feed that is there and may be forged, replayed or misconfigured, other than one that cannot be read now. */
const DISTRUST: ReadonlySet<ReasonCode> = new Set([
  "feed.unset",
  "feed.untrusted",
  "feed.other",
  "feed.expired",
]);
export const isDistrust = ({ code }: Reason): boolean => DISTRUST.has(code);

/** A file of the feed cannot be read. */
export function unreadable(file: string, error: unknown): FeedFault {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return new FeedFault("unreadable", "fileMissing", { file });
  if (code === "ECONNRESET") return new FeedFault("unreadable", "fileCut", { file });
  return new FeedFault("unreadable", "file", { file, text: reasonOf(error) });
}

/** What an error of the system has to say, in as few words as it can. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node leaves the message empty when every address of a host refused.
  return error.message || ("code" in error ? String(error.code) : "") || error.name;
}
