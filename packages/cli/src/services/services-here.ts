import { statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { operatorSocket } from "@pilothouse/server/settings";
import { listeningSockets, orNone, ROOT } from "@pilothouse/system";
import { PACKAGED, type Place } from "./local-command.js";
import { userName } from "./user-name.js";

/** A service of this machine, as far as this user can see it. */
export interface ServiceHere extends Place {
  readonly runs: boolean;
}

/**
 * The services that run on this machine, those first of which more can be said; if none does, the one that the Debian
 * package installs.
 */
export function servicesHere(): readonly ServiceHere[] {
  const directories = listeningSockets().filter((path) => basename(path) === SOCKET);
  const running = [...new Set(directories.map(dirname))].map((dataDir) => seen(dataDir, true));
  if (running.length > 0)
    return running.sort((a, b) => Number(a.user === undefined) - Number(b.user === undefined));
  return orNone(() => statSync(PACKAGED).isDirectory()) ? [seen(PACKAGED, false)] : [];
}

/** Those that are not in this directory. */
export const servicesBeside = (dataDir: string): readonly ServiceHere[] =>
  servicesHere().filter((one) => one.dataDir !== resolve(dataDir));

/** The service in this directory, whether it runs or not. */
export const placeOf = (dataDir: string): Place => seen(resolve(dataDir), false);

const SOCKET = basename(operatorSocket("/"));

function seen(dataDir: string, runs: boolean): ServiceHere {
  const uid = orNone(() => statSync(dataDir).uid);
  const me = process.getuid?.();
  // A directory that cannot even be looked at is another user's.
  return {
    dataDir,
    runs,
    user: uid === undefined ? undefined : userName(uid),
    sudo: me !== ROOT && uid !== me,
  };
}

/** "a service runs here as the user pilothouse, in /var/lib/pilothouse" */
export const described = ({ runs, user, dataDir }: ServiceHere): string =>
  `a service ${runs ? "runs here" : "is installed here"}${user === undefined ? "" : ` as the user ${user}`}, in ${dataDir}`;
