import type { IncomingMessage } from "node:http";
import { Collected } from "@pilothouse/protocol";

/**
 * Gives `done` the whole body, or undefined when it is longer than the limit. Never calls it when the
 * connection breaks before. By callback, not promise: each turn of a promise costs as much as a gate.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  done: (body: Uint8Array | undefined) => void,
): void {
  const collected = new Collected(limit);
  request.on("data", (chunk: Buffer) => {
    if (collected.add(chunk)) return;
    // A client that keeps sending after a 413 is disconnected.
    request.pause();
    request.removeAllListeners("data");
    done(undefined);
  });
  request.on("end", () => done(collected.bytes));
}
