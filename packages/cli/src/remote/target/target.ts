import { X509Certificate } from "node:crypto";
import type { DialectOption, Trust } from "@pilothouse/client";
import { loadSettings } from "@pilothouse/server/settings";
import { orNone, SettingsError } from "@pilothouse/system";
import type { Common, Context } from "../../command/context.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { readInput } from "../../terminal/questions.js";
import { OPERATOR_URL } from "../operator-link.js";
import { loadProfiles, type Profile, type Profiles, profileNamed } from "./profiles.js";

/** The server that a command talks to. */
export interface Target {
  readonly url: string;
  readonly trust: Trust;
  readonly dialect: DialectOption;
  /** The data directory of the service on this machine, when that is meant and reached by its socket. */
  readonly dataDir?: string;
  /** The profile it was found by, under which its session is kept; absent for a bare address. */
  readonly profile?: string;
  /** The node that is meant behind the hub of the profile. */
  readonly node?: string;
  /** The account of the hub, where it is not the hub's own password that opens it. */
  readonly user?: string | undefined;
}

type Given = Pick<Common, "profile" | "url" | "fingerprint" | "local" | "dataDir">;
type Here = Pick<Context, "env" | "table">;

/** The server to use: by flag, by variable, or the current profile; undefined without any of these. */
export function findTarget({
  common: given,
  env,
  table,
}: Here & { readonly common: Given }): Target | undefined {
  if (given.profile !== undefined && given.url !== undefined)
    throw new Complaint("--profile and --url name two servers; give one", EXIT.usage);
  if (given.local) return onThisMachine(given, { env, table });
  if (given.dataDir !== undefined) throw new Complaint("--data-dir goes with --local", EXIT.usage);
  const profiles = loadProfiles(env);
  const fingerprint = given.fingerprint ?? env["PILOTHOUSE_FINGERPRINT"];
  const byUrl = (url: string) => ofUrl(profiles, addressOf(url), fingerprint);
  const byName = (typed: string) => {
    const [name = "", node] = typed.split(/\/(.*)/s);
    const target = ofProfile(name, profileNamed(profiles, name), given.fingerprint);
    return node === undefined ? target : onNode(target, node);
  };
  if (given.url !== undefined) return byUrl(given.url);
  if (given.profile !== undefined) return byName(given.profile);
  const url = env["PILOTHOUSE_URL"] || env["I2PCONTROL_URL"];
  if (url) return byUrl(url);
  const name = env["PILOTHOUSE_PROFILE"] || profiles.current;
  return name ? byName(name) : undefined;
}

/** `-p HUB/NODE`: the node NODE behind the hub HUB, with the hub's session. */
function onNode(target: Target, node: string): Target {
  if (!/^[A-Za-z0-9.-]{1,63}$/.test(node))
    throw new Complaint(
      `${JSON.stringify(node)} cannot be the name of a node; write -p HUB/NODE`,
      EXIT.usage,
    );
  return { ...target, url: new URL(`/nodes/${node}/`, target.url).href, node };
}

function onThisMachine({ profile, url, dataDir }: Given, here: Here): Target {
  if ((profile ?? url) !== undefined)
    throw new Complaint("this machine or another one: give a server or --local, not both", EXIT.usage);
  return { url: OPERATOR_URL, trust: {}, dialect: "svc", dataDir: dataDir ?? dataDirIn(here) };
}

function dataDirIn({ env, table }: Here): string {
  try {
    return loadSettings({ env }, table).settings.data_dir;
  } catch (error) {
    throw error instanceof SettingsError ? new Complaint(error.message, EXIT.usage) : error;
  }
}

/** An address that has a profile is trusted as the profile says, and shares its session. */
function ofUrl(profiles: Profiles, url: string, fingerprint: string | undefined): Target {
  const [name, profile] = [...profiles.known].find(([, one]) => one.url === url) ?? [];
  if (name !== undefined && profile !== undefined) return ofProfile(name, profile, fingerprint);
  return { url, trust: fingerprint === undefined ? {} : { fingerprint }, dialect: "auto" };
}

function ofProfile(name: string, profile: Profile, fingerprint: string | undefined): Target {
  const { url, dialect = "auto", user } = profile;
  const trust = trustOf({ ...profile, ...(fingerprint && { fingerprint }) });
  return { url, trust, dialect, profile: name, user };
}

export function trustOf({ fingerprint, ca }: Pick<Profile, "fingerprint" | "ca">): Trust {
  if (fingerprint !== undefined) return { fingerprint };
  return ca === undefined ? {} : { ca: readAuthority(ca) };
}

/** What is no certificate would be ignored later, and the server blamed. */
function readAuthority(file: string): string {
  const text = readInput(file);
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0 || !found.every((one) => orNone(() => new X509Certificate(one))))
    throw new Complaint(`${file} holds no certificate (PEM) of an authority`, EXIT.usage);
  return text;
}

const USUAL_PORT = "7650";

/** An address as people type it: without a scheme, https and the usual port are meant. */
export function addressOf(typed: string): string {
  const bare = !/^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
  const text = bare ? `https://${typed}` : typed;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.username || url?.password)
    throw new Complaint("an address holds no user and no password; the password is asked for", EXIT.usage);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw new Complaint(
      `${JSON.stringify(typed)} is not an address; write https://127.0.0.1:7650/ or http://127.0.0.1:7657/jsonrpc/`,
      EXIT.usage,
    );
  if (bare && url.port === "") url.port = USUAL_PORT;
  return url.href;
}
