import type { ValueDefinition } from "../../kernel/shapes.js";
import {
  amount,
  count,
  double,
  isObject,
  listOf,
  orNull,
  record,
  text,
  type Unit,
  type ValueOf,
  type ValueType,
  valueType,
} from "../../value-types/value-types.js";

/** Any object: the proposal does not say more of some values. */
export const object = valueType({
  type: "object",
  wants: "an object",
  schema: { type: "object" },
  fits: isObject,
});
const file = record({ path: text, entries: listOf(text) });

interface DetailDefinition extends ValueDefinition {
  readonly extension: true;
  readonly optional: true;
}

/** Only some routers tell them, and they are asked for only if somebody wants them. */
/* @__NO_SIDE_EFFECTS__ */
const detail = <const T extends ValueType<unknown>>(
  type: T,
  description: string,
  more: { unit?: Unit } = {},
) => ({ type, description, extension: true, optional: true, ...more }) as const satisfies DetailDefinition;

/**
 * What I2P proposal 170 (open; as of 2026-05-20) adds to RouterInfo, but for what `ROUTER_INFO` has already and for
 * `logs.clear`, which would be a change in a method that reads. On the wire each key is prefixed with `svc.`.
 */
export const ROUTER_DETAILS = {
  "router.news": detail(text, "What the project's news feed says."),
  "router.id": detail(orNull(text), "Hash of the router's identity, in I2P's Base64."),
  "router.clockskew": detail(orNull(double), "How far the clocks of peers are ahead.", { unit: "ms" }),
  "router.info": detail(orNull(text), "What the router publishes of itself, in I2P's Base64."),
  "router.logs": detail(
    listOf(text),
    "The last lines of the router's log, as pilothouse.logs shows them: without secrets and addresses.",
  ),
  "router.net.total.transit.bytes": detail(amount, "Bytes sent for others since the router started.", {
    unit: "B",
  }),
  "router.net.tunnels.shareratio": detail(amount, "Traffic for others, divided by its own."),
  "router.net.tunnels.participating.info": detail(listOf(object), "Each tunnel of others."),
  "router.net.tunnels.i2ptunnel": detail(
    listOf(object),
    "Each tunnel of programs: `name`, `type`, `status` and, once it has a key, `address`.",
  ),
  "router.net.tunnels.exploratory.inbound": detail(count, "Inbound exploratory tunnels."),
  "router.net.tunnels.exploratory.outbound": detail(count, "Outbound exploratory tunnels."),
  "router.net.tunnels.exploratory.info.list": detail(listOf(object), "Each exploratory tunnel."),
  "router.net.tunnels.client.inbound": detail(count, "Inbound tunnels of programs."),
  "router.net.tunnels.client.outbound": detail(count, "Outbound tunnels of programs."),
  "router.net.tunnels.client.info.list": detail(listOf(object), "Each of these."),
  "router.net.status.v6": detail(count, "Status code for IPv6, as the router itself counts."),
  "router.net.error": detail(count, "Error code for IPv4, as the router itself counts; 0 is none."),
  "router.net.error.v6": detail(count, "Error code for IPv6, as the router itself counts; 0 is none."),
  "router.net.testing": detail(count, "Whether reachability over IPv4 is being tested: 0 or 1."),
  "router.net.testing.v6": detail(count, "Whether reachability over IPv6 is being tested: 0 or 1."),
  "router.netdb.peers": detail(listOf(text), "Hashes of known routers."),
  "router.netdb.peers.list": detail(listOf(text), "The same."),
  "router.netdb.peers.info": detail(listOf(text), "What known routers publish, each in I2P's Base64."),
  "router.netdb.activepeers.list": detail(listOf(text), "Hashes of routers talked to lately."),
  "router.netdb.activepeers.info": detail(listOf(text), "What these publish, each in I2P's Base64."),
  "router.netdb.activepeers.stats": detail(listOf(object), "Each connection to another router."),
  "router.netdb.ntcp.limit": detail(count, "Most connections over NTCP."),
  "router.netdb.ssu.limit": detail(count, "Most connections over SSU."),
  "router.netdb.bannedpeers": detail(object, "Routers that are banned, by hash."),
  "router.addressbook.private.list": detail(listOf(object), "The names of the private book."),
  "router.addressbook.local.list": detail(listOf(object), "The names of the local book."),
  "router.addressbook.router.list": detail(
    listOf(object),
    "The names of the router's book: `hostname` and `destination`, which may be a .b32.i2p address.",
  ),
  "router.addressbook.published.list": detail(listOf(object), "The names of the published book."),
  "router.addressbook.subscriptions": detail(
    file,
    "Where the router gets further names from. `path` is empty where they are not in a file of their own.",
  ),
  "router.addressbook.config": detail(object, "Settings of the address book: `path` and `entries`."),
} as const satisfies Record<string, DetailDefinition>;

export type DetailKey = keyof typeof ROUTER_DETAILS;
export type Details = { readonly [K in DetailKey]?: ValueOf<(typeof ROUTER_DETAILS)[K]["type"]> };
export const DETAIL_KEYS = /* @__PURE__ */ Object.keys(ROUTER_DETAILS) as readonly DetailKey[];
export const isDetail = (key: string): key is DetailKey => Object.hasOwn(ROUTER_DETAILS, key);
