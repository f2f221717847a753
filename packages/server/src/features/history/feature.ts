import type { Feature } from "../../feature.js";
import type { Sampled } from "../sampling/feature.js";
import { historyHandlers } from "./handlers.js";
import { History } from "./history.js";

/** What was sampled. */
export const history: Feature<Sampled, { readonly history: History }, "GetRate" | "pilothouse.history"> = {
  name: "history",
  open(needs) {
    const { store, clock, log, onSample } = needs;
    const samples = new History(store, clock, log);
    samples.start();
    onSample((snapshot) => samples.add(snapshot));
    return {
      provides: { history: samples },
      handlers: historyHandlers({ ...needs, history: samples }),
      // Together, so that the disk is bothered once a minute and not at every sample.
      recurring: [{ everyMs: 60_000, work: () => samples.save() }],
      close: ({ save }) => (save ? samples.save() : undefined),
    };
  },
};
