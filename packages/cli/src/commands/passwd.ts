import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { password as ask, isCancel } from "@clack/prompts";
import { systemClock } from "@pilothouse/drivers/port";
import { METHODS, Unfit } from "@pilothouse/protocol";
import {
  Auth,
  FACTORY_PASSWORD,
  Hasher,
  leavePasswordHash,
  passwordHashWaits,
  type Settings,
  Store,
  StoreError,
} from "@pilothouse/server";
import { Complaint, EXIT } from "../exit.js";

const RUNNING_SERVICE_MS = 5_000;

/** Sets the password of the service on this machine, whether it runs or not, without knowing the old one. */
export async function passwd(settings: Settings): Promise<void> {
  const password = await newPassword();
  const hash = await new Hasher().hash(password);
  const store = openUnlessInUse(settings.data_dir);
  if (store === undefined) await handOver(settings.data_dir, hash);
  else await change(store, hash);
  process.stderr.write("Password changed; all tokens are revoked.\n");
}

async function change(store: Store, hash: string): Promise<void> {
  const auth = await Auth.open(store, systemClock, {
    tokenLifetimeMs: () => 0,
    allowFactoryPassword: () => false,
  });
  await auth.takePasswordHash(hash);
  auth.close();
  await store.close();
}

function openUnlessInUse(dataDir: string): Store | undefined {
  try {
    return Store.open(dataDir);
  } catch (error) {
    if (error instanceof StoreError && error.inUse) return undefined;
    throw error;
  }
}

/** The running service alone touches its store: it is given the hash and told to look. */
async function handOver(dataDir: string, hash: string): Promise<void> {
  const pid = Number(readFileSync(join(dataDir, "pilothouse.pid"), "utf8"));
  leavePasswordHash(dataDir, hash);
  process.kill(pid, "SIGHUP");
  for (const end = Date.now() + RUNNING_SERVICE_MS; passwordHashWaits(dataDir); await sleep(50))
    if (Date.now() > end)
      throw new Complaint(`the running service (process ${pid}) has not taken the new password; see its log`);
}

async function newPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await askTwice() : await firstLine();
  if (password === FACTORY_PASSWORD)
    throw new Complaint("the factory password cannot be set again; choose another");
  try {
    return METHODS.ServiceControl.params["svccontrol.password"].kind.read(password);
  } catch (error) {
    if (error instanceof Unfit) throw new Complaint(`the password ${error.message}`);
    throw error;
  }
}

async function askTwice(): Promise<string> {
  const [first, second] = [await hidden("New password"), await hidden("The same again")];
  if (first !== second) throw new Complaint("the two are not the same; nothing was changed");
  return first;
}

async function hidden(message: string): Promise<string> {
  const answer = await ask({ message, output: process.stderr });
  if (isCancel(answer)) throw new Complaint("nothing was changed", EXIT.interrupted);
  return answer;
}

/** For scripts: the password is the first line of standard input. */
async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new Complaint("no password on standard input", EXIT.usage);
}
