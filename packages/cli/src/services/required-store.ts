import { statSync } from "node:fs";
import { resolve } from "node:path";
import { connect, httpLink, peekCertificate } from "@pilothouse/client";
import type { MethodName } from "@pilothouse/protocol";
import { Store, StoreError } from "@pilothouse/server";
import type { Settings } from "@pilothouse/server/settings";
import { orNone, reachedAt } from "@pilothouse/system";
import { ownCommand } from "../package-file.js";
import { Complaint } from "../terminal/exit.js";
import type { Place } from "./local-command.js";
import { described, servicesBeside } from "./services-here.js";
import { userName } from "./user-name.js";

/** The command that was meant, for another service. */
export type CommandFor = (place: Place) => string;

/**
 * Complains where no service has its store, and says where there is one. Only a service makes a store: a command that
 * made one would say that it is done, while the service that was meant goes on with its own.
 */
export async function requireStore(settings: Settings, command: CommandFor): Promise<void> {
  const { data_dir } = settings;
  const dataDir = resolve(data_dir);
  try {
    if (Store.isIn(dataDir)) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    const uid = orNone(() => statSync(dataDir).uid);
    const user = uid === undefined ? undefined : userName(uid);
    const whose = user === undefined ? "another user" : `the user ${user}`;
    throw new Complaint(`${dataDir} belongs to ${whose}: ${command({ dataDir, sudo: true, user })}`);
  }
  const others = servicesBeside(dataDir).map((one) => `${described(one)}: ${command(one)}`);
  const hints = others.length > 0 ? others.slice(0, MOST_NAMED) : [await hintOfPort(settings)];
  throw new Complaint(`there is no store in ${dataDir}, so no service has run there; ${hints.join("; ")}`);
}

const MOST_NAMED = 3;
const ANSWER_MS = 3_000;

async function hintOfPort(settings: Settings): Promise<string> {
  const url = `https://${reachedAt(settings.host, settings["https.port"])}/`;
  return (await answers(url))
    ? `one answers at ${url}, and its data directory cannot be seen from here: is it in a container?`
    : `start it (${ownCommand("serve")}), or name its directory with --data-dir`;
}

/** Whether it is a service of ours. Nothing is sent that is secret, so any certificate will do. */
async function answers(url: string): Promise<boolean> {
  try {
    const { fingerprint } = await peekCertificate(url, { timeout: ANSWER_MS });
    const client = connect(httpLink(url, { fingerprint }), { dialect: "svc", timeout: ANSWER_MS });
    try {
      await client.call("pilothouse.setup" satisfies MethodName);
      return true;
    } finally {
      client.close();
    }
  } catch {
    return false;
  }
}

/**
 * The store of a service that does not run; undefined while one does: it alone touches its store. Where there is none,
 * the complaint says what to type for the service that was perhaps meant.
 */
export async function openUnlessInUse(settings: Settings, command: CommandFor): Promise<Store | undefined> {
  await requireStore(settings, command);
  try {
    return Store.open(settings.data_dir);
  } catch (error) {
    if (error instanceof StoreError && error.inUse) return undefined;
    throw error;
  }
}
