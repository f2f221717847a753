import type { Auth } from "../../auth/auth.js";
import type { AllFeatures, Feature } from "../../feature.js";
import { type Format, type Labels, writePage } from "../../telemetry/prometheus.js";
import { RequestMeter } from "../../telemetry/request-meter.js";

interface Needs extends AllFeatures {
  readonly auth: Auth;
  readonly version: string;
  /** On every figure. */
  readonly labels: Labels;
}

export interface Provides {
  readonly meter: RequestMeter;
  /** The page for Prometheus. */
  readonly metrics: (format: Format) => Promise<string>;
}

/** The figures of all features on one page. */
export const metrics: Feature<Needs, Provides> = {
  open({ auth, version, labels, features }) {
    const meter = new RequestMeter();
    const sources = { meter, tokens: auth.tokens, version };
    const page = shared((format) => writePage(sources, format, labels, (add) => features.metrics(add)));
    return { provides: { meter, metrics: page }, handlers: {} };
  },
};

/**
 * Requests at the same moment, also those that come in one round of the event loop, share one page: making it costs
 * milliseconds, and there may be many.
 */
function shared(write: (format: Format) => Promise<string>): (format: Format) => Promise<string> {
  const underWay = new Map<Format, Promise<string>>();
  return (format) => {
    const page =
      underWay.get(format) ?? write(format).finally(() => setImmediate(() => underWay.delete(format)));
    underWay.set(format, page);
    return page;
  };
}
