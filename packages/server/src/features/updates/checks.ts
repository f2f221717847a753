import { type FindingChecks, found, isEnding } from "../../telemetry/situation.js";
import type { LastSearch } from "./last-search.js";

const EVER = Number.POSITIVE_INFINITY;

/** What is found about updates of the router. */
export const updateChecks = (last: Pick<LastSearch, "found" | "version">) =>
  ({
    "update.restart": (situation) => {
      const { open, openedAt, snapshot, now } = situation;
      const ready = open("update.ready", EVER);
      if (ready === undefined || isEnding(situation)) return undefined;
      // Also when it was started again while the service was away.
      const started = now - (snapshot.facts["router.uptime"] ?? now);
      return found(started <= (openedAt("update.ready") ?? 0), versionIn(ready["version"]));
    },
    "update.available": ({ open }) =>
      found(last.found === true && open("update.ready", EVER) === undefined, versionIn(last.version)),
  }) as const satisfies FindingChecks;

const versionIn = <V>(version: V | undefined) => (version === undefined ? {} : { version });
