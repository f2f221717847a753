import fc from "fast-check";
import { OPERATOR, type Params } from "../../port/system.js";
import { CODES, type Outcome, refused, type State, unchanged } from "../../spec/model.js";
import { namesWritten } from "../../spec/names.js";
import { holds } from "../../world/broken.js";
import { SENTENCES } from "../../world/sentences.js";
import type { World } from "../../world/world.js";
import { who } from "../chosen.js";
import { command } from "../command.js";

/** Names that no router has by itself. */
const NAMES = ["attic.i2p", "cellar.i2p", "garden.i2p"];
const SUBSCRIPTIONS = [["http://reg.i2p/hosts.txt"], [], ["http://attic.i2p/hosts.txt"]];

/** Names that a new router knows: where they lead, others can lead too. */
const KNOWN = ["stats.i2p", "forum.i2p", "mail.i2p"];

async function placeOf({ system }: World, name: string) {
  const { result } = await system.call("pilothouse.names", { lookup: name, limit: 0 }, OPERATOR);
  return result?.["found"] as { readonly destination: string; readonly address: string };
}

/** One that leads elsewhere has to be removed first. */
function added(state: State, name: string, address: string): Outcome {
  const before = state.services.book.get(name);
  if (before === address) return unchanged(state);
  if (before !== undefined) return refused(state, CODES.invalidParams);
  return namesWritten(state, new Map([[name, address]]));
}

/** Those that are not there are left out. */
function removed(state: State, names: readonly string[]): Outcome {
  const there = names.filter((name) => state.services.book.has(name));
  return there.length === 0
    ? unchanged(state)
    : namesWritten(state, new Map(there.map((name) => [name, null])));
}

/** Those that stay as they are need no restart. */
const subscribed = (state: State, urls: readonly string[]): Outcome =>
  state.services.subscriptions.join() === urls.join()
    ? unchanged(state)
    : namesWritten(state, new Map([["subscriptions", urls.join(" ")]]));

const byName = fc.record({ who, n: fc.nat(2), manager: fc.boolean() });

export const NAME_CHANGES = [
  command({
    name: "add a name to the address book",
    needs: "tunnels",
    methods: ["AddressBook", "pilothouse.names"],
    given: fc.record({ who, n: fc.nat(2), m: fc.nat(2), manager: fc.boolean() }),
    async run(world, { who: n, n: which, m, manager }) {
      const name = NAMES[which] ?? "";
      const { destination, address } = await placeOf(world, KNOWN[m] ?? "");
      const params: Params = manager
        ? { Type: "router", Hostname: name, Destination: destination }
        : { add: { name, destination } };
      const method = manager ? "AddressBook" : "pilothouse.names";
      await world.ask(world.who(n), "settings", method, params, (state) => added(state, name, address));
    },
  }),
  command({
    name: "remove a name from the address book",
    needs: "tunnels",
    methods: ["AddressBook", "pilothouse.names"],
    given: byName,
    async run(world, { who: n, n: which, manager }) {
      const name = NAMES[which] ?? "";
      const method = manager ? "AddressBook" : "pilothouse.names";
      const params: Params = manager ? { Hostname: name, Delete: true } : { remove: [name] };
      await world.ask(world.who(n), "settings", method, params, (state) =>
        manager && !state.services.book.has(name)
          ? refused(state, CODES.invalidParams, ...(state.diskFull ? [CODES.internal] : []))
          : removed(state, [name]),
      );
    },
  }),
  command({
    name: "look a name up",
    needs: "tunnels",
    methods: ["pilothouse.names"],
    given: fc.record({ who, n: fc.nat(2) }),
    async run(world, { who: n, n: which }) {
      const name = NAMES[which] ?? "";
      const params = { lookup: name, search: "i2p", limit: 3, after: "a" };
      const answer = await world.ask(world.who(n), "read", "pilothouse.names", params);
      if (answer === undefined) return;
      const found = (answer.result?.["found"] as { readonly address: string } | null)?.address;
      const should = world.state.services.book.get(name);
      holds(found === should, SENTENCES.answer, () => `${name} leads to ${found}, and should to ${should}`);
    },
  }),
  command({
    name: "replace the subscriptions of the address book",
    needs: "tunnels",
    methods: ["AddressBook", "pilothouse.names"],
    weight: 2,
    given: fc.record({ who, n: fc.nat(2), manager: fc.boolean() }),
    async run(world, { who: n, n: which, manager }) {
      const urls = SUBSCRIPTIONS[which] ?? [];
      const method = manager ? "AddressBook" : "pilothouse.names";
      const params: Params = manager ? { SetSubscriptions: urls } : { subscribe: urls };
      await world.ask(world.who(n), "settings", method, params, (state) => subscribed(state, urls));
    },
  }),
];
