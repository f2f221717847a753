import type { Driver } from "../port/driver.js";
import { holdersAtStart, holdersRestored } from "./access.js";
import { CODES, happened, type Outcome, refused, type State, stored, type Values } from "./model.js";
import { firstLife, lifeTakenOver } from "./router.js";
import { FIRST_SERVICES } from "./tunnels.js";

/** A service that was just started for the first time. */
export const firstState = (driver: Driver, password: string, now: number, ticks: number): State => ({
  driver,
  now,
  ticks,
  password,
  holders: [],
  saved: driver.factory,
  savedAt: ticks,
  running: driver.factory,
  changes: [],
  router: firstLife({ driver, ticks }),
  services: FIRST_SERVICES,
  held: [{}],
  configured: {},
  own: {},
  jsonrpc: { running: false, autostart: false },
  events: { "service.started": 1 },
  lastRecorded: "started",
  diskFull: false,
  refusesNotices: false,
});

/** The service was stopped and started. Nothing is other than before, but what ends with a process. */
export const restarted = (state: State): State => started(recorded(state, "stopped"));

/** It was killed: the next start says so. */
export const killed = (state: State): State =>
  started(state.lastRecorded === "started" ? happened(state, "service.interrupted") : state);

function started(state: State): State {
  const { driver, saved } = state;
  const router = driver.endsWithService
    ? { router: firstLife(state), running: saved }
    : // Whoever ended in between may have seen it start.
      { router: lifeTakenOver(state), ...(state.router.startsDue > 0 && { running: undefined }) };
  const { autostart } = state.jsonrpc;
  const jsonrpc = { running: autostart, autostart };
  return recorded({ ...state, ...router, jsonrpc, holders: holdersAtStart(state) }, "started");
}

const recorded = (state: State, what: State["lastRecorded"]): State =>
  state.diskFull ? state : { ...happened(state, `service.${what}`), lastRecorded: what };

/** The state at the time of the backup; what has passed since is not undone: who was logged in has to log in again. */
export const restored = (present: State, backup: State): State => {
  const { now, ticks, diskFull, refusesNotices, configured, hub } = present;
  const holders = holdersRestored(backup, present);
  const { saved, savedAt, router, driver } = present;
  // What the service had stored of a router that lives on is old, such as what it had started with.
  const ofRouter = driver.endsWithService ? {} : { saved, savedAt, router, running: undefined };
  const next = restarted({
    ...backup,
    // What was being applied then is not taken up again.
    applying: undefined,
    now,
    ticks,
    diskFull,
    refusesNotices,
    configured,
    hub,
    holders,
    ...ofRouter,
  });
  // Nor does it know that run, if it was started since: for the service somebody else has started it.
  const startsDue = next.router.startsDue + (driver.endsWithService ? 0 : 1);
  return { ...next, router: { ...next.router, startsDue } };
};

/** Settings of the service: all of them, or none. What its configuration says cannot be set otherwise. */
export function ownSet(state: State, values: Values): Outcome {
  const names = Object.keys(values);
  if (names.some((name) => name in state.configured)) return refused(state, CODES.invalidParams);
  const own = Object.fromEntries(
    Object.entries({ ...state.own, ...values }).filter(([, value]) => value !== null),
  );
  const isSame = JSON.stringify(sorted(own)) === JSON.stringify(sorted(state.own));
  return isSame ? { state } : stored(state, happened({ ...state, own }, "settings.saved"));
}

/** A switch that only counts now need not be stored. */
export const switched = (state: State, change: Partial<State["jsonrpc"]>): Outcome => {
  const jsonrpc = { ...state.jsonrpc, ...change };
  const isSame = JSON.stringify(jsonrpc) === JSON.stringify(state.jsonrpc);
  const next = isSame ? state : { ...state, jsonrpc };
  return change.autostart === undefined ? { state: next } : stored(state, next);
};

export const isSwitched = (applications: unknown, { jsonrpc }: State): boolean => {
  const [one] = applications as readonly State["jsonrpc"][];
  return one?.running === jsonrpc.running && one.autostart === jsonrpc.autostart;
};

const sorted = (values: Values) => Object.entries(values).sort(([a], [b]) => a.localeCompare(b));

/** What counts: the configuration, then what was set. */
export const effective = ({ configured, own }: State): Values => ({ ...own, ...configured });

/** The configuration was changed, and is read again. */
export function reloaded(state: State, configured: Values): State {
  const next = { ...state, configured };
  const isSame = JSON.stringify(sorted(effective(next))) === JSON.stringify(sorted(effective(state)));
  return isSame ? next : happened(next, "settings.saved");
}
