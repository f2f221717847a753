import type { Value } from "../../../reference/behaviour.js";
import { answers, given, lets, type Mutant, mutant, passes } from "../mutant.js";

const DONE = { status: "success - done" };
const NOBODY = "conformance-no-tunnel";
const info = (change: (info: { readonly [name: string]: Value }) => Value) =>
  answers("TunnelManager", (result) =>
    "info" in result ? { ...result, info: change(result["info"] as { [name: string]: Value }) } : result,
  );
const lists = (change: (list: Value) => Value, prefix = "svc") =>
  answers("RouterInfo", (result) => {
    const key = `${prefix}.router.net.tunnels.i2ptunnel`;
    return key in result ? { ...result, [key]: change(result[key]) } : result;
  });
/** A destination with private keys after it, as it is in a file of keys. */
const PRIVATE = `${"B".repeat(512)}BQAEAAcAAA${"x".repeat(400)}`;

export const TUNNELS: readonly Mutant[] = [
  mutant(
    "tunnels-without-token",
    "carries out TunnelManager without a token",
    "tunnels.token.missing",
    passes((name, { Token }) => name === "TunnelManager" && Token === undefined),
  ),
  mutant(
    "tunnels-any-token",
    "carries out TunnelManager with any token",
    "tunnels.token.unknown",
    passes((name, { Token }) => name === "TunnelManager" && typeof Token === "string"),
  ),
  ...["get", "edit", "start", "stop", "restart", "delete"].map((action) =>
    mutant(
      `tunnels-${action}-missing`,
      `says that a ${action} of a tunnel that is not there was done`,
      `tunnels.${action}.missing`,
      lets("TunnelManager", ({ Action, Name }) => Action === action && Name === NOBODY, DONE),
    ),
  ),
  mutant(
    "tunnels-nameless",
    "answers the options of some tunnel without a name",
    "tunnels.name.missing",
    given("TunnelManager", (params) => ({ Name: "web", ...params })),
  ),
  mutant(
    "tunnels-actionless",
    "does nothing without an action, and calls it a success",
    "tunnels.action.missing",
    lets("TunnelManager", ({ Action }) => Action === undefined, DONE),
  ),
  mutant(
    "tunnels-any-action",
    "calls every action a success",
    "tunnels.action.unknown",
    lets("TunnelManager", ({ Action }) => Action === "explode", DONE),
  ),
  mutant(
    "tunnels-typeless",
    "creates a tunnel without a type",
    "tunnels.type.missing",
    given("TunnelManager", (params) =>
      params["Action"] === "create" ? { Type: "client", ...params } : params,
    ),
  ),
  mutant(
    "tunnels-any-type",
    "creates a tunnel of any type",
    "tunnels.type.unknown",
    given("TunnelManager", (params) => ("Type" in params ? { ...params, Type: "client" } : params)),
  ),
  mutant(
    "tunnels-list-names",
    "lists tunnels by their names only",
    "tunnels.list",
    lists((list) => (list as { name: string }[]).map(({ name }) => name)),
  ),
  mutant(
    "tunnels-list-text",
    "answers a text for the list under the name of the proposal",
    "tunnels.list.i2p",
    lists((list) => JSON.stringify(list), "i2p"),
  ),
  mutant(
    "tunnels-get-refused",
    "has an error for a tunnel that it lists",
    "tunnels.get",
    answers("TunnelManager", (result) => ("info" in result ? { status: "error - it sleeps" } : result)),
  ),
  mutant(
    "tunnels-get-types",
    "answers flags as texts",
    "tunnels.get",
    info((one) => ({ ...one, client: "false" })),
  ),
  mutant(
    "tunnels-get-raw",
    "answers the raw configuration as text",
    "tunnels.get",
    info((one) => ({ ...one, rawConfig: "name=web" })),
  ),
  mutant(
    "tunnels-private-key",
    "shows the private keys of a tunnel",
    "tunnels.reply.keys",
    info((one) => ({ ...one, localDestination: PRIVATE })),
    ["tunnels.get"],
  ),
  mutant(
    "tunnels-private-list",
    "shows private keys in the list",
    "tunnels.reply.keys",
    lists((list) => (list as object[]).map((one) => ({ ...one, keys: { file: PRIVATE } }))),
    ["tunnels.list"],
  ),
];
