import type { Config, Params } from "../port/system.js";
import { holds } from "./broken.js";
import type { Invariant } from "./invariants.js";
import type { Views } from "./views.js";

interface Shown {
  readonly name: string;
  readonly address: string | null;
  readonly options: { readonly [option: string]: string };
  readonly state: string;
  readonly server: boolean;
}

const sorted = (all: Iterable<readonly [string, unknown]>) => JSON.stringify([...all].toSorted());

async function shownTunnels(views: Views): Promise<readonly Shown[]> {
  const { tunnels } = await views.result("pilothouse.tunnels");
  return (tunnels as readonly (Omit<Shown, "options"> & { readonly options: Iterable<never> })[]).map(
    (one) => ({ ...one, options: optionsIn(one.options) }),
  );
}

/** Read as the console does they are a map, and else an object. */
const optionsIn = (options: Iterable<never> | object): Shown["options"] =>
  options instanceof Map ? Object.fromEntries(options) : (options as Shown["options"]);

/** Tunnels as the record of changes has them. */
export const shownValues = async (views: Views): Promise<Config> =>
  new Map(
    (await shownTunnels(views)).flatMap(({ name, address, options }) =>
      [...Object.entries(options), ...(address === null ? [] : [["Address", address] as const])].map(
        ([option, value]) => [`${name}.${option}`, value] as const,
      ),
    ),
  );

/** Names and subscriptions as the record of changes has them. */
export async function shownNames(views: Views): Promise<Config> {
  const { names, subscriptions } = await views.result("pilothouse.names");
  const all = (names as readonly { readonly name: string; readonly address: string }[])
    .filter(({ name }) => NAMES.includes(name))
    .map(({ name, address }) => [name, address] as const);
  return new Map([...all, ["subscriptions", (subscriptions as readonly string[]).join(" ")]]);
}

/** All that there is of tunnels and names, as text. */
export async function lastingServices(views: Views): Promise<string> {
  if (!views.system.can.has("tunnels")) return "";
  const { names, subscriptions } = await views.result("pilothouse.names");
  const tunnels = (await shownTunnels(views)).map(({ name, address, options }) => [name, address, options]);
  return JSON.stringify([tunnels, names, subscriptions]);
}

const keyed = ({ options, address }: Shown) =>
  sorted([...Object.entries(options), ...(address === null ? [] : [["Address", address] as const])]);

export const TUNNELS_HOLD: readonly Invariant[] = [
  {
    sentence:
      "A tunnel has the options and the address that were answered, in every view, and a name leads where it was said to.",
    async check({ state, views }, sentence) {
      if (!views.system.can.has("tunnels")) return;
      const { tunnels, book } = state.services;
      const found = await shownTunnels(views);
      const is = sorted(found.map((one) => [one.name, keyed(one)]));
      const should = sorted([...tunnels].map(([name, options]) => [name, sorted(options)]));
      holds(is === should, sentence, () => `tunnels are ${is}, and should be ${should}`);
      const [first] = found;
      if (first !== undefined) {
        const { info } = await views.result("TunnelManager", { Action: "get", Name: first.name });
        const { rawConfig, destinationB32 } = info as { rawConfig: object; destinationB32: string };
        const isSame =
          sorted(Object.entries(optionsIn(rawConfig))) === sorted(Object.entries(first.options)) &&
          destinationB32 === first.address;
        holds(isSame, sentence, () => `TunnelManager has ${JSON.stringify(info)}`);
      }
      const { names, subscriptions } = await views.result("pilothouse.names");
      const urls = JSON.stringify(state.services.subscriptions);
      holds(JSON.stringify(subscriptions) === urls, sentence, () => `subscriptions are ${subscriptions}`);
      const all = new Map(
        (names as readonly { name: string; address: string }[]).map((one) => [one.name, one]),
      );
      for (const name of new Set([...book.keys(), ...NAMES]))
        holds(
          all.get(name)?.address === book.get(name),
          sentence,
          () => `${name} is ${all.get(name)?.address}`,
        );
      if (!views.isWhole) return;
      const counted = [...(await views.metrics()).matchAll(/^pilothouse_tunnels\{[^}]*\} (\d+)$/gm)];
      const total = counted.reduce((sum, [, one]) => sum + Number(one), 0);
      holds(total === tunnels.size, sentence, () => `${total} are counted, and there are ${tunnels.size}`);
      // A tunnel that is switched off is no service.
      const { I2PTunnel } = await views.result("ClientServicesInfo", { I2PTunnel: "" });
      const on = found.filter((one) => one.state !== "stopped").map(({ name, address }) => [name, address]);
      const services = Object.values(I2PTunnel as Params).flatMap((one) =>
        Object.entries(one as { [name: string]: { readonly address: string } }),
      );
      const listed = services.map(([name, { address }]) => [name, address]);
      holds(
        JSON.stringify(listed.toSorted()) === JSON.stringify(on.toSorted()),
        sentence,
        () => `ClientServicesInfo has ${JSON.stringify(I2PTunnel)}`,
      );
    },
  },
];

/** Names that commands try. */
const NAMES = ["attic.i2p", "cellar.i2p", "garden.i2p"];
