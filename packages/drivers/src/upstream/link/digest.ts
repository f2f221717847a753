import { createHash } from "node:crypto";

/** A name and password for HTTP, apart from the interface's own. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** What a server that wants a Digest login (RFC 7616) gives to make it with. */
export interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** Whether requests are counted; servers older than RFC 2617 do not. */
  readonly counts: boolean;
}

export interface Signing {
  readonly method: string;
  readonly uri: string;
  /** Which request with this challenge it is; no two may have the same number. */
  readonly count: number;
  readonly cnonce: string;
}

/** Name and value, quoted or not. */
const PARAMETER = /(?<![a-z])([a-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi;

/** The MD5 challenge of a `WWW-Authenticate` header, where it has one. */
export function readChallenge(header: string): Challenge | undefined {
  for (const offer of header.split(/\b(?=Digest\s)/i)) {
    if (!/^Digest\s/i.test(offer)) continue;
    const given = new Map<string, string>();
    for (const [, name = "", quoted, bare] of offer.matchAll(PARAMETER)) {
      const key = name.toLowerCase();
      if (!given.has(key)) given.set(key, quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "");
    }
    const nonce = given.get("nonce");
    if (nonce === undefined || (given.get("algorithm") ?? "MD5").toUpperCase() !== "MD5") continue;
    const qop = given.get("qop");
    if (qop !== undefined && !qop.split(",").some((one) => one.trim() === "auth")) continue;
    return {
      realm: given.get("realm") ?? "",
      nonce,
      opaque: given.get("opaque"),
      counts: qop !== undefined,
    };
  }
  return undefined;
}

const md5 = (...parts: readonly string[]): string => createHash("md5").update(parts.join(":")).digest("hex");

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** The `Authorization` header that answers a challenge. */
export function authorization(
  { realm, nonce, opaque, counts }: Challenge,
  { user, password }: Credentials,
  { method, uri, count, cnonce }: Signing,
): string {
  const who = md5(user, realm, password);
  const what = md5(method, uri);
  const nc = count.toString(16).padStart(8, "0");
  const fields = [
    `username=${quoted(user)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    "algorithm=MD5",
    ...(counts ? ["qop=auth", `nc=${nc}`, `cnonce=${quoted(cnonce)}`] : []),
    `response="${counts ? md5(who, nonce, nc, cnonce, "auth", what) : md5(who, nonce, what)}"`,
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ];
  return `Digest ${fields.join(", ")}`;
}
