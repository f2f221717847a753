import type { Facts, Router } from "@pilothouse/drivers/port";
import { type DetailKey, type Details, ROUTER_DETAILS } from "@pilothouse/protocol";
import type { Log } from "../../log.js";
import type { Logs } from "../../logs/logs.js";

interface Sources {
  readonly router: Pick<Router, "details" | "tunnels" | "addressBook">;
  readonly logs: Pick<Logs, "read">;
  readonly log: Log;
}

const WITHIN_MS = 5_000;

type Source = (from: Sources, signal: AbortSignal) => Promise<unknown> | undefined;

/** What the service has from its own parts for any router, where the router does not say it itself. */
const OWN: { readonly [K in DetailKey]?: Source } = {
  "router.logs": async ({ logs }) => {
    const { available, lines } = await logs.read({ source: "router" });
    return available ? lines.map(({ text }) => text) : undefined;
  },
  "router.net.tunnels.i2ptunnel": async ({ router }, signal) =>
    (await router.tunnels?.list(signal))?.map(({ name, type, state, address }) => ({
      ...{ name, type, status: state },
      ...(address !== undefined && { address }),
    })),
  "router.addressbook.router.list": async ({ router }) =>
    (await router.addressBook?.list({ limit: Number.POSITIVE_INFINITY }))?.names.map(({ name, address }) => ({
      hostname: name,
      destination: address,
    })),
  "router.addressbook.subscriptions": async ({ router }) => {
    const entries = await router.addressBook?.subscriptions();
    return entries && { path: "", entries };
  },
};

/** What is known of these keys now. What cannot be told, or not in the right form, is left out. */
export async function detailsOf(keys: readonly DetailKey[], facts: Facts, from: Sources): Promise<Details> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const orNothing = async (work: () => unknown): Promise<unknown> => {
    try {
      return await work();
    } catch (error) {
      from.log.debug({ err: error }, "a detail of the router is not known");
      return undefined;
    }
  };
  // The service's log has no secrets; what a router passes on may have.
  const asked = keys.filter((key) => key !== "router.logs");
  const told = (await orNothing(() => from.router.details?.(asked, signal))) as Details | undefined;
  const one = async (key: DetailKey) => {
    if (told?.[key] !== undefined) return told[key];
    if (key === "router.net.total.transit.bytes") return facts["router.net.transit.sent.bytes"];
    return OWN[key]?.(from, signal);
  };
  const found = await Promise.all(
    keys.map(async (key) => {
      const value = await orNothing(() => one(key));
      return value === undefined ? [] : [[key, await orNothing(() => ROUTER_DETAILS[key].type.read(value))]];
    }),
  );
  return Object.fromEntries(found.flat());
}
