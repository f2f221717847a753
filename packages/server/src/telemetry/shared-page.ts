import type { Format } from "./prometheus.js";

/**
 * Requests at the same moment, also those that come in one round of the event loop, share one page: making it costs
 * milliseconds, and there may be many.
 */
export function sharedPage(write: (format: Format) => Promise<string>): (format: Format) => Promise<string> {
  const underWay = new Map<Format, Promise<string>>();
  return (format) => {
    const page =
      underWay.get(format) ?? write(format).finally(() => setImmediate(() => underWay.delete(format)));
    underWay.set(format, page);
    return page;
  };
}
