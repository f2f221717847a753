const MINUTE = 60_000;
/** A gap shorter than this does not end a finding: it flaps. */
const GONE_FOR = 2 * MINUTE;
/** Nodes that fall ill together are not found at the same moment: the message waits for the others. */
const GATHER = MINUTE;
/** At most one alert and one "resolved" of a rule in this time, for any number of nodes. */
const EVERY = 5 * MINUTE;

/** What is kept of a rule. Times are those of the alerts, by node. */
export interface GroupState {
  /** Reported to the operator, and not over. */
  readonly open?: { readonly [id: string]: number };
  /** Over, and too recent for another alert. */
  readonly over?: { readonly [id: string]: number };
  readonly alerted?: number;
  readonly resolved?: number;
}

interface Tracked {
  since: number;
  gone?: number;
}

interface AlertOptions {
  readonly now: number;
  readonly pause: number;
  readonly after: number;
}

export interface GroupNews {
  readonly state: GroupState;
  readonly alert: readonly string[];
  readonly resolved: readonly string[];
}

/** The nodes of one rule: which are so, since when, and which of them make one message. */
export class Group {
  readonly #tracked = new Map<string, Tracked>();
  #dueSince: number | undefined;
  #backSince: number | undefined;
  #restored = false;

  /** Takes what was found of a node. */
  saw(id: string, found: boolean | number | undefined, now: number): void {
    const known = this.#tracked.get(id);
    if (found === undefined) return;
    if (found === false) {
      if (known !== undefined) known.gone ??= now;
    } else if (known === undefined)
      this.#tracked.set(id, { since: Math.min(found === true ? now : found, now) });
    else {
      delete known.gone;
      // The clock was set back: what is so now is not so only in the future.
      known.since = Math.min(known.since, now);
    }
  }

  /** What to send now; `isKnown` says which nodes are still in the fleet. */
  news(before: GroupState, isKnown: (id: string) => boolean, given: AlertOptions): GroupNews {
    const { now } = given;
    this.#forget(isKnown, now);
    const open = Object.entries(before.open ?? {}).filter(([id]) => isKnown(id));
    this.#restore(open, now);
    const over = Object.entries(before.over ?? {}).filter(([, at]) => now - at < given.pause && at <= now);
    const due = this.#due(new Set(open.map(([id]) => id)), new Set(over.map(([id]) => id)), given);
    const back = open.map(([id]) => id).filter((id) => !this.#tracked.has(id));
    this.#dueSince = due.length === 0 ? undefined : (this.#dueSince ?? now);
    this.#backSince = back.length === 0 ? undefined : (this.#backSince ?? now);
    const alert = isTime(this.#dueSince, before.alerted, now) ? due : [];
    const resolved = isTime(this.#backSince, before.resolved, now) ? back : [];
    const nowOpen = new Map([...open, ...alert.map((id) => [id, now] as const)]);
    const rest = new Map(over);
    for (const id of resolved) {
      rest.set(id, nowOpen.get(id) ?? now);
      nowOpen.delete(id);
    }
    const { alerted, resolved: last } = before;
    const state = {
      ...(nowOpen.size > 0 && { open: Object.fromEntries(nowOpen) }),
      ...(rest.size > 0 && { over: Object.fromEntries(rest) }),
      ...(alert.length > 0 ? { alerted: now } : isRecent(alerted, now) && { alerted }),
      ...(resolved.length > 0 ? { resolved: now } : isRecent(last, now) && { resolved: last }),
    };
    return { state, alert, resolved };
  }

  /** After a restart of the hub nothing is tracked: a reported finding that no longer holds is over since now. */
  #restore(open: readonly (readonly [string, number])[], now: number): void {
    if (!this.#restored)
      for (const [id] of open) if (!this.#tracked.has(id)) this.#tracked.set(id, { since: now, gone: now });
    this.#restored = true;
  }

  #due(open: ReadonlySet<string>, over: ReadonlySet<string>, { now, after }: AlertOptions): string[] {
    return [...this.#tracked].flatMap(([id, { since, gone }]) =>
      gone === undefined && now - since >= after && !open.has(id) && !over.has(id) ? [id] : [],
    );
  }

  #forget(isKnown: (id: string) => boolean, now: number): void {
    for (const [id, { gone }] of this.#tracked)
      if (!isKnown(id) || (gone !== undefined && (now - gone >= GONE_FOR || gone > now)))
        this.#tracked.delete(id);
  }
}

const isRecent = (at: number | undefined, now: number): boolean =>
  at !== undefined && at <= now && now - at < EVERY;
const isTime = (since: number | undefined, last: number | undefined, now: number): boolean =>
  since !== undefined && (now - since >= GATHER || since > now) && !isRecent(last, now);
