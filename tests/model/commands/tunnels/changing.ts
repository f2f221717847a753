import fc from "fast-check";
import type { Answer, Config, Params } from "../../port/system.js";
import { mayCall } from "../../spec/access.js";
import { CODES, refused, type State, unchanged } from "../../spec/model.js";
import { addressed, FRESH, type TunnelChange, tunnelsChanged } from "../../spec/tunnels.js";
import { holds } from "../../world/broken.js";
import { SENTENCES } from "../../world/sentences.js";
import type { World } from "../../world/world.js";
import { who } from "../chosen.js";
import { command } from "../command.js";

/** Tunnels that are tried, with the options that they are created with. Their ports are apart. */
const NEW: { readonly [name: string]: Params } = {
  web: { Type: "httpserver", TargetPort: "8080" },
  irc: { Type: "client", Port: "26668", TargetDestination: "irc.echelon.i2p" },
  proxy: { Type: "httpclient", Port: "24444", TunnelLength: "2" },
};
const NAMES = [...Object.keys(NEW), "site"];
const EDITS: readonly Params[] = [
  { Description: "for the family" },
  { TunnelQuantity: "3" },
  { TunnelQuantity: "2", Description: "x" },
];

interface Given {
  readonly action: (typeof ACTIONS)[number];
  readonly n: number;
  readonly m: number;
}
const ACTIONS = ["create", "edit", "rename", "start", "stop", "restart", "delete", "forget"] as const;
const given: fc.Arbitrary<Given> = fc.record({
  action: fc.oneof({ weight: 3, arbitrary: fc.constant("create" as const) }, fc.constantFrom(...ACTIONS)),
  n: fc.nat(3),
  m: fc.nat(5),
});

const options = (params: Params): Config => new Map(Object.entries(params) as [string, string][]);

/** What is asked for, as the model has it. */
export function changeOf({ action, n, m }: Given): TunnelChange {
  const name = NAMES[n % NAMES.length] ?? "web";
  switch (action) {
    case "create":
      return { action, name, options: options(NEW[name] ?? { Type: "server", TargetPort: "8081" }) };
    case "edit":
      return { action, name, options: options(EDITS[m % EDITS.length] ?? {}) };
    case "rename":
      return { action: "edit", name, options: new Map(), newName: m % 2 === 0 ? "site" : "web" };
    case "forget":
      return { action: "delete", name, forgetKey: true };
    default:
      return { action, name };
  }
}

/** The same on the wire of pilothouse.tunnels. */
export const asked = (change: TunnelChange): Params => ({
  ...change,
  ...("options" in change && { options: Object.fromEntries(change.options) }),
});

/** New tunnels have addresses that none had before; whatever else has one keeps it. */
async function learn(world: World, answer: Answer | undefined): Promise<void> {
  const found = (answer?.result?.["tunnels"] ?? []) as readonly { name: string; address: string }[];
  const fresh = [...world.state.services.tunnels].filter(([, one]) => one.get("Address") === FRESH);
  for (const [name] of fresh) {
    const address = String(found.find((one) => one.name === name)?.address);
    holds(!world.addresses.has(address), SENTENCES.key, () => `${name} got ${address}, which was another's`);
    world.addresses = new Set([...world.addresses, address]);
    await world.becomes((state) => addressed(state, name, address));
  }
}

const change = async (world: World, n: number, changes: readonly TunnelChange[], more: Params = {}) =>
  learn(
    world,
    await world.ask(
      world.who(n),
      "settings",
      "pilothouse.tunnels",
      { changes: changes.map(asked), ...more },
      (state) => tunnelsChanged(state, changes),
    ),
  );

