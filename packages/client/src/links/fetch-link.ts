import { ClientError } from "../client-error.js";
import { boundedText, endpoint, LARGEST_REPLY, type Link, placeOf, seconds } from "./link.js";

export interface FetchLinkOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The largest reply to accept, in bytes; 4 MiB by default. */
  readonly largestReply?: number | undefined;
}

/**
 * A server over HTTP(S), by the platform's `fetch`. A browser checks certificates itself and reports a
 * refused one like a dead connection: both are `network` here.
 */
export function httpLink(url: string | URL, options: FetchLinkOptions = {}): Link {
  const target = endpoint(url);
  const limit = options.largestReply ?? LARGEST_REPLY;
  return {
    async send(text, { signal, path, largest = limit }) {
      try {
        const response = await fetch(placeOf(target, path), {
          method: "POST",
          headers: { ...options.headers, "Content-Type": "application/json" },
          body: text,
          redirect: "manual",
          credentials: "omit",
          signal,
        });
        return {
          text: await boundedText(pieces(response.body), Math.min(largest, limit)),
          // A browser hides the status of a redirect that it does not follow.
          status: response.type === "opaqueredirect" ? 302 : response.status,
          retryAfter: seconds(response.headers.get("Retry-After")),
          location: response.headers.get("Location") ?? undefined,
        };
      } catch (error) {
        if (error instanceof ClientError) throw error;
        throw new ClientError("network", `cannot reach ${target.origin}`, { cause: error });
      }
    },
  };
}

/** Not every browser can iterate over a stream itself. */
async function* pieces(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
