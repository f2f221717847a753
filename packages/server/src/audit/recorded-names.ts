import { createHash } from "node:crypto";
import {
  b32Address,
  destinationBytes,
  type EventData,
  type EventKind,
  type SettingDifference,
} from "@pilothouse/protocol";

/** Where the router gets names from, among the names: none is called so, since they end in .i2p. */
export const SUBSCRIPTIONS = "subscriptions";

export function addressOf(destination: string): string {
  const bytes = destinationBytes(destination) ?? new Uint8Array();
  return b32Address(createHash("sha256").update(bytes).digest());
}

/** The record holds whole destinations, which an undo needs; an address says as much to people. */
export const shownDestination = (value: string | null): string | null =>
  value === null || destinationBytes(value) === undefined ? value : addressOf(value);

/** What a change of the address book is told as. */
export function nameEvents(
  by: string,
  differences: readonly SettingDifference[],
): readonly { readonly kind: EventKind; readonly data: EventData }[] {
  const names = differences.filter(({ name }) => name !== SUBSCRIPTIONS);
  const removed = names.filter((one) => one.new === null).map(({ name }) => name);
  return [
    ...names.flatMap(({ name, new: where }) =>
      where === null
        ? []
        : [{ kind: "names.added" as const, data: { by, name, address: shownDestination(where) ?? "" } }],
    ),
    ...(removed.length > 0
      ? [{ kind: "names.removed" as const, data: { by, names: removed.join(", ") } }]
      : []),
    ...(names.length < differences.length ? [{ kind: "names.subscribed" as const, data: { by } }] : []),
  ];
}
