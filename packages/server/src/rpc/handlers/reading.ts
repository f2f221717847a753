import { type Router, wholeServices } from "@pilothouse/drivers/port";
import {
  badKey,
  type Info,
  infoOfStat,
  keptStat,
  RATE_STAT_NAMES,
  reason,
  SERVICE_NAMES,
  STAT_ALIASES,
} from "@pilothouse/protocol";
import type { Language } from "../../settings/languages.js";
import type { History } from "../../telemetry/history.js";
import type { Sampler } from "../../telemetry/sampler.js";
import type { Snapshot } from "../../telemetry/snapshot.js";
import type { Handlers } from "../answer.js";
import { chooseLanguage } from "../language.js";
import type { RouterLine } from "../router-line.js";
import { statusText } from "../status-text.js";

interface Parts {
  readonly router: Router;
  readonly sampler: Sampler;
  readonly history: History;
  readonly line: RouterLine;
  readonly locale: () => Language;
}

/** How long a router may take over what only it knows. */
const ROUTER_MS = 5_000;

export const readingHandlers = ({
  router,
  sampler,
  history,
  line,
  locale,
}: Parts): Pick<Handlers, "RouterInfo" | "GetRate" | "ClientServicesInfo"> => {
  /** Facts and status text are the same for all who ask within a second in one language. */
  const made = new WeakMap<Snapshot, Map<Language, Partial<Info>>>();
  const infoOf = (snapshot: Snapshot, language: Language): Partial<Info> => {
    const { phase, facts, at } = snapshot;
    const byLanguage = made.get(snapshot) ?? new Map<Language, Partial<Info>>();
    made.set(snapshot, byLanguage);
    const known = byLanguage.get(language);
    if (known !== undefined) return known;
    const status = statusText(
      { phase, netStatus: facts["router.net.status"], simulated: router.simulated },
      language,
      at,
    );
    const info = { ...facts, "router.status": status };
    byLanguage.set(language, info);
    return info;
  };
  return {
    RouterInfo(keys, { peer }) {
      const write = (snapshot: Snapshot) =>
        keys.includes("router.status")
          ? infoOf(snapshot, chooseLanguage(peer.languages, locale()))
          : snapshot.facts;
      const current = sampler.current();
      return current instanceof Promise ? current.then(write) : write(current);
    },

    async GetRate({ Stat, Period }) {
      const kept = keptStat(Stat);
      if (kept !== undefined) {
        await sampler.newest();
        return { Result: history.mean(kept, Period) };
      }
      const reply = await line.wait(async () => router.rate?.(Stat, Period, AbortSignal.timeout(ROUTER_MS)));
      const { facts } = await sampler.current();
      const info = infoOfStat(Stat);
      const figure = reply ?? (info && facts[info as keyof typeof facts]);
      if (typeof figure === "number") return { Result: figure };
      const known = [...RATE_STAT_NAMES, ...Object.keys(STAT_ALIASES), ...(router.stats ?? [])];
      throw badKey("Stat", reason("stat.unknown", { names: known.join(", ") }));
    },

    async ClientServicesInfo(asked) {
      const names = SERVICE_NAMES.filter((name) => name in asked);
      const reply = await line.wait(async () => router.services?.(names, AbortSignal.timeout(ROUTER_MS)));
      return wholeServices(names, reply);
    },
  };
};
