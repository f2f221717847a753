import { constants, open } from "node:fs/promises";
import { get } from "node:https";
import { join } from "node:path";
import { FeedFault } from "./feed-fault.js";

/** Where the files of a feed come from. Rejects, or fails while it is read, when a file cannot be fetched. */
export type Source = (name: string, signal: AbortSignal) => Promise<AsyncIterable<Buffer>>;

export interface SourceOptions {
  /** Certificates to trust instead of the system's, in PEM. */
  readonly ca?: string | undefined;
  /** How long a server may say nothing. */
  readonly idleMs: number;
}

/** `feed` is the setting `update.feed`: a directory or an https URL. */
export function openSource(feed: string, options: SourceOptions): Source {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(feed)) return directory(feed);
  const url = URL.canParse(feed) ? new URL(feed) : undefined;
  if (url?.protocol === "https:") return web(url, options);
  throw new FeedFault("unset", "badAddress");
}

const directory =
  (path: string): Source =>
  async (name, signal) => {
    // Opening a pipe without a writer would wait for ever.
    const handle = await open(join(path, name), constants.O_RDONLY | constants.O_NONBLOCK);
    if ((await handle.stat()).isFile()) return handle.createReadStream({ signal });
    await handle.close();
    throw new Error("it is not a file");
  };

const web =
  (base: URL, { ca, idleMs }: SourceOptions): Source =>
  (name, signal) =>
    new Promise((resolve, reject) => {
      const url = new URL(base);
      url.pathname = `${url.pathname.replace(/\/$/, "")}/${name}`;
      const silent = () => new Error(`the server said nothing for ${idleMs / 1000} s`);
      const request = get(
        url,
        // One connection for each file: there are three, and none is left open afterwards.
        { agent: false, signal, headers: { "Accept-Encoding": "identity" }, ...(ca && { ca }) },
        (response) => {
          const status = response.statusCode ?? 0;
          if (status === 200) return resolve(response.setTimeout(idleMs, () => response.destroy(silent())));
          const what = status >= 300 && status < 400 ? "a redirect, which is not followed" : "a refusal";
          reject(new Error(`the server answered with ${what} (HTTP ${status})`));
          request.destroy();
        },
      );
      request.setTimeout(idleMs, () => request.destroy(silent()));
      request.on("error", reject);
    });
