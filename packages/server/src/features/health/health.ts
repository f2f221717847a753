import { type Clock, type NetworkView, ticksOf } from "@pilothouse/drivers/port";
import {
  FINDING_KEYS,
  type FindingEntry,
  filled,
  findingDefinition,
  type Result,
} from "@pilothouse/protocol";
import type { FindingChecks, Situation } from "../../telemetry/situation.js";
import type { History } from "../history/history.js";
import type { RecentEvents } from "../record/recent-events.js";
import type { Sampler } from "../sampling/sampler.js";
import { type Judged, judged } from "./judged.js";

export interface HealthOptions {
  readonly sampler: Sampler;
  readonly history: History;
  readonly recent: RecentEvents;
  /** The router's network settings, or undefined when it does not report them in time. */
  readonly network: () => Promise<NetworkView | undefined>;
  /** How each finding is found; every room brings its own. */
  readonly checks: () => FindingChecks;
  readonly clock: Clock;
}

type Verdict = Result<"pilothouse.health">;

/** The verdict on router and service, made from what is known at one time. */
export class Health {
  readonly #since: number;

  constructor(readonly options: HealthOptions) {
    this.#since = ticksOf(options.clock);
  }

  /** `peek` is for a caller that asks only now and then, which is no reason to sample more often. */
  async look({ peek = false } = {}): Promise<Verdict> {
    const { sampler, network, checks, history, recent, clock } = this.options;
    // One after the other: a reading can show that the router was started, and nothing waits for that any more.
    const snapshot = await (peek ? sampler.peek() : sampler.current());
    const view = await network();
    const now = clock.now();
    const age = sampler.age;
    return {
      time: now,
      sampled: sampler.lastAt ?? null,
      age: age === undefined ? null : Math.round(age),
      ...verdictOf(checks(), {
        now,
        age,
        waiting: sampler.waiting,
        snapshot,
        network: view,
        watched: ticksOf(clock) - this.#since,
        mean: (stat, period) => history.mean(stat, period),
        happened: recent.happened,
        open: recent.open,
        openedAt: recent.openedAt,
      }),
    };
  }
}

/** The findings, the worst first, and the verdict that they come to. */
export const verdictOf = (checks: FindingChecks, situation: Situation): Judged =>
  judged(
    FINDING_KEYS.flatMap((key): FindingEntry[] => {
      const found = checks[key]?.(situation);
      if (found === undefined) return [];
      const { values = {}, ports = [] } = found;
      const { level, description, todo, action = null } = findingDefinition(key);
      return [
        { key, level, text: filled(description, values), todo: filled(todo, values), values, action, ports },
      ];
    }),
  );
