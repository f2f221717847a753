import { type Method, type Params, Refusal, type Value } from "./behaviour.js";
import type { State } from "./state.js";

const TYPES = [
  ...["client", "httpclient", "ircclient", "socks", "socksirc", "connectclient", "streamrclient"],
  ...["server", "httpserver", "httpbidirserver", "ircserver", "streamrserver"],
];
const ACTIONS = ["create", "edit", "get", "start", "stop", "restart", "delete"];
const DESTINATION = /^[\w~-]{516,}={0,2}$/;
const HOSTNAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.i2p$/;

const bad = (name: string): Refusal => new Refusal("invalidParams", name);
const within = (name: string, value: Value, allowed: readonly string[]): string => {
  if (typeof value !== "string" || !allowed.includes(value)) throw bad(name);
  return value;
};

/** The keys of RouterInfo that tell of tunnels and names. */
export const PROPOSED_INFO: { readonly [key: string]: (state: State) => Value } = {
  "router.net.tunnels.i2ptunnel": ({ tunnels }) => [...tunnels.keys()].map((name) => ({ name })),
  "router.addressbook.private.list": () => [],
  "router.addressbook.local.list": () => [],
  "router.addressbook.router.list": ({ names }) =>
    Array.from(names, ([hostname, destination]) => ({ hostname, destination })),
  "router.addressbook.published.list": () => [],
  "router.addressbook.subscriptions": ({ subscriptions }) => ({ path: "", entries: subscriptions }),
};

export const TUNNEL_MANAGER: Method = (params, { tunnels }) => {
  const action = within("Action", params["Action"], ACTIONS);
  const { Name: name, Type: type } = params;
  if (typeof name !== "string") throw bad("Name");
  const destination = tunnels.get(name);
  if (action === "create") {
    within("Type", type, TYPES);
    tunnels.set(name, `${"D".repeat(512)}BQAEAAcAAA==`);
  } else if (destination === undefined) throw bad("Name");
  if (action === "delete") tunnels.delete(name);
  const status = `success - ${action}`;
  return action === "get" ? { status, info: infoOf(name, destination ?? "") } : { status };
};

const infoOf = (name: string, destination: string): Params => ({
  ...{ client: false, status: "running", persistentClientKey: true, offlineKeys: false },
  ...{ targetDestination: "", localDestination: destination, destination },
  ...{ destinationB32: `${"a".repeat(52)}.b32.i2p`, rawConfig: { name, type: "server" } },
});

export const ADDRESS_BOOK: Method = (params, state) => {
  const { Type, Hostname: name, Destination: destination, SetSubscriptions: urls } = params;
  if (urls !== undefined) {
    if (!Array.isArray(urls) || urls.some((url) => typeof url !== "string")) throw bad("SetSubscriptions");
    state.subscriptions = urls;
    return { success: true, message: "Replaced" };
  }
  within("Type", Type, ["private", "local", "router", "published"]);
  if (typeof name !== "string" || !HOSTNAME.test(name)) throw bad("Hostname");
  if ("Delete" in params) return { success: state.names.delete(name), message: "Deleted" };
  if (typeof destination !== "string" || !DESTINATION.test(destination)) throw bad("Destination");
  state.names.set(name, destination);
  return { success: true, message: "Added" };
};
