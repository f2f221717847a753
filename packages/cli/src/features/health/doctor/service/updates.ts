import { checkSuits, Feed, FeedFault, readPublicKey } from "@pilothouse/server";
import { type Check, ok, problem, warning } from "@pilothouse/system";
import type { Situation } from "../situation.js";

const READ_MS = 10_000;

/** Feed and key belong together. A feed on the web is not fetched here: looking around makes no connections. */
export const updates: Check<Situation> = {
  name: "updates",
  look: async ({ settings }) => {
    const feed = settings["update.feed"];
    const key = settings["update.public_key"];
    if (feed === undefined && key === undefined) return [];
    if (feed === undefined)
      return warning("update.public_key is set, update.feed is not", "set both, or none");
    if (key === undefined)
      return problem(
        "update.feed is set without update.public_key: nothing it offers can be trusted",
        "set the key",
      );
    try {
      readPublicKey(key);
      const opened = new Feed(feed, key, { manifestMs: READ_MS });
      if (/^https:/i.test(feed))
        return ok("feed on the web and a key are set; pilothouse update --check asks it");
      const manifest = await opened.manifest(new AbortController().signal);
      checkSuits(manifest, { product: settings.router, now: Date.now() });
      return ok(`the feed offers ${manifest.version}, signed with the key`);
    } catch (error) {
      if (!(error instanceof FeedFault)) throw error;
      return problem(error.message, "correct update.feed and update.public_key, or sign the feed again");
    }
  },
};
