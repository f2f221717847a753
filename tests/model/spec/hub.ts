import type { Config } from "../port/system.js";
import { admitted, type Holder, isEnded, isOpen, type Scope, sees, type Who } from "./access.js";
import { CODES, type Outcome, refused, type State } from "./model.js";
import { ordered, type Phase } from "./router.js";
import { advancedSaved } from "./settings.js";

/** The hub whose node the service is. It gives access of its own, and keeps calls for a node that is away. */
export interface HubState {
  /** The accounts of people. */
  readonly accounts: { readonly [name: string]: Account };
  /** The label of the node by which accounts can be limited. */
  readonly site?: string | undefined;
  /** Everybody who ever got a token of the hub: people by their accounts, and programs. */
  readonly holders: readonly Holder[];
  /** Since when the node cannot reach the bus, by the clock that only goes forward. */
  readonly cutSince?: number | undefined;
  /** Calls that wait or waited for the node, the oldest first. */
  readonly queue: readonly Queued[];
  /** What the node was seen to be, and since when. */
  readonly was?: Was;
  /** Since when its router is down. */
  readonly downSince?: number | undefined;
  /** Of what the hub may have told. That a router was restarted as ordered is not among it. */
  readonly may: readonly string[];
}

export const ROLES = { viewer: "read", operator: "settings", admin: "all" } as const;
export type Role = keyof typeof ROLES;

/** What somebody may do, and on the nodes of which site, if not on all. */
export interface Account {
  readonly role: Role;
  readonly site?: string | undefined;
}

export interface Queued {
  readonly id: string;
  /** Nobody can revoke the operator. */
  readonly by: Holder | undefined;
  readonly does: Deed;
  readonly state: "waiting" | "done" | "failed" | "cancelled";
}

/** What waits in the queue: some of the router's settings are set, or it is restarted. */
export type Deed = { readonly set: { readonly [name: string]: string } } | { readonly order: "Restart" };

export interface Was {
  readonly at: number;
  readonly phase: Phase;
  readonly starts: number;
  readonly restartNeeded: boolean;
}

export const firstHub: HubState = { accounts: {}, holders: [], queue: [], may: [] };

const withHub = (state: State, change: Partial<HubState>): State =>
  state.hub === undefined ? state : { ...state, hub: { ...state.hub, ...change } };

/** Whether a call is let in by the hub itself, which knows nothing of the node's own tokens. */
export function admittedAtHub(state: State, who: Who, scope: Scope): Outcome {
  if (typeof who !== "object") return admitted(state, who, scope);
  if (who.at !== "hub") return refused(state, CODES.unknownToken);
  // Who is limited to some nodes does not manage the hub.
  const isLimited = who.site !== undefined && scope === "all";
  const reached = withHub(state, { cutSince: undefined, site: who.site });
  return admitted(reached, isLimited && who.scope === "all" ? { ...who, scope: "settings" } : who, scope);
}

/** An account is made or changed: whoever used it so far has to log in again, and what they ordered is refused. */
export const accountPut = (state: State, name: string, account: Account): State =>
  withHub(
    ended(state, ({ kind, name: of }) => kind === "person" && of === name),
    {
      accounts: { ...state.hub?.accounts, [name]: account },
    },
  );

export function accountRemoved(state: State, name: string): Outcome {
  const { [name]: removed, ...accounts } = state.hub?.accounts ?? {};
  if (removed === undefined) return refused(state, CODES.invalidParams);
  return {
    state: withHub(
      ended(state, ({ kind, name: of }) => kind === "person" && of === name),
      { accounts },
    ),
  };
}

export const hubProgramNamed = (state: State, name: string): Holder | undefined =>
  state.hub?.holders.find((one) => one.kind === "program" && one.name === name && isOpen(state, one));

export function hubTokenRevoked(state: State, name: string): Outcome {
  const found = hubProgramNamed(state, name);
  if (found === undefined) return refused(state, CODES.invalidParams);
  return { state: ended(state, ({ token }) => token === found.token) };
}

const LIFE = 30 * 86_400_000;
export const HUB_TOKEN_LIFE = LIFE;

