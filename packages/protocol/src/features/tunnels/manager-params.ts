import { optional } from "../../kernel/shapes.js";
import { choiceOf } from "../../value-types/setting-types.js";
import { flag, text } from "../../value-types/value-types.js";
import { looseOption, notOffered, orEmpty } from "./loose-values.js";
import { TUNNEL_OPTIONS, type TunnelOption, tunnelName } from "./options.js";

const ACTIONS = ["create", "edit", "get", "start", "stop", "restart", "delete"] as const;

type Optional<T> = { readonly type: T; readonly description: string; readonly optional: true };

/** Further options of the proposal. */
const OTHERS = [
  ...["CustomOptions", "PrivKeyFile", "Profile", "ConnectDelay", "DelayOpen", "Reduce", "ReduceCount"],
  ...["ReduceTime", "Close", "CloseTime", "NewDest", "PersistentClientKey", "ProxyList", "SSLProxies"],
  ...["JumpList", "UseOutproxyPlugin", "OutproxyType", "ProxyAuth", "ProxyUsername", "ProxyPassword"],
  ...["OutproxyAuth", "OutproxyUsername", "OutproxyPassword", "AllowUserAgent", "AllowAccept"],
  ...["AllowReferer", "AllowInternalSSL", "DCC", "EncryptLeaseSet", "OptionalLookup", "LeaseSetClientAuths"],
  ...["MaxConcurrentConns", "ClientPerMinute", "ClientPerHour", "ClientPerDay", "TotalInPerMinute"],
  ...["TotalInPerHour", "TotalInPerDay", "AccessOption", "AccessList", "FilterFilePath"],
  ...["UniqueLocalAddressPerClient", "MultiHoming", "WebsiteHostname", "BlockReferers", "BlockUserAgents"],
  ...["BlockAccessInProxies", "UserAgents", "PostLimit", "PostLimitTime", "PerClientPeriod", "TotalPeriod"],
  ...["TotalBanTime"],
] as const;

/** What `TunnelManager` takes. A function, so that bundlers leave it out where it is not used. */
/* @__NO_SIDE_EFFECTS__ */
export function managerParams() {
  return {
    Action: {
      type: choiceOf(ACTIONS),
      description: "What to do. Everything but `get` and `edit` without a difference may restart the router.",
      scope: "settings",
      changes: true,
      readsWith: ["get"],
    } as const,
    Name: optional(orEmpty(text), "The tunnel. Needed unless `All` is true."),
    All: optional(flag, "With `start`, `stop` and `restart`: all tunnels that are ours."),
    NewName: optional(orEmpty(tunnelName), "With `edit`: another name. The address stays the same."),
    ...(Object.fromEntries(
      (Object.keys(TUNNEL_OPTIONS) as TunnelOption[]).map((name) => [
        name,
        optional(looseOption(name), TUNNEL_OPTIONS[name].description),
      ]),
    ) as { readonly [O in TunnelOption]: Optional<ReturnType<typeof looseOption>> }),
    Host: optional(looseOption("TargetHost"), "Another name of `TargetHost`."),
    Destination: optional(looseOption("TargetDestination"), "Another name of `TargetDestination`."),
    ...(Object.fromEntries(
      OTHERS.map((name) => [
        name,
        optional(notOffered, 'Of the proposal, and not offered: only 0, false or "".'),
      ]),
    ) as { readonly [O in (typeof OTHERS)[number]]: Optional<typeof notOffered> }),
  };
}
