import type { Config, Params } from "../port/system.js";
import { isOpen, peopleIn } from "../spec/access.js";
import { effective, isSwitched } from "../spec/service.js";
import { holds } from "./broken.js";
import { HUB_INVARIANTS, textsOfHub } from "./hub.js";
import { NOTIFIED } from "./notified.js";
import { budgetDue } from "./observe.js";
import { type FoundChange, listed, mustList } from "./shown-changes.js";
import { TUNNELS_HOLD } from "./tunnels.js";
import { LAST_ENTRIES, type World } from "./world.js";

/** What must hold after every step, in a sentence, and how it is checked. docs/reliability.md has the same sentences. */
export interface Invariant {
  readonly sentence: string;
  check(world: World, sentence: string): Promise<void>;
}

const PREFIX = "svc.";
const entries = (config: Config) => JSON.stringify([...config].sort(([a], [b]) => (a < b ? -1 : 1)));

const asked = ({ driver }: World["state"]) =>
  Object.fromEntries(Object.keys(driver.network).map((key) => [PREFIX + key, null]));

interface Found {
  readonly key: string;
  readonly level: string;
  readonly values: Params;
}
const findingsIn = async (views: World["views"]) =>
  (await views.result("pilothouse.health"))["findings"] as readonly Found[];

const MINUTE = 60_000;

/** Of each group only one can be. */
const EXCLUSIVE = [
  ["unreachable", "stopped", "crashed", "starting", "stopping", "draining"].map((phase) => `router.${phase}`),
  ["net.testing", "net.firewalled", "net.hidden", "net.clock", "net.symmetric_nat", "net.private_address"],
  ["traffic.none", "traffic.full"],
  ["budget.near", "budget.used"],
  ["update.available", "update.restart"],
  ["sample.none", "router.unreachable"],
];
/** These say that a limit is too low, and which. */
const RAISE: { readonly [key: string]: (values: Params) => "in" | "out" | "share" } = {
  "traffic.full": ({ direction }) => (direction === "inbound" ? "in" : "out"),
  "limit.in_zero": () => "in",
  "limit.out_zero": () => "out",
  "limit.share_zero": () => "share",
};

/** Everybody who may read sees these. */
const OPEN_TO_ALL = ["pilothouse.changes", "pilothouse.events", "pilothouse.audit", "pilothouse.settings"];
/** So do they, where there are tunnels. */
const OF_TUNNELS = ["pilothouse.tunnels", "TunnelManager", "pilothouse.names", "ClientServicesInfo"];
/** What commands set that nobody may see. */
const SECRETS = ["a secret of the router", "a-secret-path"];

