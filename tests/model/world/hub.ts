import type { Params } from "../port/system.js";
import { isOpen } from "../spec/access.js";
import {
  carriedOut,
  isOffline,
  isRefused,
  type Queued,
  queueWith,
  seenNow,
  shownByNow,
} from "../spec/hub.js";
import type { State } from "../spec/model.js";
import { Broken, holds } from "./broken.js";
import type { Invariant } from "./invariants.js";
import { SENTENCES } from "./sentences.js";
import type { Views } from "./views.js";

type Listed = readonly { readonly [name: string]: unknown }[];

/** What became of calls that waited at the hub, the oldest first. */
export async function queueObserved(state: State, views: Views): Promise<State> {
  if (state.hub === undefined) return state;
  const { queue } = await views.ofHub("fleet.queue");
  let next = state;
  for (const one of state.hub.queue) {
    const found = (queue as Listed).find(({ id }) => id === one.id);
    if (one.state === "waiting") next = await becameOf(next, one, found, views);
    else
      holds(
        found?.["state"] === one.state,
        SENTENCES.queue,
        () => `was ${one.state}: ${JSON.stringify(found)}`,
      );
  }
  return next;
}

async function becameOf(state: State, one: Queued, found: Params | undefined, views: Views): Promise<State> {
  const isRevoked = isRefused(state, one.by);
  const isCut = state.hub?.cutSince !== undefined;
  const shown = () => `by ${one.by?.name ?? "the operator"}: ${JSON.stringify(found)}`;
  switch (found?.["state"]) {
    case "done":
      holds(!isRevoked, SENTENCES.grant, shown);
      holds(!isCut, SENTENCES.queue, shown);
      return carriedOut(state, one);
    case "failed":
      holds(isRevoked, SENTENCES.queue, shown);
      await requireRecorded(one, views);
      return queueWith(state, one.id, "failed");
    default:
      holds(found?.["state"] === "waiting" && isCut && !isRevoked, SENTENCES.queue, shown);
      return state;
  }
}

/** That an order was not carried out is in the hub's audit, with whose it was. */
async function requireRecorded({ by, does }: Queued, views: Views): Promise<void> {
  const { entries } = await views.ofHub("pilothouse.audit", { limit: 50 });
  const order = "set" in does ? "AdvancedSettings" : "RouterManager";
  const isIt = ({ code, data, name }: Params) =>
    code === "order refused" && (data as Params)["order"] === order && String(name).endsWith(by?.name ?? "");
  holds((entries as Listed).some(isIt), SENTENCES.audit, () => `no ${order} in ${JSON.stringify(entries)}`);
}

/** What the node says of itself now, which the hub is to show soon. */
export async function nodeObserved(state: State, views: Views): Promise<State> {
  if (state.hub === undefined) return state;
  const { starts, restartNeeded } = await views.result("pilothouse.status");
  const { phase } = state.router.seen;
  return seenNow(state, { phase, starts: Number(starts), restartNeeded: restartNeeded === true });
}

const nodeOf = async (views: Views): Promise<Params> => {
  const { node } = await views.ofHub("fleet.node", { node: views.system.hub?.node });
  return node as Params;
};

export async function shownOfNode(views: Views) {
  const { phase, starts, restartNeeded } = await nodeOf(views);
  return { phase, starts, restartNeeded };
}

/** All that a hub shows that does not end with its process, as text. */
export async function lastingAtHub(views: Views): Promise<string> {
  const { operators } = await views.ofHub("fleet.operators");
  const { queue } = await views.ofHub("fleet.queue");
  const { settings } = await views.ofHub("pilothouse.settings");
  const { name, id, labels, joined } = await nodeOf(views);
  const { entries } = await views.ofHub("pilothouse.audit", { limit: 10 });
  const given = await namesWithAccess(views);
  return JSON.stringify({ operators, queue, settings, name, id, labels, joined, entries, given });
}

