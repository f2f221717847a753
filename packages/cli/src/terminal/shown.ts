import type { InfoName, InfoOf, NetworkName } from "@pilothouse/client";
import {
  infoDefinition,
  NET_STATUS,
  NETWORK_PREFIX,
  type NetStatus,
  networkDefinition,
  statUnit,
  type Unit,
} from "@pilothouse/protocol";
import { cell } from "./output.js";
import { bytes, percent, perSecond, span } from "./units.js";

/** How a number reads with its unit. */
const IN_UNIT: { readonly [U in Unit]: (value: number) => string } = {
  ms: span,
  B: bytes,
  "B/s": perSecond,
  "KiB/s": (value) => `${value} KiB/s`,
  "%": percent,
};

export function shownInfo<N extends InfoName>(name: N, value: InfoOf<N>[N]): string {
  const { unit } = infoDefinition(`router.${name}`);
  if (unit !== undefined) return IN_UNIT[unit](Number(value));
  if (name === "net.status") return `${NET_STATUS[value as NetStatus].name} (${value})`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return cell(String(value));
}

/** A saved setting is shown as it was saved, with its unit. */
export function shownSetting(name: NetworkName, value: string | null): string {
  if (value === null || value === "") return "(unset)";
  const { unit } = networkDefinition(`${NETWORK_PREFIX}${name}`);
  return unit === undefined ? cell(value) : `${cell(value)}${unit === "%" ? "" : " "}${unit}`;
}

/** A mean over a short time may be a few milliseconds, which is more than "0 s" says. */
export function shownRate(stat: string, value: number): string {
  const unit = statUnit(stat);
  const plain = String(Number(value.toFixed(2)));
  if (unit === "ms") return `${plain} ms`;
  return unit === undefined ? plain : IN_UNIT[unit](value);
}

export const settingSays = (name: NetworkName): string =>
  networkDefinition(`${NETWORK_PREFIX}${name}`).description;
