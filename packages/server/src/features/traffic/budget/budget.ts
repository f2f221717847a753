import {
  type BudgetEntry,
  type BudgetPreview,
  type Reason,
  reasonAs,
  reasonText,
} from "@pilothouse/protocol";
import { linesAt, parseLine } from "../../../settings/schedule.js";
import type { Settings } from "../../../settings/table.js";
import { periodOf } from "../../../telemetry/calendar.js";
import { answers, type Snapshot } from "../../../telemetry/snapshot.js";
import type { RecordedSettings } from "../../router-settings/recorded-settings.js";
import type { Sampled } from "../../sampling/feature.js";
import type { Sampler } from "../../sampling/sampler.js";
import type { Traffic } from "../traffic.js";
import { type Constraint, constraintOf, type LimitName } from "./constraint.js";
import { HeldLimits } from "./held-limits.js";
import {
  type Group,
  LIMIT_NAMES,
  limitsOf,
  NAMES,
  shown,
  type Values,
  valueIn,
  whyUnable,
} from "./limits.js";
import { type Held, isForgotten, leftTo, type Move, planFor, type Seen } from "./plan.js";

const ACTOR = { address: "local", name: "traffic budget" };

/** A group and what is to be done about it. */
interface Planned extends Move {
  readonly group: Group;
}

/** The settings that decide. */
export type Wanted = Pick<Settings, "budget.monthly" | "budget.day" | "budget.schedule">;

interface Options extends Pick<Sampled, "store" | "router" | "events" | "clock" | "log"> {
  readonly settings: RecordedSettings;
  readonly traffic: Traffic;
  readonly wanted: () => Wanted;
  readonly sampler: Pick<Sampler, "peek">;
}

/** What is answered about the budget, and why it cannot be kept. */
export interface BudgetView extends BudgetEntry {
  readonly why?: Reason;
}

