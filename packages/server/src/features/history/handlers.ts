import {
  badKey,
  infoOfStat,
  RATE_STAT_NAMES,
  RpcError,
  reason,
  STAT_ALIASES,
  sampledStat,
} from "@pilothouse/protocol";
import type { Handlers } from "../../rpc/answer.js";
import type { Sampled } from "../sampling/feature.js";
import type { History } from "./history.js";
import type { Limits } from "./limits.js";

interface Needs extends Pick<Sampled, "router" | "sampler" | "routerQueue"> {
  readonly history: History;
  readonly limits: Pick<Limits, "between">;
  /** Takes the limits of now. */
  readonly look: () => Promise<void>;
}

/** How long a router may take over what only it knows. */
const ROUTER_MS = 5_000;
const MOST_POINTS = 500;

export const historyHandlers = ({
  router,
  sampler,
  history,
  limits,
  look,
  routerQueue,
}: Needs): Pick<Handlers, "GetRate" | "pilothouse.history"> => ({
  async GetRate({ Stat, Period }) {
    const kept = sampledStat(Stat);
    if (kept !== undefined) {
      await sampler.newest();
      return { Result: history.mean(kept, Period) };
    }
    const reply = await routerQueue.wait(async () =>
      router.rate?.(Stat, Period, AbortSignal.timeout(ROUTER_MS)),
    );
    const { facts } = await sampler.current();
    const info = infoOfStat(Stat);
    const figure = reply ?? (info && facts[info as keyof typeof facts]);
    if (typeof figure === "number") return { Result: figure };
    const known = [...RATE_STAT_NAMES, ...Object.keys(STAT_ALIASES), ...(router.stats ?? [])];
    throw badKey("Stat", reason("stat.unknown", { names: known.join(", ") }));
  },

  async "pilothouse.history"({ from, to, points = MOST_POINTS }) {
    if (from >= to) throw new RpcError("invalidParams", "from wants a time before to");
    await Promise.all([sampler.current(), look()]);
    return { ...history.between(from, to, points), limits: limits.between(from, to) };
  },
});