export const INVARIANTS: readonly Invariant[] = [
  {
    sentence:
      "What was answered as saved is what every view reads: NetworkSetting, AdvancedSettings, the router's file and the record of changes.",
    async check({ state, views }, sentence) {
      const same = (where: string, is: string, expected: string) =>
        holds(is === expected, sentence, () => `${where} has ${is}, saved was ${expected}`);
      const network = await views.result("NetworkSetting", asked(state));
      const shown = state.driver.shows(state.saved);
      for (const key of Object.keys(state.driver.network))
        same(key, JSON.stringify(network[PREFIX + key]), JSON.stringify(shown.get(key) ?? null));
      const { getAll } = await views.result("AdvancedSettings", { getAll: null });
      same("AdvancedSettings", entries(new Map(Object.entries(getAll as object))), entries(state.saved));
      same("the file", entries(await views.configuration()), entries(state.saved));
    },
  },
  {
    sentence: "Every change of settings is on record once, with what it changed.",
    async check({ state, views }, sentence) {
      const { changes } = await views.result("pilothouse.changes", { limit: 4 });
      const found = changes as readonly FoundChange[];
      const expected = state.changes.slice(-4).toReversed();
      holds(
        found.length === expected.length,
        sentence,
        () => `there are ${found.length} changes on record, and there were ${expected.length}`,
      );
      for (const [n, change] of expected.entries()) {
        const { id, part, undoes } = found[n] ?? {};
        const is = JSON.stringify({ id, part, undoes });
        const should = JSON.stringify({ id: change.id, part: change.part, undoes: change.undoes });
        holds(is === should, sentence, () => `on record is ${is}, and was ${should}`);
        const [lists, was] = [listed(found[n] ?? {}), mustList(state, change)].map((one) =>
          JSON.stringify(one),
        );
        holds(lists === was, sentence, () => `change ${id} lists ${lists}, and was ${was}`);
      }
    },
  },
  {
    sentence: "A restart is asked for exactly while a saved setting waits for one.",
    async check({ state, views }, sentence) {
      if (state.running === undefined || state.router.hungSince !== undefined) return;
      const waits = state.driver.waits(state.saved, state.running);
      const { restartNeeded } = await views.result("pilothouse.status");
      const { RestartNeeded } = await views.result("NetworkSetting", asked(state));
      const found = (await views.result("pilothouse.health"))["findings"] as readonly {
        readonly key: string;
      }[];
      const isEnding = ["stopped", "crashed", "draining", "stopping"].includes(state.router.seen.phase);
      const isFound = found.some(({ key }) => key === "settings.restart");
      holds(
        restartNeeded === waits && RestartNeeded === waits && isFound === (waits && !isEnding),
        sentence,
        () =>
          `a setting ${waits ? "waits" : "does not wait"}; ${JSON.stringify({ restartNeeded, RestartNeeded, isFound })}`,
      );
    },
  },
  {
    sentence: "Who has access is exactly who was given it and not revoked.",
    async check({ state, views }, sentence) {
      const { tokens } = await views.result("pilothouse.tokens");
      const { sessions } = await views.result("pilothouse.sessions");
      const open = state.holders.filter((one) => isOpen(state, one));
      const programs = open
        .filter(({ kind }) => kind === "program")
        .map(({ name, scope }) => `${name} ${scope}`);
      const listed = (tokens as readonly { readonly name: string; readonly scope: string }[]).map(
        ({ name, scope }) => `${name} ${scope}`,
      );
      holds(
        JSON.stringify(listed.toSorted()) === JSON.stringify(programs.toSorted()),
        sentence,
        () => `tokens are ${listed.join(", ")}, and should be ${programs.join(", ")}`,
      );
      const people = peopleIn(state).map(({ id, name }) => ({ id, name }));
      const found = sessions as readonly { readonly id: string; readonly name: string }[];
      const isThere = ({ id, name }: (typeof people)[number]) =>
        found.some((one) => one.id === id && (name === "" || name === one.name));
      holds(
        found.length === people.length && people.every(isThere),
        sentence,
        () => `sessions are ${JSON.stringify(found)}, and should be ${JSON.stringify(people)}`,
      );
    },
  },
  {
    sentence: "Settings of the service are what its configuration says, and else what was set.",
    async check({ state, views }, sentence) {
      if (views.isWhole) {
        const { applications } = await views.result("pilothouse.webapps");
        holds(isSwitched(applications, state), sentence, () => `switches: ${JSON.stringify(applications)}`);
      }
      const { settings } = await views.result("pilothouse.settings");
      const values = effective(state);
      for (const { name, value, hidden } of settings as readonly FoundSetting[]) {
        const should = values[name] ?? null;
        const is = hidden ? "hidden" : value;
        const isRight = hidden
          ? should !== null
          : should === null || JSON.stringify(is) === JSON.stringify(should);
        holds(
          isRight,
          sentence,
          () => `${name} is ${JSON.stringify(is)}, and should be ${JSON.stringify(should)}`,
        );
      }
    },
  },
  {
    sentence: "Each event is on record once, and none disappears.",
    async check(world, sentence) {
      const { state, views, system } = world;
      const { counts } = world.events;
      const revision = system.revision("pilothouse.events");
      const isSame = !views.isWhole && revision !== undefined && revision === world.events.revision;
      const { events, newest } = isSame
        ? { events: [], newest: world.events.newest }
        : await views.result("pilothouse.events", { after: world.events.newest, limit: 500 });
      world.events.revision = revision;
      for (const { id, kind } of events as readonly { readonly id: number; readonly kind: string }[]) {
        holds(id > world.events.newest, sentence, () => `event ${id} came after ${world.events.newest}`);
        world.events.newest = id;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      holds(newest === world.events.newest, sentence, () => `the newest is said to be ${newest}`);
      for (const [kind, should] of Object.entries(state.events)) {
        const found = counts.get(kind) ?? 0;
        holds(
          found === should,
          sentence,
          () => `${kind} is there ${found} times, and happened ${should} times`,
        );
      }
    },
  },
  {
    sentence: "No finding contradicts another, or what the service itself did.",
    async check({ views }, sentence) {
      const keys = (await findingsIn(views)).map(({ key }) => key);
      for (const group of EXCLUSIVE) {
        const both = keys.filter((key) => group.includes(key));
        holds(both.length <= 1, sentence, () => `both are found: ${both.join(", ")}`);
      }
      const { budget } = await views.result("pilothouse.traffic");
      const { own, now } = (budget ?? { own: {}, now: {} }) as { readonly [which: string]: Params };
      for (const { key, values } of await findingsIn(views)) {
        const limit = RAISE[key]?.(values);
        const isOurs = limit !== undefined && own?.[limit] !== now?.[limit];
        holds(!isOurs, sentence, () => `the budget has lowered ${limit}, and ${key} says to raise it`);
      }
      const { rules } = await views.result("pilothouse.notify");
      for (const { key, holds: is } of rules as readonly { readonly key: string; readonly holds: boolean }[])
        holds(is === keys.includes(key), sentence, () => `notifications say that ${key} is ${is}`);
    },
  },
  {
    sentence: "Nothing is green that is not known to be well.",
    async check({ state, views }, sentence) {
      const { verdict } = await views.result("pilothouse.health");
      const found = await findingsIn(views);
      const { phase } = state.router.seen;
      const worst = found.some(({ level }) => level !== "note");
      holds(
        (verdict === "ok") === !worst,
        sentence,
        () => `the verdict is ${verdict}, with ${found.map(({ key }) => key).join(", ") || "no findings"}`,
      );
      const named = phase === "running" ? [] : [`router.${phase}`];
      const isNamed = named.every((key) => found.some((one) => one.key === key));
      holds(isNamed, sentence, () => `the router is ${phase}, and no finding says so`);
      if (!views.isWhole) return;
      const metrics = await views.metrics();
      const isUp = /^i2p_router_status\{[^}]*\} (\d)/m.exec(metrics)?.[1];
      holds(
        isUp === (phase === "running" ? "1" : "0"),
        sentence,
        () => `a router that is ${phase} has status ${isUp}`,
      );
    },
  },
  ...TUNNELS_HOLD,
  ...NOTIFIED,
  {
    sentence: "The budget lowers the limits and puts them back within a minute.",
    async check(world, sentence) {
      const { state, views, due } = world;
      const what = state.diskFull ? undefined : await budgetDue(state, views);
      const since = what !== undefined && due?.what === what ? due.since : state.ticks;
      holds(state.ticks - since <= MINUTE, sentence, () => `it has to write ${what}, and does not`);
      world.due = what === undefined ? undefined : { what, since };
    },
  },
  {
    sentence: "Counters never go back while the service runs.",
    async check(world, sentence) {
      if (!world.views.isWhole) return;
      const found = new Map(
        [...(await world.views.metrics()).matchAll(/^(\w+_total(?:\{[^}]*\})?) (\S+)$/gm)].map(
          ([, name, value]) => [name ?? "", Number(value)],
        ),
      );
      for (const [name, before] of world.counters) {
        // The router's own begin again with each of its starts.
        const now = found.get(name) ?? 0;
        const isItsOwn = name.startsWith("i2p_router_");
        holds(isItsOwn || now >= before, sentence, () => `${name} was ${before} and is ${now}`);
      }
      world.counters = found;
    },
  },
  {
    sentence: "No secret is in any output below the scope `all`.",
    async check({ state, system, views, shown, keys }, sentence) {
      const holders = [...state.holders, ...(state.hub?.holders ?? [])];
      const secrets = [state.password, ...holders.map(({ token }) => token), ...keys.values(), ...SECRETS];
      await views.answer("pilothouse.audit", LAST_ENTRIES);
      if (views.isWhole) for (const method of OPEN_TO_ALL) await views.answer(method);
      const texts = [
        ...shown.splice(0),
        views.isWhole ? await views.metrics() : "",
        JSON.stringify(system.notices().at(-1) ?? {}),
        ...(await textsOfHub({ state, views })),
        ...(await views.texts([...OPEN_TO_ALL, ...OF_TUNNELS])),
      ];
      for (const text of texts)
        for (const secret of secrets)
          holds(
            !text.includes(secret),
            sentence,
            () => `${JSON.stringify(secret)} is in ${text.slice(0, 500)}`,
          );
    },
  },
  ...HUB_INVARIANTS,
];

interface FoundSetting {
  readonly name: string;
  readonly value: unknown;
  readonly hidden: boolean;
}

export async function checkAll(world: World): Promise<void> {
  for (const { sentence, check } of INVARIANTS) await check(world, sentence);
}
