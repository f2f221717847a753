import { CODES, type Outcome, refused, type State, stored } from "./model.js";

export const SCOPES = ["read", "operate", "settings", "all"] as const;
export type Scope = (typeof SCOPES)[number];

/** Somebody with a token: a person who logged in, or a program. */
export interface Holder {
  readonly token: string;
  readonly kind: "person" | "program";
  /** By which others end or rename the session of a person. */
  readonly id?: string;
  readonly name: string;
  /** Where it is a token of the hub whose node the service is. */
  readonly at?: "hub";
  /** The site to whose nodes an account of the hub is limited. */
  readonly site?: string | undefined;
  readonly scope: Scope;
  readonly issued: number;
  /** The time of day that was answered. */
  readonly expires: number;
  /** The same on the clock that only goes forward: setting the time of day does not prolong its life. */
  readonly ends: number;
  /** Revoked, or reported as expired: from then on it is unknown. */
  readonly isGone: boolean;
  /** Ended by somebody, or with the password: what was ordered with it is cancelled. Who logs out still wants it. */
  readonly isRevoked?: boolean;
  /** That it was reported could not be stored: after the next start it is reported once more. */
  readonly isToldAgain?: boolean;
}

const DAY = 86_400_000;
export const SESSION_LIFE = DAY;

/** Who calls: the operator on the machine, or the holder of a token. */
export type Who = Holder | "operator" | "nobody" | "forger";

export const mayCall = (who: Who, scope: Scope): boolean =>
  who === "operator" || (typeof who === "object" && SCOPES.indexOf(who.scope) >= SCOPES.indexOf(scope));

/** Whether a call is let in, before anything else is looked at; an expired token is reported once. */
export function admitted(state: State, who: Who, scope: Scope): Outcome {
  if (who === "operator") return { state };
  if (who === "nobody") return refused(state, CODES.noToken);
  if (who === "forger" || who.isGone) return refused(state, CODES.unknownToken);
  if (isOver(state, who)) {
    const told = changed(state, who, { isGone: true, isToldAgain: state.diskFull });
    // After a day nothing of it is kept, and it is unknown.
    const codes = isOver(state, who, DAY) ? [CODES.unknownToken] : [];
    return refused(told, CODES.expiredToken, ...codes);
  }
  // A hub does not say that there are nodes that somebody may not see.
  if (!sees(state, who)) return refused(state, CODES.invalidParams);
  if (!mayCall(who, scope)) return refused(state, CODES.outOfScope);
  // A hub that cannot reach its node says so.
  const isAway = who.at === "hub" && state.hub?.cutSince !== undefined;
  return isAway ? refused(state, CODES.internal) : { state };
}

/** Whether somebody may see this node, as far as the hub limits that. */
export const sees = ({ hub }: State, { site }: Holder): boolean => site === undefined || site === hub?.site;

/** Whether its life was over so long ago, by either clock. */
const isOver = ({ now, ticks }: State, { expires, ends }: Holder, ago = 0): boolean =>
  expires + ago <= now || ends + ago <= ticks;

/** Whether a token still opens anything. */
export const isOpen = (state: State, holder: Holder): boolean => !holder.isGone && !isOver(state, holder);

/** Whether what somebody ordered earlier may not be done any more. Who logs out still wants it. */
export function isEnded({ holders, hub }: State, by: Holder | undefined): boolean {
  const all = [...holders, ...(hub?.holders ?? [])];
  const now = by && all.find(({ token, at }) => token === by.token && at === by.at);
  return now?.kind === "person" ? now.isRevoked === true : now?.isGone === true;
}

/** The token of a program that is open and has this name. */
export const programNamed = (state: State, name: string): Holder | undefined =>
  state.holders.find((one) => one.kind === "program" && one.name === name && isOpen(state, one));

const changed = (state: State, holder: Holder, change: Partial<Holder>): State => {
  const next = (all: readonly Holder[]) =>
    all.map((one) => (one.token === holder.token ? { ...one, ...change } : one));
  const { hub } = state;
  return {
    ...state,
    holders: next(state.holders),
    ...(hub && { hub: { ...hub, holders: next(hub.holders) } }),
  };
};

/** Where there is none of them, nothing changes. */
const gone = (state: State, ends: (holder: Holder) => boolean): State => {
  const isEnded = (one: Holder) => ends(one) && (!one.isGone || one.isToldAgain === true);
  if (!state.holders.some(isEnded)) return state;
  const ended = (one: Holder) => ({ ...one, isGone: true, isToldAgain: false, isRevoked: !one.isGone });
  return { ...state, holders: state.holders.map((one) => (isEnded(one) ? ended(one) : one)) };
};

/** The token is known only from the answer. */
export const loggedIn = (
  state: State,
  holder: Pick<Holder, "token" | "kind" | "id" | "name" | "scope">,
  life: number,
): State => {
  const { now, ticks } = state;
  const times = { issued: now, expires: now + life, ends: ticks + life, isGone: false };
  return { ...state, holders: [...state.holders, { ...holder, ...times }] };
};

export const revoked = (state: State, holder: Holder): Outcome =>
  stored(
    state,
    gone(state, (one) => one.token === holder.token),
  );

/** Sessions of people that are open. */
export const peopleIn = (state: State): readonly Holder[] =>
  state.holders.filter((one) => one.kind === "person" && isOpen(state, one));

export const renamed = (state: State, holder: Holder, name: string): Outcome =>
  stored(state, holder.name === name ? state : changed(state, holder, { name }));

export const loggedOut = (state: State, holder: Holder): Outcome =>
  stored(state, changed(state, holder, { isGone: true, isRevoked: holder.kind === "program" }));

export const othersRevoked = (state: State, caller: Who): Outcome =>
  stored(
    state,
    gone(state, (one) => one !== caller && one.kind === "person" && isOpen(state, one)),
  );

/** A new password ends every session, also one that is over; tokens of programs too, unless they are kept. */
export const passwordChanged = (state: State, password: string, keepTokens: boolean): Outcome =>
  stored(state, {
    ...gone(state, ({ kind }) => kind === "person" || !keepTokens),
    password,
  });

/** A new process knows only the time of day: what has expired by it is over, and nothing lives longer than its life. */
export const holdersAtStart = ({ holders, now, ticks }: State): readonly Holder[] =>
  holders.map((one) => ({
    ...one,
    ends: ticks + Math.min(one.expires - now, one.expires - one.issued),
    isGone: one.isGone && one.isToldAgain !== true,
  }));

/** A backup has no sessions; the tokens of programs in it work again, also those that were revoked since. */
export const holdersRestored = (backup: State, present: State): readonly Holder[] =>
  present.holders.map((one) => {
    const then = backup.holders.find(({ token }) => token === one.token);
    const isThere =
      one.kind === "program" && then !== undefined && (!then.isGone || then.isToldAgain === true);
    return { ...one, isGone: !isThere, isToldAgain: false };
  });
