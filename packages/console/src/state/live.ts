import { ask, ClientError, type InfoName, type InfoOf } from "@pilothouse/client/browser";
import { isObject, type Result } from "@pilothouse/protocol";
import { Cell } from "./cell.js";
import type { Session } from "./session.js";

export type Status = Result<"pilothouse.status">;
export type Health = Result<"pilothouse.health">;
export type Info = InfoOf<InfoName>;

/** The last known state of the router and the service. */
export interface RouterSnapshot {
  readonly status: Status;
  readonly health: Health;
  /** The router's last values. They stay while it does not answer. */
  readonly info: Info;
  /** When the router reported them, by this machine's clock. */
  readonly at: number;
  /** Which of the two does not answer. */
  readonly away: "service" | "router" | undefined;
}

/** The last known state of a hub, which has no router. */
export type HubSnapshot = Omit<RouterSnapshot, "info">;

/** What the hub says of a node. */
interface Said {
  readonly severity: "good" | "testing" | "warning" | "error";
  readonly says: string;
  readonly more: string;
}

/** Whether the first poll was answered. */
export const isKnown = (snapshot: object | undefined): boolean => snapshot !== undefined;

const MINUTE_MS = 60_000;
const POLL_MS = 1_000;
const HUB_POLL_MS = 3_000;
/** After this long without anybody at the page, it polls half as often: a page is left open for days. */
const IDLE_AFTER_MS = 60_000;
const IDLE_POLL_MS = 2_000;
const USES = ["pointermove", "pointerdown", "keydown", "wheel", "focusin"] as const;
const MAX_DELAY_MS = 8_000;
/** A reloaded page polls for this long even if hidden: it keeps its session by using it after the first five seconds. */
const LOADED_MS = 10_000;
/** Values older than this are not shown as current. */
const STALE_MS = 3_000;
/** Phases in which the router gives values of its own. */
export const UP: ReadonlySet<string> = new Set(["running", "draining"]);
/** Phases in which the router gives no values. */
const AWAY: ReadonlySet<string> = new Set(["stopped", "crashed", "unreachable"]);

/** Whether the values are too old to be shown as current. */
export const isStale = ({ at }: Pick<RouterSnapshot, "at">, now: number): boolean => now - at > STALE_MS;

