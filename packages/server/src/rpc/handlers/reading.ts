import type { Router } from "@pilothouse/drivers/port";
import { type Info, isRateStat, RATE_STAT_NAMES, RpcError } from "@pilothouse/protocol";
import type { History } from "../../telemetry/history.js";
import type { Sampler } from "../../telemetry/sampler.js";
import type { Snapshot } from "../../telemetry/snapshot.js";
import type { Handlers } from "../answer.js";
import { chooseLanguage, type Language } from "../language.js";
import type { RouterLine } from "../router-line.js";
import { statusText } from "../status-text.js";

interface Parts {
  readonly router: Router;
  readonly sampler: Sampler;
  readonly history: History;
  readonly line: RouterLine;
  readonly locale: () => Language;
}

/** How long a router may take over a statistic that only it knows. */
const ROUTER_RATE_MS = 5_000;

export const readingHandlers = ({
  router,
  sampler,
  history,
  line,
  locale,
}: Parts): Pick<Handlers, "RouterInfo" | "GetRate"> => {
  /** Facts and status text are the same for all who ask within a second in one language. */
  const made = new WeakMap<Snapshot, Map<Language, Partial<Info>>>();
  const told = (snapshot: Snapshot, language: Language): Partial<Info> => {
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
      const tell = (snapshot: Snapshot) =>
        keys.includes("router.status")
          ? told(snapshot, chooseLanguage(peer.languages, locale()))
          : snapshot.facts;
      const current = sampler.current();
      return current instanceof Promise ? current.then(tell) : tell(current);
    },

    async GetRate({ Stat, Period }) {
      if (isRateStat(Stat)) {
        await sampler.current();
        return { Result: history.mean(Stat, Period) };
      }
      const told = await line.wait(async () =>
        router.rate?.(Stat, Period, AbortSignal.timeout(ROUTER_RATE_MS)),
      );
      if (told !== undefined) return { Result: told };
      throw new RpcError("invalidParams", `Stat is unknown; there are ${RATE_STAT_NAMES.join(", ")}`);
    },
  };
};
