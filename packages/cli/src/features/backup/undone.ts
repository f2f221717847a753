import type { Backup } from "@pilothouse/server";
import { moment } from "../../terminal/units.js";

/** What a restore takes back, for whoever has to decide on it. */
export function undoneBy({ at, files }: Pick<Backup, "at" | "files">): readonly string[] {
  const isHub = files.some(({ path }) => path === "fleet-keys.json");
  return [
    `Everything becomes as it was on ${moment(at)}. What has changed since then is undone:`,
    "  The password of that time is valid again, and so are program tokens that were revoked since.",
    "  Sessions end: everyone has to log in again.",
    ...(isHub ? HUB : NODE),
  ];
}

const HUB = [
  "  Accounts removed or changed since are as before, with their old passwords.",
  "  Nodes that joined since have no record here: the hub lists them as unknown, to be adopted or removed.",
  "  Nodes that were removed since return, unless the servers of the bus still know of their removal; the log says so.",
  "  Names, labels, invitations, templates, queued calls and roll-outs are those of that time.",
];
const NODE = [
  "  If it has joined or left a fleet since, it belongs to the fleet of that time, with the key of that time.",
  "  If that key is at work on another machine, run pilothouse leave here before you start the service.",
];