async function namesWithAccess(views: Views): Promise<readonly string[]> {
  const { tokens } = await views.ofHub("pilothouse.tokens");
  const { sessions } = await views.ofHub("pilothouse.sessions");
  return [
    ...(tokens as Listed).map(({ name, scope }) => `program ${name} ${scope}`),
    ...(sessions as Listed).map(() => "a person"),
  ].toSorted();
}

export const HUB_INVARIANTS: readonly Invariant[] = [
  {
    sentence: "Who may use a hub is exactly who was given it and not revoked.",
    async check({ state, views }, sentence) {
      if (state.hub === undefined) return;
      const should = state.hub.holders
        .filter((one) => isOpen(state, one))
        .map(({ kind, name, scope }) => (kind === "program" ? `program ${name} ${scope}` : "a person"));
      const [is, expected] = [await namesWithAccess(views), should.toSorted()].map((one) => one.join(", "));
      holds(is === expected, sentence, () => `access have ${is}, and should have ${expected}`);
      const { operators } = await views.ofHub("fleet.operators");
      const siteOf = (labels: unknown) => (labels as { readonly site?: string }).site;
      const roles = Object.fromEntries(
        (operators as Listed).map(({ name, role, labels }) => [name, { role, site: siteOf(labels) }]),
      );
      const sorted = Object.fromEntries(Object.entries(state.hub.accounts).toSorted());
      const [are, were] = [roles, sorted].map((one) => JSON.stringify(one));
      holds(are === were, sentence, () => `accounts are ${are}, and should be ${were}`);
    },
  },
  {
    sentence: "A hub shows a node as online only while it hears of it, and as it is or was a moment ago.",
    async check({ state, views }, sentence) {
      if (state.hub === undefined) return;
      const node = await nodeOf(views);
      const isCut = state.hub.cutSince !== undefined;
      const allowed = isOffline(state) ? ["offline"] : isCut ? ["online", "offline"] : ["online"];
      const is = String(node["state"]);
      holds(allowed.includes(is), sentence, () => `it is ${is}, and may be ${allowed.join(" or ")}`);
      const summary = await views.ofHub("fleet.summary");
      const counted = (summary["states"] as Listed).filter(({ nodes }) => nodes !== 0);
      holds(
        JSON.stringify(counted) === JSON.stringify([{ name: is, nodes: 1 }]) && summary["bus"] === true,
        sentence,
        () => `a node that is ${is} is counted as ${JSON.stringify(summary)}`,
      );
      const should = shownByNow(state);
      const wrong =
        should && Object.entries(should).find(([name, value]) => name !== "at" && node[name] !== value);
      if (wrong !== undefined)
        throw new Broken(sentence, `${wrong[0]} is ${wrong[1]}, and is shown as ${node[wrong[0]]}`);
    },
  },
  {
    sentence: "A hub tells of each finding once, and of none that is not so.",
    async check({ state, system }, sentence) {
      const { hub } = system;
      if (hub === undefined) return;
      // What a hub that is killed had just sent it sends again, with the same id.
      const told = new Map(hub.notices().map((one) => [one.id, one]));
      const alerts = [...told.values()].filter(({ event }) => event === "alert").map(({ key }) => key);
      holds(new Set(alerts).size === alerts.length, sentence, () => `told was of ${alerts.join(", ")}`);
      const wrong = alerts.filter((key) => !state.hub?.may.includes(key));
      holds(wrong.length === 0, sentence, () => `told was of ${wrong.join(", ")}`);
    },
  },
];

/** What a hub shows to everybody who may read. */
export const textsOfHub = async ({ state, views }: { readonly state: State; readonly views: Views }) =>
  state.hub === undefined
    ? []
    : Promise.all(
        ["fleet.queue", "fleet.operators", "fleet.nodes", "fleet.summary", "pilothouse.audit"].map(
          async (method) => JSON.stringify(await views.ofHub(method)),
        ),
      );
