import type { Auth } from "../../auth/auth.js";
import type { AllFeatures, Feature } from "../../feature.js";
import { type Add, type Families, type Format, type Labels, writePage } from "../../telemetry/prometheus.js";
import { RequestMeter } from "../../telemetry/request-meter.js";
import { sharedPage } from "../../telemetry/shared-page.js";

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
  name: "metrics",
  open({ auth, version, labels, features }) {
    const meter = new RequestMeter();
    const page = sharedPage(async (format) => {
      const figures: ((add: Add) => void)[] = [];
      await features.metrics(
        <T>(families: Families<T>, from: T) => void figures.push((add) => add(families, from)),
      );
      return writePage({ meter, tokens: auth.tokens, version }, format, labels, (add) => {
        for (const figure of figures) figure(add);
      });
    });
    return { provides: { meter, metrics: page }, handlers: {} };
  },
};
