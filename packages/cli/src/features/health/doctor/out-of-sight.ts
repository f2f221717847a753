import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Store } from "@pilothouse/server";
import { type Finding, isNoEntry, problem, ROOT } from "@pilothouse/system";
import type { EffectiveHere } from "../../../local/flags.js";
import { localCommand, type Place } from "../../../services/local-command.js";
import { described, type ServiceHere } from "../../../services/services-here.js";
import { userName } from "../../../services/user-name.js";

const me = (): number => process.geteuid?.() ?? ROOT;

/** What is said in place of everything else where the service that is meant cannot be looked into; otherwise undefined. */
export function outOfSight(
  { settings, sources }: EffectiveHere,
  services: () => readonly ServiceHere[],
): readonly Finding[] | undefined {
  const dataDir = resolve(settings.data_dir);
  const owner = ownerOf(dataDir);
  if (me() !== ROOT && owner !== undefined && owner !== me()) {
    const user = owner === "unknown" ? undefined : userName(owner);
    const whose = user === undefined ? "another user" : `the user ${user}`;
    return [problem(`${dataDir} belongs to ${whose}: ${HIDDEN}`, lookAt({ dataDir, sudo: true, user }))];
  }
  const isChosen = sources["data_dir"]?.source !== "default";
  if (isChosen || Store.isIn(dataDir)) return undefined;
  const others = ofOthers(services()).filter((one) => one.dataDir !== dataDir);
  if (others.length === 0) return undefined;
  const none = `no service has run in ${dataDir}`;
  return others.map((one) => problem(`${described(one)}: ${one.sudo ? HIDDEN : none}`, lookAt(one)));
}

export const ofOthers = (services: readonly ServiceHere[]): readonly ServiceHere[] =>
  services.filter(({ user }) => user !== userName(me()));

const HIDDEN = "this user cannot look into it, so nothing is known about it";
const lookAt = (place: Place): string => `to check it: ${localCommand("doctor", place)}`;

function ownerOf(dataDir: string): number | "unknown" | undefined {
  try {
    return statSync(dataDir).uid;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return isNoEntry(error) || code === "ENOTDIR" ? undefined : "unknown";
  }
}
