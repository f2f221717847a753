import type { IncomingMessage } from "node:http";

/**
 * Gives `done` the whole body, or undefined when it is longer than the limit. Never calls it when the
 * connection breaks before. By callback, not promise: each turn of a promise costs as much as a gate.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  done: (body: Buffer | undefined) => void,
): void {
  let whole: Buffer | undefined;
  let size = 0;
  const more: Buffer[] = [];
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) {
      // A client that keeps sending after a 413 is disconnected.
      request.pause();
      request.removeAllListeners("data");
      done(undefined);
    } else if (whole === undefined) whole = chunk;
    else more.push(chunk);
  });
  request.on("end", () => {
    const first = whole ?? Buffer.alloc(0);
    done(more.length === 0 ? first : Buffer.concat([first, ...more]));
  });
}