export const TUNNEL_CHANGES = [
  command({
    name: "change tunnels",
    needs: "tunnels",
    methods: ["pilothouse.tunnels"],
    weight: 16,
    given: fc.record({ who, changes: fc.array(given, { minLength: 1, maxLength: 2 }) }),
    run: (world, { who: n, changes }) => change(world, n, changes.map(changeOf), { open: false }),
  }),
  command({
    name: "preview a change of tunnels, and carry it out",
    needs: "tunnels",
    methods: ["pilothouse.tunnels"],
    given: fc.record({ who, one: given, between: fc.option(given, { nil: undefined }) }),
    async run(world, { who: n, one, between }) {
      const changes = [changeOf(one)];
      const params = { changes: changes.map(asked), preview: true };
      const answer = await world.ask(world.who(n), "settings", "pilothouse.tunnels", params, (state) => {
        const foreseen = tunnelsChanged({ ...state, diskFull: false }, changes);
        return { ...foreseen, state };
      });
      const before = world.state.services.tunnels;
      if (answer === undefined) return;
      if (between !== undefined) await change(world, 0, [changeOf(between)]);
      const mark = answer.result?.["mark"];
      const isOther = (state: State) => differ(before, state.services.tunnels);
      const done = await world.ask(
        world.who(n),
        "settings",
        "pilothouse.tunnels",
        { changes: changes.map(asked), mark },
        (state) => (isOther(state) ? refused(state, CODES.invalidParams) : tunnelsChanged(state, changes)),
      );
      await learn(world, done);
    },
  }),
  command({
    name: "change a tunnel by TunnelManager",
    needs: "tunnels",
    methods: ["TunnelManager"],
    weight: 8,
    given: fc.record({ who, one: given }),
    async run(world, { who: n, one }) {
      const wanted = changeOf(one);
      if (one.action === "forget") return;
      const { action, name } = wanted;
      const params = {
        ...{ Action: action, Name: name },
        ...("options" in wanted && Object.fromEntries(wanted.options)),
        ...("newName" in wanted && { NewName: wanted.newName }),
      };
      const answer = await world.ask(world.who(n), "settings", "TunnelManager", params, (state) =>
        tunnelsChanged(state, isNone(state, wanted) ? [] : [wanted]),
      );
      if (answer === undefined) return;
      const status = String(answer.result?.["status"]);
      holds(status.startsWith("success - "), SENTENCES.answer, () => `the answer is ${answer.text}`);
      const results = answer.result?.["results"] as Params | undefined;
      await learn(world, {
        ...answer,
        result: { tunnels: [{ name, address: results?.["destinationB32"] }] },
      });
    },
  }),
  command({
    name: "stop, start or restart all tunnels",
    needs: "tunnels",
    methods: ["TunnelManager"],
    given: fc.record({ who, action: fc.constantFrom("stop" as const, "start" as const, "restart" as const) }),
    async run(world, { who: n, action }) {
      await world.ask(world.who(n), "settings", "TunnelManager", { Action: action, All: true }, (state) => {
        const all = [...state.services.tunnels].filter(([, one]) => isOn(one) === (action !== "start"));
        return tunnelsChanged(
          state,
          all.map(([name]) => ({ action, name })),
        );
      });
    },
  }),
  command({
    name: "export the key of a tunnel",
    needs: "keys",
    methods: ["pilothouse.tunnelKey"],
    given: fc.record({ who, n: fc.nat(3), wrong: fc.boolean() }),
    async run(world, { who: n, n: which, wrong }) {
      const caller = world.who(n);
      const name = NAMES[which] ?? "web";
      const password = wrong ? "not the password" : world.state.password;
      const answer = await world.ask(caller, "all", "pilothouse.tunnelKey", { name, password }, (state) => {
        if (wrong && caller !== "operator") return refused(state, CODES.wrongPassword);
        if (!state.services.tunnels.has(name)) return refused(state, CODES.invalidParams);
        return unchanged(state);
      });
      if (answer === undefined) return;
      const { key, address } = answer.result ?? {};
      const should = world.state.services.tunnels.get(name)?.get("Address");
      holds(address === should, SENTENCES.key, () => `the key of ${name} is of ${address}, not ${should}`);
      world.keys.set(String(should), String(key));
    },
  }),
  command({
    name: "create a tunnel with a key that was exported",
    needs: "tunnels",
    methods: ["pilothouse.tunnels"],
    given: fc.record({ who, n: fc.nat(3), m: fc.nat(3) }),
    async run(world, { who: n, n: which, m }) {
      const free = [...world.keys].filter(
        ([address]) =>
          ![...world.state.services.tunnels.values()].some((one) => one.get("Address") === address),
      );
      const [kept, key] = free[m % Math.max(1, free.length)] ?? [];
      const wanted = changeOf({ action: "create", n: which, m: 0 });
      if (kept === undefined || wanted.action !== "create") return;
      const changes = [{ ...asked(wanted), key }];
      await world.ask(world.who(n), "settings", "pilothouse.tunnels", { changes }, (state) =>
        tunnelsChanged(state, [{ ...wanted, kept }]),
      );
    },
  }),
  command({
    name: "read a tunnel",
    needs: "tunnels",
    methods: ["TunnelManager", "pilothouse.tunnels"],
    given: fc.record({ who, n: fc.nat(3), own: fc.boolean() }),
    async run(world, { who: n, n: which, own }) {
      const caller = world.who(n);
      const name = NAMES[which] ?? "web";
      const answer = own
        ? await world.ask(caller, "read", "pilothouse.tunnels", {})
        : await world.ask(caller, "read", "TunnelManager", { Action: "get", Name: name }, (state) =>
            state.services.tunnels.has(name) ? { state } : refused(state, CODES.invalidParams),
          );
      if (answer !== undefined && !mayCall(caller, "all")) world.shown.push(answer.text);
    },
  }),
];

const isOn = (tunnel: Config): boolean => tunnel.get("StartOnLoad") !== "false";

/** What would change nothing is not done by TunnelManager. */
function isNone({ services }: State, change: TunnelChange): boolean {
  const tunnel = services.tunnels.get(change.name);
  if (tunnel === undefined) return false;
  if (change.action === "edit")
    return (
      [...change.options].every(([option, value]) => tunnel.get(option) === value) &&
      (change.newName ?? change.name) === change.name
    );
  if (change.action === "start" || change.action === "stop")
    return isOn(tunnel) === (change.action === "start");
  return false;
}

const differ = (a: ReadonlyMap<string, Config>, b: ReadonlyMap<string, Config>): boolean => {
  const [one, other] = [a, b].map((all) =>
    JSON.stringify([...all].map(([name, options]) => [name, [...options].toSorted()]).toSorted()),
  );
  return one !== other;
};
