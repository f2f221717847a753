import type { Json } from "../wire/json.js";
import type { HttpReply } from "../wire/reply.js";
import type { Send } from "../wire/request.js";

/** A request of the run and its reply, as the checks see it that watch. */
export interface Exchanged {
  /** The check that sent it. */
  readonly check: string;
  readonly send: Send;
  /** The body as it was sent, and the id in it as JSON; undefined when it has none that must come back. */
  readonly sent: string | Buffer;
  readonly sentId: string | undefined;
  readonly http: HttpReply | undefined;
  readonly trouble: string | undefined;
  /** What came is no HTTP. */
  readonly malformed: boolean;
  readonly text: string;
  readonly json: Json | undefined;
  /** What keeps the body from being JSON, and the names that stand twice in one object of it. */
  readonly flaw: string | undefined;
  readonly repeated: readonly string[];
  /** The secrets that no reply may show, and whether this reply may hold a token. */
  readonly secrets: readonly string[];
}
