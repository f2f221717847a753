import type { IncomingMessage } from "node:http";

/** The whole body, or undefined when it is longer than the limit. Rejects when the connection breaks. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let whole: Buffer | undefined;
    let size = 0;
    const more: Buffer[] = [];
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        // Whoever sends on after being told 413 is cut off with the connection.
        request.pause();
        resolve(undefined);
      } else if (whole === undefined) whole = chunk;
      else more.push(chunk);
    });
    request.on("end", () => {
      if (more.length === 0) resolve(whole ?? Buffer.alloc(0));
      else resolve(Buffer.concat([whole ?? Buffer.alloc(0), ...more]));
    });
    request.on("error", reject);
  });
}
