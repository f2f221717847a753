import type { Feature } from "../../feature.js";
import { SAVE_EVERY_MS } from "../../telemetry/snapshot.js";
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
      recurring: [{ everyMs: SAVE_EVERY_MS, work: () => samples.save({ finest: false }) }],
      close: ({ save }) => (save ? samples.save() : undefined),
    };
  },
};