/** The token is known only from the answer. */
export const givenAtHub = (
  state: State,
  holder: Pick<Holder, "token" | "kind" | "name" | "scope" | "site">,
): State => {
  const { now, ticks } = state;
  const times = { issued: now, expires: now + LIFE, ends: ticks + LIFE, isGone: false } as const;
  return withHub(state, { holders: [...(state.hub?.holders ?? []), { ...holder, ...times, at: "hub" }] });
};

const ended = (state: State, ends: (holder: Holder) => boolean): State =>
  withHub(state, {
    holders: (state.hub?.holders ?? []).map((one) =>
      ends(one) ? { ...one, isGone: true, isRevoked: true } : one,
    ),
  });

/** The node is of this site now, or of none. Who is limited to one cannot change that. */
export function labelled(state: State, who: Who, site: string | undefined): Outcome {
  const limit = typeof who === "object" ? who.site : undefined;
  const isOther = limit !== undefined && limit !== site;
  return isOther ? refused(state, CODES.invalidParams) : { state: withHub(state, { site }) };
}

/** Whether the hub may not have something done any more that waits: the grant has ended, or is not for this node. */
export const isRefused = (state: State, by: Holder | undefined): boolean =>
  isEnded(state, by) || (by !== undefined && !sees(state, by));

export const queued = (state: State, call: Omit<Queued, "state">): State =>
  withHub(state, { queue: [...(state.hub?.queue ?? []), { ...call, state: "waiting" }] });

export const queueWith = (state: State, id: string, became: Queued["state"]): State =>
  withHub(state, {
    queue: (state.hub?.queue ?? []).map((one) => (one.id === id ? { ...one, state: became } : one)),
  });

/** The node does what waited for it, as if it were called now. */
export function carriedOut(state: State, { id, does, by }: Queued): State {
  const { state: after } =
    "set" in does
      ? advancedSaved(state, undefined, new Map(Object.entries(does.set)) as Config)
      : ordered(state, does.order, by);
  return queueWith(after, id, "done");
}

/** A node is shown as it was in a report; one that is older does not make it online. */
const OFFLINE_AFTER = 45_000;
/** How often the hub looks for those that are silent, and a busy machine. */
const SLACK = 15_000;

export const cut = (state: State, isCut: boolean): State =>
  withHub(state, { cutSince: isCut ? (state.hub?.cutSince ?? state.ticks) : undefined });

/** Whether the hub must know by now that the node is away. */
export const isOffline = ({ hub, ticks }: State): boolean =>
  hub?.cutSince !== undefined && ticks - hub.cutSince > OFFLINE_AFTER + SLACK;

/** The node is seen to be this, by itself: a hub learns it from the next report. */
export function seenNow(state: State, now: Omit<Was, "at">): State {
  const { hub, ticks } = state;
  if (hub === undefined) return state;
  const { at: _, ...was } = hub.was ?? { at: 0 };
  const isSame = JSON.stringify(was) === JSON.stringify(now);
  const downSince = DOWN.includes(now.phase) ? (hub.downSince ?? ticks) : undefined;
  const lasts = (since: number | undefined) => since !== undefined && ticks - since > TOLD_AFTER;
  const may = [
    ...hub.may,
    ...(lasts(hub.cutSince) ? ["nodes.offline"] : []),
    ...(lasts(downSince) ? ["nodes.stopped", "nodes.crashed", "nodes.hung"] : []),
  ];
  const known = { downSince, may: [...new Set(may)] };
  return withHub(state, { ...known, ...(!isSame && { was: { at: ticks, ...now } }) });
}

const DOWN: readonly Phase[] = ["unreachable", "stopped", "crashed"];
/** A hub tells of nodes that are away and of routers that are down after five minutes. */
const TOLD_AFTER = 4 * 60_000;

/** What the hub must show by now; undefined where it may still show something else. */
export const shownByNow = ({ hub, ticks }: State): Was | undefined =>
  hub?.was !== undefined && hub.cutSince === undefined && ticks - hub.was.at > OFFLINE_AFTER
    ? hub.was
    : undefined;
