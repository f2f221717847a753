import { type Asking, ask, call, should, type Watching } from "../../check/check.js";
import type { Exchanged } from "../../check/exchanged.js";
import { asksFirst, guards, HARMLESS, refuses } from "../../check/proposal-170.js";
import { field, mayHave, resultOf, that, type View } from "../../check/want.js";
import { proposal170 } from "../../spec/clause.js";
import { matching, objects } from "../../spec/kinds.js";
import { isObject, show } from "../../wire/json.js";
import { isPrivateKey } from "../../wire/private-key.js";
import { stringsOf } from "../../wire/secrets.js";

const NAME = HARMLESS.TunnelManager.Name;
const ACTION = proposal170(
  "Name: name of the tunnel. Action: create, edit, get, start, stop, restart, delete. " +
    "Returns status: success - … or error - ….",
);
const TYPES = proposal170(
  "Type: required for create; client, httpclient, ircclient, socks, socksirc, connectclient, streamrclient, server, " +
    "httpserver, httpbidirserver, ircserver, streamrserver.",
);
const INFO = proposal170(
  "Get returns status and info: client, status, persistentClientKey, offlineKeys, targetDestination, " +
    "localDestination, destination, destinationB32, rawConfig.",
);
const LIST = "router.net.tunnels.i2ptunnel";
const LISTED = proposal170(`i2p.${LIST}: information on each tunnel that is configured. List of maps.`);

const refused = (id: string, says: string, params: { readonly [name: string]: string }): Asking =>
  refuses({ id: `tunnels.${id}`, says, clause: ACTION }, "TunnelManager", params);

/** A tunnel without a port or a target, which no server can run. */
const notCreated = (id: string, says: string, params: { readonly [name: string]: string }): Asking =>
  refuses(
    { id: `tunnels.${id}`, says, clause: TYPES, undo: { Action: "delete", Name: NAME } },
    "TunnelManager",
    { Action: "create", Name: NAME, ...params },
  );

const listed = (id: string, prefix: string, says: string): Asking =>
  should(
    `tunnels.${id}`,
    says,
    LISTED,
    ask(call("RouterInfo", { [`${prefix}.${LIST}`]: "" }), mayHave(`${prefix}.${LIST}`, objects)),
  );

/** The name of a tunnel that this server has. */
function firstName(view: View): string | undefined {
  const list = field(view, `svc.${LIST}`);
  const names = (Array.isArray(list) ? list : []).map((one) => (isObject(one) ? one["name"] : undefined));
  return names.find((name): name is string => typeof name === "string");
}

const TYPED = {
  client: "boolean",
  status: "string",
  persistentClientKey: "boolean",
  offlineKeys: "boolean",
  targetDestination: "string",
  localDestination: "string",
  destination: "string",
  destinationB32: "string",
} as const;

const typedInfo = that("info with the fields of the proposal, each of its type", (view) => {
  const info = resultOf(view)?.["info"];
  if (!isObject(info)) return `info is ${show(info)}`;
  const wrong = Object.entries(TYPED).find(([name, type]) => typeof info[name] !== type);
  if (wrong !== undefined) return `${wrong[0]} is ${show(info[wrong[0]])}`;
  return isObject(info["rawConfig"]) ? undefined : `rawConfig is ${show(info["rawConfig"])}`;
});

export const TUNNELS: readonly Asking[] = [
  ...guards("tunnels", "TunnelManager", ACTION),
  refused(
    "get.missing",
    "The options of a tunnel that is not there are not answered.",
    HARMLESS.TunnelManager,
  ),
  ...["edit", "start", "stop", "restart", "delete"].map((action) =>
    refused(`${action}.missing`, `A ${action} of a tunnel that is not there is refused.`, {
      Action: action,
      Name: NAME,
    }),
  ),
  refused("name.missing", "An action without the name of a tunnel is refused.", { Action: "get" }),
  refused("action.missing", "A name without an action is refused.", { Name: NAME }),
  refused("action.unknown", "An action that there is not is refused.", { Action: "explode", Name: NAME }),
  notCreated("type.missing", "A tunnel without a type is not created.", {}),
  notCreated("type.unknown", "A tunnel of a type that there is not is not created.", { Type: "wormhole" }),
  listed("list", "svc", "The tunnels are listed: each is an object."),
  listed("list.i2p", "i2p", "The tunnels are listed under the name that the proposal has for the list."),
  should(
    "tunnels.get",
    "The first tunnel of the list is answered with the fields of the proposal.",
    INFO,
    ...asksFirst("TunnelManager"),
    {
      ...ask(call("RouterInfo", { [`svc.${LIST}`]: "" }), mayHave(`svc.${LIST}`, objects)),
      keep: { TUNNEL: firstName },
    },
    ask(
      call("TunnelManager", { Action: "get", Name: "$TUNNEL" }),
      mayHave("status", matching(/^success\b/i, "a text that begins with success")),
      typedInfo,
    ),
  ),
];

/** Whether something is told of tunnels or names. */
const tells = ({ sent, json }: Exchanged): boolean =>
  /"(TunnelManager|AddressBook)"|i2ptunnel|addressbook/.test(sent.toString()) &&
  isObject(json) &&
  Object.keys(json["result"] ?? {}).length > 0;

export const KEYS: Watching = {
  id: "tunnels.reply.keys",
  level: "SHOULD",
  says: "No answer about tunnels and names has a private key in it.",
  clause: proposal170(
    "It is important to have appropriate mechanisms of authentication and authorization, to prevent unauthorized " +
      "access to sensitive information.",
  ),
  endangers: true,
  about: tells,
  watch: ({ json }) => {
    const found = [...stringsOf(json)].find(([, text]) => isPrivateKey(text));
    return found === undefined ? undefined : `${found[0]} is a destination with its private keys`;
  },
};
