import { join } from "node:path";
import { DIALECTS, type Dialect, isObject } from "@pilothouse/protocol";
import type { Environment } from "@pilothouse/system";
import { configDir } from "../../local/places.js";
import { readJsonFile, writePrivateFile } from "../../local/private-file.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { meant } from "../../terminal/suggest.js";

/** A known router: where it is, how it proves who it is, and how it spells names. */
export interface Profile {
  readonly url: string;
  /** SHA-256 of its certificate, where no authority vouches for it. */
  readonly fingerprint?: string;
  /** File of the authority that vouches for it, instead of the system's. */
  readonly ca?: string;
  readonly dialect?: Dialect;
  /** The account of a hub. */
  readonly user?: string;
}

export interface Profiles {
  /** The default profile. */
  readonly current?: string | undefined;
  readonly known: ReadonlyMap<string, Profile>;
}

const fileOf = (env: Environment): string => join(configDir(env), "profiles.json");

export function loadProfiles(env: Environment): Profiles {
  const file = fileOf(env);
  const json = readJsonFile(file);
  if (json === undefined) return { known: new Map() };
  const bad = (what: string) => new Complaint(`${file}: ${what}`);
  if (!isObject(json) || !isObject(json["profiles"])) throw bad('there is no object "profiles"');
  const known = Object.entries(json["profiles"]).map(([name, row]): [string, Profile] => {
    const profile = readProfile(row);
    if (profile === undefined) throw bad(`the profile ${name} is not an object with a url`);
    return [checkName(name), profile];
  });
  const { current } = json;
  return { current: typeof current === "string" ? current : undefined, known: new Map(known) };
}

function readProfile(row: unknown): Profile | undefined {
  if (!isObject(row) || typeof row["url"] !== "string") return undefined;
  const dialect = DIALECTS.find((one) => one === row["dialect"]);
  return {
    url: row["url"],
    ...(typeof row["fingerprint"] === "string" && { fingerprint: row["fingerprint"] }),
    ...(typeof row["ca"] === "string" && { ca: row["ca"] }),
    ...(dialect && { dialect }),
    ...(typeof row["user"] === "string" && { user: row["user"] }),
  };
}

export function saveProfiles(env: Environment, { current, known }: Profiles): void {
  const json = { current, profiles: Object.fromEntries(known) };
  writePrivateFile(fileOf(env), `${JSON.stringify(json, null, 2)}\n`);
}

/** The profile of that name, or a complaint that says which there are. */
export function profileNamed({ known }: Profiles, name: string): Profile {
  const profile = known.get(name);
  if (profile !== undefined) return profile;
  const names = [...known.keys()];
  const help =
    meant(name, names) ?? (names.length > 0 ? `there are ${names.join(", ")}` : "there are none yet");
  throw new Complaint(`there is no profile ${name}; ${help}`, EXIT.usage);
}

/** A name is also the name of a file. */
export function checkName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/.test(name)) return name;
  throw new Complaint(
    `${JSON.stringify(name)} cannot be the name of a profile: letters, digits and . _ : - are allowed, and a letter or digit first`,
    EXIT.usage,
  );
}

/** The profile of an address, if it has one; otherwise a name for it that is free. */
export function nameFor({ known }: Profiles, url: string): string {
  const same = [...known].find(([, profile]) => profile.url === url)?.[0];
  if (same !== undefined) return same;
  const { hostname, port } = new URL(url);
  const host = hostname.replaceAll(/[^A-Za-z0-9.:-]/g, "").replace(/^[^A-Za-z0-9]+/, "") || "router";
  const name = [host, `${host}:${port}`].map((one) => one.slice(0, 60)).find((one) => !known.has(one));
  if (name !== undefined) return name;
  let count = 2;
  while (known.has(`${host.slice(0, 60)}-${count}`)) count++;
  return `${host.slice(0, 60)}-${count}`;
}
