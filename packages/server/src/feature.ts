import type { Clock } from "@pilothouse/drivers/port";
import type { MethodName } from "@pilothouse/protocol";
import { every } from "@pilothouse/system";
import type { Log } from "./log.js";
import type { Handlers } from "./rpc/answer.js";
import type { FurtherMethod } from "./rpc/methods.js";
import type { Settings, SettingsToCheck } from "./settings/table.js";
import type { Store } from "./store/store.js";
import type { Add } from "./telemetry/prometheus.js";
import type { FindingChecks } from "./telemetry/situation.js";

/** What every service has. */
export interface Kernel {
  readonly store: Store;
  readonly settings: () => Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
}

/** The life of an open feature, in the order of the calls. A feature has only those it needs. */
export interface Lifecycle {
  /** Before anybody is answered, in the order of the list. One that fails ends the start. */
  start?(): void | Promise<void>;
  /** Everybody is answered: background work begins. In the order of the list. */
  opened?(): void | Promise<void>;
  /** What is done again and again from then on. It must not reject: what fails is tried again the next time. */
  readonly recurring?: readonly { readonly everyMs: number; readonly work: () => unknown }[];
  /** Settings of these names have changed; `by` is who did it, where that is not on record yet. */
  reloaded?(changed: readonly string[], by?: string): void;
  /** Its figures for Prometheus, asked for at each scrape. */
  metrics?(add: Add): void | Promise<void>;
  /** Ends background work. In reverse order, one after the other; also where the start failed, for all that are open. */
  stop?(): void | Promise<void>;
  /** Lets go of the rest, after every `stop`; all at the same time, so that what they write shares a commit. */
  close?(options: { readonly save: boolean }): void | Promise<void>;
}

/** A feature that is open: what it provides to those after it in the list, and what it answers. */
export interface Opened<Provides extends object, M extends MethodName> extends Lifecycle {
  readonly provides: Provides;
  readonly handlers: Pick<Handlers, M>;
  /** Methods that are not in `METHODS`, by name: those of a feature from outside. */
  readonly more?: ReadonlyMap<string, FurtherMethod>;
  /** How its findings are found. Their order of rank is that of the table. */
  readonly findings?: FindingChecks;
}

/**
 * One thing that a service can do. `Needs` is what it takes from those before it in the list, by name and type; it
 * knows neither them nor the list. `M` are the methods it answers: one without a handler does not compile.
 */
export interface Feature<Needs, Provides extends object = object, M extends MethodName = never> {
  /** Throws a `SettingsError` for settings that contradict each other. Changes nothing, needs nothing open. */
  readonly check?: (given: SettingsToCheck) => void;
  /** Makes it and reads what it has kept. Nothing runs yet, and nobody is answered. */
  readonly open: (needs: Needs) => Opened<Provides, M> | Promise<Opened<Provides, M>>;
}

/** All features of a list, for those that concern the others: to be used after `open`, never in it. */
export interface AllFeatures {
  readonly features: {
    /** The methods that are answered. */
    methods(): readonly MethodName[];
    /** Those that are not in `METHODS`. */
    more(): ReadonlyMap<string, FurtherMethod>;
    findings(): FindingChecks;
    reloaded(changed: readonly string[], by?: string): void;
    metrics(add: Add): Promise<void>;
  };
}

type AnyFeature = Feature<never, object, MethodName>;
/** What `with` takes where a method is answered, or a name given, already: nothing. */
type NotAgain<N, M> = [N & M] extends [never] ? unknown : { readonly "is there already": N & M };

/** A list as a core sees it: it may have more features, and answer more methods, than the core knows of. */
export interface Features<Given extends object, Has extends object, M extends MethodName> {
  check(given: SettingsToCheck): void;
  open(given: Given, signal?: AbortSignal): Promise<Running<Has, M>>;
}

/**
 * Features in the order in which they are opened. The compiler checks at each `with` that what the feature needs is
 * given by the service or by a feature before it, and that no method is answered and no name given twice.
 */
export class FeatureList<Given extends object, Have extends object, M extends MethodName> {
  private constructor(private readonly features: readonly AnyFeature[]) {}

  /** An empty list, for a service that gives these. */
  static given<Given extends object>(): FeatureList<Given, Given & AllFeatures, never> {
    return new FeatureList<Given, Given & AllFeatures, never>([]);
  }

  with<G extends object, N extends MethodName>(
    feature: Feature<Have, G, N> & NotAgain<N, M> & NotAgain<keyof G, keyof Have>,
  ): FeatureList<Given, Have & G, M | N> {
    return new FeatureList<Given, Have & G, M | N>([...this.features, feature as AnyFeature]);
  }

  check(given: SettingsToCheck): void {
    for (const { check } of this.features) check?.(given);
  }

  /** Opens all of them, or none: those that are open when one fails are closed again. */
  async open(given: Given, signal?: AbortSignal): Promise<Running<Have, M>> {
    const lifecycles: Lifecycle[] = [];
    let handlers = {};
    let findings: FindingChecks = {};
    const more = new Map<string, FurtherMethod>();
    const features: AllFeatures["features"] = {
      methods: () => Object.keys(handlers) as MethodName[],
      more: () => more,
      findings: () => findings,
      reloaded: (changed, by) => {
        for (const life of lifecycles) life.reloaded?.(changed, by);
      },
      metrics: async (add) => {
        for (const life of lifecycles) await life.metrics?.(add);
      },
    };
    let have: object = { ...given, features };
    try {
      for (const { open } of this.features) {
        const opened = await open(have as never);
        const { provides, handlers: added, more: further = [], findings: found, ...life } = opened;
        lifecycles.push(life);
        have = { ...have, ...provides };
        handlers = { ...handlers, ...added };
        findings = { ...findings, ...found };
        for (const [name, method] of further) {
          if (more.has(name)) throw new Error(`two features answer ${name}`);
          more.set(name, method);
        }
        signal?.throwIfAborted();
      }
    } catch (error) {
      await closeAll(lifecycles, { save: false }).catch(() => {});
      throw error;
    }
    return new Running(have as Have, handlers as Pick<Handlers, M>, lifecycles, features);
  }
}

/** The open features of a service. */
export class Running<Have extends object, M extends MethodName> {
  readonly #ends: (() => Promise<void>)[] = [];

  constructor(
    readonly has: Have,
    readonly handlers: Pick<Handlers, M>,
    private readonly lifecycles: readonly Lifecycle[],
    readonly features: AllFeatures["features"],
  ) {}

  async start(signal?: AbortSignal): Promise<void> {
    for (const life of this.lifecycles) {
      await life.start?.();
      signal?.throwIfAborted();
    }
  }

  async opened(): Promise<void> {
    for (const life of this.lifecycles) {
      await life.opened?.();
      for (const { everyMs, work } of life.recurring ?? []) this.#ends.push(every(everyMs, work));
    }
  }

  close(options: { readonly save: boolean }): Promise<void> {
    for (const end of this.#ends) void end();
    return closeAll(this.lifecycles, options);
  }
}

/** One that fails keeps none of the others open; the first failure is thrown when all are closed. */
async function closeAll(
  lifecycles: readonly Lifecycle[],
  options: { readonly save: boolean },
): Promise<void> {
  const backwards = [...lifecycles].reverse();
  const failures: unknown[] = [];
  const attempt = async (work: () => void | Promise<void> | undefined) => {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  };
  for (const life of backwards) await attempt(() => life.stop?.());
  await Promise.all(backwards.map((life) => attempt(() => life.close?.(options))));
  if (failures.length > 0) throw failures[0];
}
