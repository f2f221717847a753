import type { Format } from "./prometheus.js";

/** Those who ask at the same moment are told the same page: making one costs milliseconds, and they may be many. */
export function sharedPage(write: (format: Format) => Promise<string>): (format: Format) => Promise<string> {
  const underWay = new Map<Format, Promise<string>>();
  return (format) => {
    const page = underWay.get(format) ?? write(format).finally(() => underWay.delete(format));
    underWay.set(format, page);
    return page;
  };
}
