import type { Values } from "../spec/model.js";
import { effective } from "../spec/service.js";
import { holds } from "./broken.js";
import type { Invariant } from "./invariants.js";
import type { World } from "./world.js";

/** What is known of the messages that the receiver of the webhook got. */
export class Notified {
  /** How many were looked at. */
  read = 0;
  /** By id, how often the service had lost what it was doing when it came last. */
  readonly ids = new Map<string, number>();
  /** How often the service has lost what it was doing: after a kill, what was just sent is sent again. */
  losses = 0;
  /** When there was an alert of a finding, by the service's time of day. */
  readonly alerts = new Map<string, number>();
  /** Findings of which there was an alert since their rule is on, or may have been. */
  readonly told = new Set<string>();
  /** Since when a finding is seen without a gap, while the service could send. */
  readonly seen = new Map<string, number>();
  /** Whether every alert that the service knows of is known here. */
  isSure = true;
  /** How it was at the last look. */
  last = { ticks: 0, waiting: 0, off: [] as readonly string[] };

  /** A new process: what it was doing is lost. */
  started(): void {
    this.losses++;
    this.seen.clear();
  }

  /** The time of day is another: a pause may be longer or over. */
  clockSet(): void {
    this.alerts.clear();
    this.seen.clear();
  }

  /** The store is another: what it knows of earlier alerts nobody can tell. */
  restored(): void {
    this.clockSet();
    this.isSure = false;
  }
}

interface Rule {
  readonly key: string;
  readonly minutes: number;
  readonly holds: boolean;
}
interface Channel {
  readonly name: string;
  readonly waiting: number;
}

/** No second message about the same finding within this time. */
const PAUSE = 3_600_000;
const MINUTE = 60_000;
/** It looks every ten seconds; and what is not seen for so long may have been over in between. */
const LOOKS = 30_000;
const GAP = 100_000;

const offIn = (values: Values) => (values["notify.off"] ?? []) as readonly string[];

async function webhookIn({ views }: World) {
  const { channels, rules } = await views.result("pilothouse.notify");
  const channel = (channels as readonly Channel[]).find(({ name }) => name === "webhook");
  return { channel, rules: rules as readonly Rule[] };
}

export const NOTIFIED: readonly Invariant[] = [
  {
    sentence: "A finding that lasts is notified, and none of a rule that is off.",
    async check(world, sentence) {
      const { state, system, notified } = world;
      const { told, seen, last } = notified;
      const { channel, rules } = await webhookIn(world);
      const off = offIn(effective(state));
      for (const { event, key } of system.notices().slice(notified.read)) {
        const wasOff = off.includes(key) && last.off.includes(key) && last.waiting === 0;
        holds(!wasOff, sentence, () => `${key} is off, and ${event} was sent`);
        if (event === "alert") told.add(key);
      }
      // Who was switched off and on again is told anew.
      for (const key of off) told.delete(key);
      const { ticks, diskFull, router } = state;
      const isStill = ticks - last.ticks <= GAP && !diskFull && router.hungSince === undefined;
      const canSend = isStill && channel?.waiting === 0 && !state.refusesNotices;
      for (const { key, minutes, holds: is } of rules) {
        if (!is || !canSend || off.includes(key)) seen.delete(key);
        else if (!seen.has(key)) seen.set(key, ticks);
        const lasts = ticks - (seen.get(key) ?? ticks);
        const isDue = lasts > minutes * MINUTE + LOOKS && !told.has(key) && notified.isSure;
        holds(!isDue, sentence, () => `${key} holds for ${lasts} ms, and nobody was told`);
      }
      notified.last = { ticks, waiting: channel?.waiting ?? 0, off };
    },
  },
  {
    sentence:
      "Each notification is sent once; after a kill or a restore perhaps once more, with the same id.",
    async check({ state, system, notified }, sentence) {
      const { ids, alerts, losses } = notified;
      for (const key of offIn(effective(state))) alerts.delete(key);
      for (const { id, event, key, at } of system.notices().slice(notified.read)) {
        const before = ids.get(id);
        const isRepeat = before !== undefined;
        holds(!isRepeat || before < losses, sentence, () => `${event} of ${key} (${id}) came again`);
        const earlier = isRepeat || event !== "alert" ? undefined : alerts.get(key);
        const isLater = earlier === undefined || at - earlier >= PAUSE;
        holds(isLater, sentence, () => `${key} was told at ${earlier}, and again at ${at}`);
        ids.set(id, losses);
        if (event === "alert") alerts.set(key, at);
        notified.read++;
      }
    },
  },
];