/** Polls the router every second while the page is visible, and every other second when nobody is at it. */
export class Live {
  readonly snapshot = new Cell<RouterSnapshot | undefined>(undefined);
  /** Whether the snapshot is too old to be shown as current. */
  readonly stale = new Cell(false);
  #staleTimer: ReturnType<typeof setTimeout> | undefined;
  /** Set instead of `snapshot` if the page is served by a hub. */
  readonly hub = new Cell<HubSnapshot | undefined>(undefined);
  /** Whether the service does not answer. */
  readonly away = new Cell(false);
  /** Why there is no snapshot yet. */
  readonly failure = new Cell<ClientError | undefined>(undefined);
  /** Of a node: that it cannot be called, or what it does not know itself. */
  readonly said = new Cell<Said | undefined>(undefined);
  /** How often the service has come back. A change makes pages retry what failed. */
  readonly reconnects = new Cell(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  #polling: Promise<void> | undefined;
  #delay = POLL_MS;
  #usedAt = performance.now();
  /** How far the service's clock is ahead of this machine's. */
  #clockOffset = 0;
  /** The same in whole minutes, if it is more than one. */
  readonly clockMinutes = new Cell(0);

  constructor(readonly session: Session) {}

  /** Returns a function that stops it. */
  start(): () => void {
    this.#running = true;
    const onVisible = () => {
      if (!document.hidden) void this.poll();
    };
    const onUse = () => {
      const wasIdle = this.#isIdle;
      this.#usedAt = performance.now();
      if (wasIdle) onVisible();
    };
    document.addEventListener("visibilitychange", onVisible);
    for (const use of USES) document.addEventListener(use, onUse, { passive: true });
    void this.poll();
    return () => {
      this.#running = false;
      clearTimeout(this.#timer);
      clearTimeout(this.#staleTimer);
      document.removeEventListener("visibilitychange", onVisible);
      for (const use of USES) document.removeEventListener(use, onUse);
    };
  }

  get #isIdle(): boolean {
    return performance.now() - this.#usedAt > IDLE_AFTER_MS;
  }

  /** The service's time. */
  now(): number {
    return Date.now() + this.#clockOffset;
  }

  /** Polls now, after an action. A poll in progress may be too early to show its effect, so another one follows. */
  poll(): Promise<void> {
    const poll = this.#polling?.then(() => this.#pollOnce()) ?? this.#pollOnce();
    this.#polling = poll;
    return poll.then(() => {
      if (this.#polling === poll) this.#polling = undefined;
    });
  }

  async #pollOnce(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#running) return;
    try {
      const { session } = this;
      const status = session.call("pilothouse.status", {});
      const judged = session.call("pilothouse.health", {});
      const info = this.hub.value === undefined ? session.ask(ask.routerInfo()) : undefined;
      // A hub refuses what is about a router.
      info?.catch(() => {});
      const [found, health] = await Promise.all([status, judged]);
      if (info === undefined || found.router === "hub") this.#updateHub(found, health);
      else this.#update(found, health, await info);
      this.#onAnswer(found);
    } catch (error) {
      this.#onFailure(error);
    }
    if (this.#running && (!document.hidden || performance.now() < LOADED_MS))
      this.#timer = setTimeout(
        () => void this.poll(),
        Math.max(this.#delay, this.#isIdle ? IDLE_POLL_MS : 0),
      );
  }

  #update(status: Status, health: Health, fresh: Info): void {
    const before = this.snapshot.value;
    const away = AWAY.has(status.phase) ? "router" : undefined;
    this.#clockOffset = status.time - Date.now();
    // A stopped router has no values; one that does not answer keeps its last values, and before there are any, nothing
    // but its version is known: the service fills in zeros. It may fall silent between the two answers: then it runs
    // in the one and has no values in the other.
    const fellSilent = UP.has(status.phase) && fresh.uptime === 0;
    const isSilent = fellSilent || (away !== undefined && status.phase !== "stopped");
    const kept = isSilent ? before : undefined;
    const sampled = status.sampled ?? status.time;
    this.snapshot.set({
      status,
      health,
      info: kept?.info ?? (isSilent ? versionOf(fresh) : fresh),
      at: kept?.at ?? sampled - this.#clockOffset,
      away,
    });
    this.#updateStale();
  }

  #updateHub(status: Status, health: Health): void {
    this.hub.set({ status, health, at: Date.now(), away: undefined });
    this.#updateStale();
  }

  #onAnswer(status: Status): void {
    this.#clockOffset = status.time - Date.now();
    const minutes = this.#clockOffset / MINUTE_MS;
    this.clockMinutes.set(Math.abs(minutes) > 1 ? Math.round(minutes) : 0);
    this.#delay = this.hub.value === undefined ? POLL_MS : HUB_POLL_MS;
    this.failure.set(undefined);
    if (this.away.value) this.reconnects.set(this.reconnects.value + 1);
    this.away.set(false);
  }

  #updateStale(): void {
    clearTimeout(this.#staleTimer);
    const { hub } = this;
    const at = (hub.value ?? this.snapshot.value)?.at ?? 0;
    const left =
      at + STALE_MS + (hub.value === undefined ? IDLE_POLL_MS - POLL_MS : HUB_POLL_MS) - Date.now();
    this.stale.set(left < 0);
    if (left >= 0 && this.#running) this.#staleTimer = setTimeout(() => this.#updateStale(), left + 1);
  }

  #onFailure(error: unknown): void {
    this.away.set(true);
    this.#delay = Math.min(MAX_DELAY_MS, this.#delay * 2);
    if (error instanceof ClientError) this.failure.set(error);
    // The hub knows more of such a node than the page that is open.
    if (isNodeGone(error)) this.snapshot.set(undefined);
    this.snapshot.update((before) => before && { ...before, away: "service" });
    this.hub.update((before) => before && { ...before, away: "service" });
  }
}

const versionOf = ({ version }: Info): Info => (version === undefined ? {} : { version });

/** Whether a hub has answered that the node is not there, which is another matter than a service that does not answer. */
const isNodeGone = (error: unknown): boolean =>
  error instanceof ClientError &&
  isObject(error.data) &&
  /^node\.(offline|unconnected)/.test(String(error.data["code"]));
