import { readAtMost } from "@pilothouse/protocol";
import { ClientError } from "../client-error.js";

/** What a carrier brings back: text, and what HTTP says about it. */
export interface Reply {
  readonly text: string;
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
  /** Where the server points to instead of answering. Redirects are never followed. */
  readonly location?: string | undefined;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Sending it twice does no harm, so a link may try again when the connection is reset. */
  readonly repeatable: boolean;
  /** Bytes of the largest reply to take, where that is less than what the link takes. */
  readonly largest?: number | undefined;
  /** Another path of the same server, such as that of a hub's node. */
  readonly path?: string | undefined;
}

/**
 * A way to a server. `send` rejects with a `ClientError` when no reply came. It does not look at what a
 * reply means.
 */
export interface Link {
  send(text: string, options: SendOptions): Promise<Reply>;
  /** Closes open connections. */
  close?(): void;
}

/** A server in the same process: `answer` is given the request's text and resolves with the reply's. */
export const memoryLink = (answer: (text: string, path?: string) => Promise<string>): Link => ({
  async send(text, { path }) {
    return { text: await answer(text, path) };
  },
});

/** The largest reply that a link accepts by default. */
export const LARGEST_REPLY = 4 * 1024 * 1024;

/** The text of a reply. Not more of it is read than the limit. */
export async function boundedText(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const { bytes, whole } = await readAtMost(body, limit);
  if (whole) return new TextDecoder().decode(bytes);
  throw new ClientError("protocol", `the reply is larger than ${limit} bytes`);
}

/** The address of a server, checked. */
export function endpoint(url: string | URL): URL {
  const target = URL.canParse(String(url)) ? new URL(url) : undefined;
  if (target?.protocol !== "http:" && target?.protocol !== "https:")
    throw new ClientError("params", `${url} is not an http or https address`);
  return target;
}

/** Where a request goes: to the server's address, or to another path there. */
export const placeOf = (target: URL, path: string | undefined): URL =>
  path === undefined ? target : new URL(path, target);

/** No server of this interface shuts a client out for longer. Whatever names a longer wait does not decide it. */
export const LONGEST_WAIT = 15 * 60;

/** `Retry-After` in seconds; the form with a date is not used by servers of this interface. */
export const seconds = (header: string | null | undefined): number | undefined =>
  header != null && /^\d+$/.test(header) ? Math.min(Number(header), LONGEST_WAIT) : undefined;
