import type { Config } from "../port/system.js";
import { CODES, happened, type Outcome, refused, type State, stored, unchanged } from "./model.js";
import { restartedAtOnce, unlessWaiting } from "./router.js";

/** The programs' side of a router: tunnels with their options, the keys of deleted ones, and names. */
export interface Services {
  /** By name: the options, and the address as `Address`. */
  readonly tunnels: ReadonlyMap<string, Config>;
  /** Keys of deleted tunnels, the newest last. */
  readonly keys: readonly { readonly name: string; readonly address: string }[];
  /** Names that commands have added or removed: to which address each leads. */
  readonly book: ReadonlyMap<string, string>;
  readonly subscriptions: readonly string[];
}

export const FIRST_SERVICES: Services = {
  tunnels: new Map(),
  keys: [],
  book: new Map(),
  subscriptions: ["http://reg.i2p/hosts.txt"],
};

export type TunnelChange =
  | { readonly action: "create"; readonly name: string; readonly options: Config; readonly kept?: string }
  | {
      readonly action: "edit" | "put back";
      readonly name: string;
      readonly options: Config;
      readonly newName?: string;
    }
  | { readonly action: "start" | "stop" | "restart"; readonly name: string }
  | { readonly action: "delete"; readonly name: string; readonly forgetKey?: boolean };

/** Of a tunnel whose key is made: the address is known from the answer. */
export const FRESH = "a new address";
const ADDRESS = "Address";
/** Every tunnel has it. */
const ALWAYS = "StartOnLoad";

/** As the record of changes has them. */
export const tunnelValues = (tunnels: Services["tunnels"]): Config =>
  new Map(
    [...tunnels].flatMap(([name, options]) =>
      [...options].map(([option, value]) => [`${name}.${option}`, value] as const),
    ),
  );

/** After one change; undefined where that is not possible. */
function changedBy(services: Services, change: TunnelChange): Services | undefined {
  const { tunnels, keys } = services;
  const { action, name } = change;
  const found = tunnels.get(name);
  const others = [...tunnels].filter(([one]) => one !== name);
  if (action === "create") {
    if (found !== undefined) return undefined;
    const address = change.kept ?? keys.findLast((one) => one.name === name)?.address ?? FRESH;
    const options = new Map([[ALWAYS, "true"], ...change.options, [ADDRESS, address]]);
    const rest = keys.filter((one) => one.address !== address);
    return { ...services, tunnels: new Map([...tunnels, [name, options]]), keys: rest };
  }
  if (action === "delete" && found === undefined)
    return change.forgetKey && keys.some((one) => one.name === name)
      ? { ...services, keys: keys.filter((one) => one.name !== name) }
      : undefined;
  if (found === undefined) return undefined;
  switch (action) {
    case "delete": {
      const kept = { name, address: found.get(ADDRESS) ?? "" };
      const left = change.forgetKey ? keys.filter((one) => one.name !== name) : [...keys, kept];
      return { ...services, tunnels: new Map(others), keys: left };
    }
    case "edit":
    case "put back": {
      const { newName = name, options } = change;
      if (newName !== name && tunnels.has(newName)) return undefined;
      // An edit leaves what it does not name; what was set since does not stay when a change is undone.
      const after = new Map(action === "edit" ? [...found, ...options] : options);
      return { ...services, tunnels: new Map([...others, [newName, after]]) };
    }
    case "restart":
      return services;
    default: {
      const options = new Map([...found, [ALWAYS, String(action === "start")]]);
      return { ...services, tunnels: new Map([...others, [name, options]]) };
    }
  }
}

/** All of them, with one restart of the router, or none. */
export function tunnelsChanged(
  state: State,
  changes: readonly TunnelChange[],
  undoes: readonly number[] = [],
): Outcome {
  if (changes.length === 0) return unchanged(state);
  let services: Services | undefined = state.services;
  for (const change of changes) services &&= changedBy(services, change);
  if (services === undefined || hasSharedPort(services)) return refused(state, CODES.invalidParams);
  const [before, after] = [tunnelValues(state.services.tunnels), tunnelValues(services.tunnels)];
  const next = restartedAtOnce({ ...state, services });
  const isSame = JSON.stringify([...before].toSorted()) === JSON.stringify([...after].toSorted());
  if (isSame) return unlessWaiting(state, stored(state, next));
  const change = { part: "tunnels", undoes, by: "caller", keys: [], before, after } as const;
  const told = happened({ ...next, changes: [...state.changes, change] }, "tunnels.changed");
  return unlessWaiting(state, stored(state, told));
}

