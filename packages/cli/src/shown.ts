import type { InfoName, InfoOf, NetworkName } from "@pilothouse/client";
import { NET_STATUS, type NetStatus, networkRow, type RateStat, rateRow } from "@pilothouse/protocol";
import { cell } from "./output.js";
import { bytes, percent, perSecond, span } from "./units.js";

type Show = (value: never) => string;

/** How a router's numbers read with their units; what has no row is shown as it is. */
const INFO_SHOWN: { readonly [N in InfoName]?: Show } = {
  uptime: span,
  "net.status": (code: NetStatus) => `${NET_STATUS[code].name} (${code})`,
  "net.bw.inbound.1s": perSecond,
  "net.bw.inbound.15s": perSecond,
  "net.bw.outbound.1s": perSecond,
  "net.bw.outbound.15s": perSecond,
  "net.tunnels.successrate": percent,
  "net.total.received.bytes": bytes,
  "net.total.sent.bytes": bytes,
  "netdb.isreseeding": (value: boolean) => (value ? "yes" : "no"),
};

export function shownInfo<N extends InfoName>(name: N, value: InfoOf<N>[N]): string {
  const show = INFO_SHOWN[name] as ((value: unknown) => string) | undefined;
  return show === undefined ? cell(String(value)) : show(value);
}

const NETWORK_UNITS: { readonly [N in NetworkName]?: string } = {
  "bw.in": "KiB/s",
  "bw.out": "KiB/s",
  "bw.share": "%",
};

export function shownSetting(name: NetworkName, value: string | null): string {
  if (value === null || value === "") return "(unset)";
  const unit = NETWORK_UNITS[name];
  return unit === undefined ? cell(value) : `${cell(value)} ${unit}`;
}

/** A statistic has the unit of what it is sampled from. */
export function shownRate(stat: RateStat | undefined, value: number): string {
  const of = stat && rateRow(stat).of[0];
  const inBytes = of !== undefined && INFO_SHOWN[of.slice("router.".length) as InfoName] === perSecond;
  return inBytes ? perSecond(value) : String(Number(value.toFixed(2)));
}

export const settingSays = (name: NetworkName): string => networkRow(`router.net.${name}`).says;
