import { join } from "node:path";
import type { Feature } from "../../feature.js";
import type { Families } from "../../telemetry/prometheus.js";
import type { EventLog } from "../record/event-log.js";
import type { Sampled } from "../sampling/feature.js";
import { updateChecks } from "./checks.js";
import { DailySearch } from "./daily-search.js";
import { LastSearch } from "./last-search.js";
import { withOutcome } from "./outcome.js";
import { shared } from "./shared-run.js";
import { Updater } from "./updater.js";

interface Needs extends Sampled {
  /** Aborted when the service ends. */
  readonly closing: AbortSignal;
}

export interface Updates {
  readonly updater: LastSearch;
  /** Where updates of the router come from. */
  readonly updatesFrom: () => "feed" | "router" | "none";
}

/** Updates of the router, from a signed feed or in the router's own way. */
export const updates: Feature<Needs, Updates> = {
  async open({ router, settings, clock, log, events, sampler, closing }) {
    const feed = new Updater({
      settings: () => ({ feed: settings()["update.feed"], publicKey: settings()["update.public_key"] }),
      stagingDir: join(settings().data_dir, "updates"),
      product: router.kind,
      clock,
      router,
      currentVersion: async () => (await sampler.current()).facts["router.version"] || undefined,
      log: (message) => log.info(message),
    });
    // Read at each call: a driver may learn only while starting where its router came from.
    // All callers share one search for updates: it may be a download, or a process of its own.
    const source = {
      find: shared((signal) => router.updates?.find(signal) ?? feed.find(signal)),
      update: shared((signal) =>
        withOutcome(
          events,
          signal,
          async () => router.updates?.update(signal, (message) => log.info(message)) ?? feed.update(signal),
        ),
      ),
    };
    const updatesFrom = () => (router.updates !== undefined ? "router" : feed.hasFeed ? "feed" : "none");
    const updater = new LastSearch(
      source,
      () => updatesFrom() !== "none",
      (message) => log.info(message),
      (found) => void addFoundEvent(events, found),
    );
    const search = new DailySearch({
      ...{ closing, clock, log },
      find: (signal) => updater.find(signal),
      wanted: () => settings()["update.check"] && updatesFrom() !== "none",
    });
    await feed.cleanUp();
    return {
      provides: { updater, updatesFrom },
      handlers: {},
      findings: updateChecks(updater),
      recurring: [{ everyMs: 60_000, work: () => search.tick() }],
      metrics: (add) => add(UPDATES, updater),
    };
  },
};

const UPDATES: Families<LastSearch> = {
  pilothouse_update_available: {
    help: "Whether the last search found an update of the router; absent until there was one.",
    of: ({ found }) => (found === undefined ? [] : [[{}, Number(found)]]),
  },
};

/** Once for each update, even if it is found again. */
async function addFoundEvent(events: EventLog, version: string | undefined): Promise<void> {
  const [last] = await events.read({ kinds: ["update.found", "update.installed"], limit: 1 });
  const isKnown = last?.kind === "update.found" && (version ?? last.data["version"]) === last.data["version"];
  if (!isKnown) await events.add("update.found", version === undefined ? {} : { version });
}