/** A tunnel keeps its port when it is renamed, and no other can have that while it runs. */
function hasSharedPort({ tunnels }: Services): boolean {
  const running = [...tunnels.values()].filter((options) => options.get(ALWAYS) !== "false");
  const ports = running.flatMap((options) => options.get("Port") ?? []);
  return new Set(ports).size < ports.length;
}

/** What the address of a new tunnel is. */
export function addressed(state: State, name: string, address: string): State {
  const named = (config: Config, key: string): Config =>
    config.get(key) === FRESH ? new Map([...config, [key, address]]) : config;
  const { tunnels } = state.services;
  const all = new Map(
    [...tunnels].map(([one, options]) => [one, one === name ? named(options, ADDRESS) : options]),
  );
  return {
    ...state,
    services: { ...state.services, tunnels: all },
    changes: state.changes.map((one, n) =>
      one.part === "tunnels" && n === state.changes.length - 1
        ? { ...one, after: named(one.after, `${name}.${ADDRESS}`) }
        : one,
    ),
  };
}

/** By tunnel, from values as the record has them. */
function byTunnel(values: ReadonlyMap<string, string | null>): ReadonlyMap<string, Config> {
  const found = new Map<string, Map<string, string>>();
  for (const [key, value] of values) {
    const dot = key.lastIndexOf(".");
    const options = found.get(key.slice(0, dot)) ?? new Map<string, string>();
    if (value !== null) found.set(key.slice(0, dot), options.set(key.slice(dot + 1), value));
  }
  return new Map([...found].filter(([, options]) => options.has(ALWAYS)));
}

/**
 * Values of tunnels are put back: with the key that each had. A tunnel that has another key now is left alone, one
 * whose key was forgotten does not come back, and no option of one that is gone: nothing is changed then.
 */
export function tunnelsPutBack(
  state: State,
  wanted: Iterable<readonly [string, string | null]>,
  undoes: readonly number[],
): Outcome {
  const { tunnels, keys } = state.services;
  const after = byTunnel(new Map([...tunnelValues(tunnels), ...wanted]));
  const made = new Map([...after].filter(([name]) => !tunnels.has(name)));
  const isNone = (key: string) => {
    const name = key.slice(0, key.lastIndexOf("."));
    return !tunnels.has(name) && made.get(name)?.has("Type") !== true;
  };
  if ([...wanted].some(([key, value]) => value !== null && isNone(key)))
    return refused(state, CODES.invalidParams);
  const addressOf = (options: Config | undefined) => options?.get(ADDRESS);
  const changes: TunnelChange[] = [];
  for (const [name, options] of tunnels) {
    const same = after.get(name);
    if (same !== undefined) {
      if (addressOf(same) !== addressOf(options)) return refused(state, CODES.invalidParams);
      if (JSON.stringify([...same].toSorted()) !== JSON.stringify([...options].toSorted()))
        changes.push({ action: "put back", name, options: same });
      continue;
    }
    const [renamed] = [...made].find(([, one]) => addressOf(one) === addressOf(options)) ?? [];
    if (renamed === undefined) changes.push({ action: "delete", name });
    else {
      changes.push({ action: "put back", name, options: made.get(renamed) ?? new Map(), newName: renamed });
      made.delete(renamed);
    }
  }
  const gone = changes.flatMap((one) => (one.action === "delete" ? [addressOf(tunnels.get(one.name))] : []));
  const isKept = (address: string | undefined) =>
    address === undefined || gone.includes(address) || keys.some((one) => one.address === address);
  for (const [name, options] of made) {
    const kept = addressOf(options);
    if (!isKept(kept)) return refused(state, CODES.invalidParams);
    const own = new Map([...options].filter(([option]) => option !== ADDRESS));
    changes.push({ action: "create", name, options: own, ...(kept !== undefined && { kept }) });
  }
  return tunnelsChanged(state, changes, undoes);
}