/** Lowers share and bandwidth as the traffic budget runs out or its schedule says, and puts your own values back. */
export class Budget {
  readonly #held: HeldLimits;
  #values: Values = new Map();
  #unable: Reason | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(readonly options: Options) {
    this.#held = new HeldLimits(options.store, options.router.kind);
  }

  /** Lowered limits stay: the budget continues at the next start. */
  async stop(): Promise<void> {
    await this.#last;
  }

  /** One look at what holds now, and the steps that follow. Never rejects: what failed is tried again. */
  tick(): Promise<void> {
    this.#last = this.#last
      .then(() => this.#step())
      .catch((error: unknown) => {
        this.options.log.warn({ err: error }, "the traffic budget could not be applied; this is tried again");
      });
    return this.#last;
  }

  /** Null where neither budget nor schedule is set. `values`: the limits, where they are newer than at the last look. */
  view(values: Values = this.#values, wanted: Wanted = this.options.wanted()): BudgetView | null {
    const limit = wanted["budget.monthly"];
    if (limit === undefined && wanted["budget.schedule"].length === 0) return null;
    const now = this.options.clock.now();
    const { begins, ends, used } = this.#period(now, wanted);
    return {
      limit: limit ?? null,
      used,
      percent: limit === undefined ? null : Math.floor((used / limit) * 100),
      begins,
      ends,
      schedule:
        linesOf(now, wanted)
          .map(({ text }) => text)
          .join("; ") || null,
      lowered: LIMIT_NAMES.some((name) => this.#lowered(name, values) !== undefined),
      own: limitsOf((name) => this.#own(name, values)),
      now: limitsOf((name) => valueIn(values, name)),
      unable: this.#unable === undefined ? null : reasonText(this.#unable),
      ...(this.#unable && { why: this.#unable }),
    };
  }

  /** Network settings with your own limits where the service has lowered them. */
  own(values: Values): Values {
    const own = LIMIT_NAMES.map(
      (name) => [`router.net.bw.${name}` as const, this.#own(name, values)] as const,
    );
    return new Map([...values, ...own.filter(([key]) => values.has(key))]);
  }

  /** What would hold at once if these were set. The same plan is made as when they are; nothing is written. */
  async preview(wanted: Wanted, values: Values = this.#values): Promise<BudgetPreview | null> {
    const { clock, traffic, sampler } = this.options;
    const { facts } = await sampler.peek();
    const view = this.view(values, wanted);
    if (view === null) return null;
    const now = clock.now();
    const { limit, used, ends } = view;
    const { perMs } = traffic;
    const full = limit === null || perMs === undefined ? Number.NaN : now + Math.max(0, limit - used) / perMs;
    const groups = await this.#groups();
    const moves = await this.#planned(groups, values, this.#constraint(now, wanted), momentOf(now, facts));
    const planned = new Map(
      moves.flatMap(({ group, write }) =>
        group.keys.map((key) => [key, write ?? values.get(key) ?? null] as const),
      ),
    );
    const next = limitsOf((name) => valueIn(new Map([...values, ...planned]), name));
    const why = whyUnable(groups, (name) => valueIn(values, name));
    return {
      ...view,
      now: next,
      lowered: LIMIT_NAMES.some((name) => next[name] !== view.own[name]),
      unable: why === undefined ? null : reasonText(why),
      full: full < ends ? Math.round(full) : null,
    };
  }

  #period(now: number, wanted: Wanted) {
    const period = periodOf(now, wanted["budget.day"]);
    const { received, sent } = this.options.traffic.during(period);
    return { ...period, used: received + sent };
  }

  #constraint(now: number, wanted = this.options.wanted()): Constraint {
    const limit = wanted["budget.monthly"];
    const percent = limit === undefined ? undefined : (this.#period(now, wanted).used / limit) * 100;
    return constraintOf(percent, linesOf(now, wanted));
  }

  /** Your value: the one to be put back, or the one that is there. */
  #own(name: LimitName, values: Values): string | null {
    return this.#lowered(name, values)?.own ?? valueIn(values, name);
  }

  /** What was lowered and is still so: a value that you saved since is yours, also before it was looked at. */
  #lowered(name: LimitName, values: Values): { readonly own: string } | undefined {
    const held = this.#held.all[name];
    const current = valueIn(values, name);
    if (held === undefined) return undefined;
    if ("left" in held) return held.before?.ours.includes(current ?? "") ? held.before : undefined;
    return current === null || held.ours.includes(current) ? held : undefined;
  }

  async #step(): Promise<void> {
    const { clock, sampler } = this.options;
    if (this.view() === null && Object.keys(this.#held.all).length === 0) return this.#say(undefined);
    const { phase, facts } = await sampler.peek();
    // A router that does not run takes nothing over, and its settings may not be there to read.
    if (!answers(phase)) return;
    const now = clock.now();
    const constraint = this.#constraint(now);
    const groups = await this.#groups();
    const moment = momentOf(now, facts);
    const { moves, wrote } = await this.#carryOut(
      (values) => this.#planned(groups, values, constraint, moment),
      constraint,
    );
    await this.#report(moves, constraint, wrote);
    await this.#say(whyUnable(groups, (name) => valueIn(this.#values, name)));
  }

  #planned(
    groups: readonly Group[],
    values: Values,
    constraint: Constraint,
    moment: Moment,
  ): Promise<readonly Planned[]> {
    return Promise.all(
      groups.map(async (group) => {
        const current = group.keys.map((key) => values.get(key) ?? null).find((one) => one !== null) ?? null;
        const held = this.#held.all[group.names[0]];
        const isSaved = await this.#isSaved(group, held, { ...moment, current });
        return { group, ...planFor(group.names, held, constraint, { ...moment, current, isSaved }) };
      }),
    );
  }

  /** Whether somebody saved the value that a router may have forgotten to be lowered. */
  async #isSaved({ keys }: Group, held: Held | undefined, { current, born }: Seen): Promise<boolean> {
    if (held === undefined || "left" in held || !isForgotten(held, current, born)) return false;
    return this.options.settings.wasSavedSince(ACTOR, keys, held.own);
  }

  /** What is held is on disk before anything is written, and again after: a crash in between loses no value of yours. */
  async #carryOut(planned: (values: Values) => Promise<readonly Planned[]>, constraint: Constraint) {
    const { settings } = this.options;
    let moves: readonly Planned[] = [];
    const written = await settings.adjust(async ({ values }) => {
      this.#values = values;
      moves = await planned(values);
      await this.#keep(moves, ({ during }) => during);
      return new Map(
        moves.flatMap(({ group, write }) =>
          write === undefined ? [] : group.keys.map((key) => [key, write] as const),
        ),
      );
    }, ACTOR);
    const seen = this.#values;
    if (written !== undefined) {
      this.#values = written.after.values;
      // Others than this service may write too, such as you in an editor: theirs was newer.
      const isTheirs = ({ group, write }: Planned) =>
        write !== undefined && group.keys.some((key) => written.before.values.get(key) !== seen.get(key));
      const theirs = moves.filter(isTheirs).flatMap(({ group }) => group.keys);
      const back = new Map(theirs.map((key) => [key, written.before.values.get(key) ?? null]));
      const again = back.size === 0 ? undefined : await settings.adjust(async () => back, ACTOR);
      if (again !== undefined) this.#values = again.after.values;
      moves = moves.map((move) =>
        isTheirs(move) ? { ...move, after: leftTo(move.after, constraint), yours: true } : move,
      );
    }
    await this.#keep(moves, ({ after }) => after);
    return { moves, wrote: written !== undefined };
  }

  #keep(moves: readonly Planned[], when: (move: Move) => Held | undefined): Promise<void> {
    const moved = moves.flatMap(({ group, ...move }) =>
      group.names.map((name) => [name, when(move)] as const),
    );
    const all = Object.entries({ ...this.#held.all, ...Object.fromEntries(moved) });
    return this.#held.keep(Object.fromEntries(all.filter(([, held]) => held !== undefined)));
  }

  /** The limits that the router takes over while it runs. */
  async #groups(): Promise<readonly Group[]> {
    const instant = (await this.options.router.settings.instant?.()) ?? [];
    return instant.flatMap((keys) => {
      const [first, ...more] = keys.flatMap((key) =>
        Object.hasOwn(NAMES, key) ? [NAMES[key as keyof typeof NAMES]] : [],
      );
      return first === undefined ? [] : [{ keys, names: [first, ...more] }];
    });
  }

  async #report(moves: readonly Planned[], constraint: Constraint, wrote: boolean): Promise<void> {
    const { events } = this.options;
    const yours = moves.filter((move) => move.yours).flatMap(({ group }) => group.names);
    if (yours.length > 0 && constraint.id !== "")
      await events.add("budget.left", { names: yours.join(", ") });
    if (!wrote) return;
    const names = moves.flatMap(({ group }) => group.names);
    const limits = shown((name) => valueIn(this.#values, name), names);
    if (constraint.id === "") await events.add("budget.restored", { limits });
    else await events.add("budget.lowered", { limits, ...reasonAs("why", constraint.why) });
  }

  async #say(why: Reason | undefined): Promise<void> {
    const before = this.#unable && reasonText(this.#unable);
    if (why !== undefined && reasonText(why) !== before)
      await this.options.events.add("budget.unable", reasonAs("why", why));
    this.#unable = why;
  }
}

type Moment = Pick<Seen, "now" | "born">;
const momentOf = (now: number, facts: Snapshot["facts"]): Moment => ({
  now,
  born: now - (facts["router.uptime"] ?? 0),
});

const linesOf = (now: number, { "budget.schedule": schedule }: Wanted) =>
  linesAt(
    schedule.flatMap((text) => parseLine(text) ?? []),
    now,
  );
