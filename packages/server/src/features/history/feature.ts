import type { Feature } from "../../feature.js";
import { SAVE_EVERY_MS } from "../../telemetry/snapshot.js";
import type { Sampled } from "../sampling/feature.js";
import { historyHandlers } from "./handlers.js";
import { History } from "./history.js";
import { Limits } from "./limits.js";

/** Changes that the service makes are seen at once; those of others, in the router's configuration, this often. */
const LOOK_EVERY_MS = 60_000;

/** What was sampled. */
export const history: Feature<Sampled, { readonly history: History }, "GetRate" | "pilothouse.history"> = {
  open(needs) {
    const { store, clock, log, onSample, onSilence, network, events } = needs;
    const samples = new History(store, clock, log);
    const limits = new Limits(store, clock, log);
    samples.start();
    limits.start();
    onSample((snapshot) => samples.add(snapshot));
    onSilence((at) => samples.missed(at));
    let looking = Promise.resolve();
    const look = () => {
      looking = looking.then(async () => limits.see(await network()));
      return looking;
    };
    const leave = events.on(({ kind }) => void (kind === "settings.saved" && look()));
    return {
      provides: { history: samples },
      handlers: historyHandlers({ ...needs, history: samples, limits, look }),
      opened: () => void look(),
      recurring: [
        { everyMs: SAVE_EVERY_MS, work: () => samples.save({ finest: false }) },
        { everyMs: LOOK_EVERY_MS, work: look },
      ],
      stop() {
        leave();
        return looking;
      },
      close: ({ save }) => (save ? samples.save() : undefined),
    };
  },
};
