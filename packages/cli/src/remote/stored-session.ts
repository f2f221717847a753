import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "@pilothouse/protocol";
import { type Environment, orNoEntry } from "@pilothouse/system";
import { sessionsDir } from "../local/places.js";
import { readJsonFile, writePrivateFile } from "../local/private-file.js";

/** What is kept of a login. The password only when the person asked for it. */
export interface StoredSession {
  readonly token?: string | undefined;
  readonly password?: string | undefined;
}

const fileOf = (env: Environment, profile: string): string => join(sessionsDir(env), `${profile}.json`);

export function loadSession(env: Environment, profile: string): StoredSession {
  const json = readJsonFile(fileOf(env, profile));
  if (!isObject(json)) return {};
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { token: text(json["token"]), password: text(json["password"]) };
}

export function keepSession(env: Environment, profile: string, session: StoredSession): void {
  if (session.token === undefined && session.password === undefined) forgetSession(env, profile);
  else writePrivateFile(fileOf(env, profile), `${JSON.stringify(session)}\n`);
}

export const forgetSession = (env: Environment, profile: string): void =>
  rmSync(fileOf(env, profile), { force: true });

export function renameSession(env: Environment, from: string, to: string): void {
  orNoEntry(() => renameSync(fileOf(env, from), fileOf(env, to)));
}
