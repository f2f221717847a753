import { createHash } from "node:crypto";
import { memberClaims, unsigned, withSignature } from "../keys/jwt.js";
import { isSignedBy, type NKey, ofRaw, rawOf } from "../keys/nkey.js";
import { publicText, rawPublic } from "../keys/nkey-text.js";

/** What an invitation's token says to the machine that joins. */
export interface InvitationToken {
  readonly addresses: readonly string[];
  /** SHA-256 of the bus's certificate, or of the authority's that signs it; undefined when systems know that one. */
  readonly fingerprint: Buffer | undefined;
  /** The fleet's public key: what it signs is believed. */
  readonly fleet: string;
  readonly account: string;
  readonly id: string;
  readonly secret: Buffer;
  /** The login with which the invitation's only subject can be reached. */
  readonly key: NKey;
  readonly jwt: string;
}

const TOKEN_PREFIX = "ph1_";
const ID = 8;
const SUM = 4;
const NO_FINGERPRINT = Buffer.alloc(32);

/** Lengths of the parts before the addresses, in this order. */
const PARTS = {
  fingerprint: 32,
  fleet: 32,
  account: 32,
  role: 32,
  seed: 32,
  secret: 16,
  id: ID,
  times: 16,
  signature: 64,
};
type Parts = { readonly [P in keyof typeof PARTS]: Buffer };

const loginOf = (key: NKey, id: string, role: string, account: string, iat: number, exp: number): string =>
  unsigned(memberClaims({ id: key.id, name: id, role, account, iat, exp }));

/**
 * The login's token for the bus would make an invitation four times as long. All of it but the signature follows
 * from the rest, so only the signature is in it.
 */
export function writeToken(
  token: Omit<InvitationToken, "jwt"> & {
    readonly role: NKey;
    /** In seconds: when the login begins and ends. */
    readonly iat: number;
    readonly exp: number;
  },
): string {
  const { key, id, role, account, iat, exp } = token;
  const times = Buffer.alloc(16);
  times.writeBigUInt64BE(BigInt(iat));
  times.writeBigUInt64BE(BigInt(exp), 8);
  const options: Parts = {
    fingerprint: token.fingerprint ?? NO_FINGERPRINT,
    fleet: rawPublic(token.fleet) ?? NO_FINGERPRINT,
    account: rawPublic(account) ?? NO_FINGERPRINT,
    role: rawPublic(role.id) ?? NO_FINGERPRINT,
    seed: rawOf(key),
    secret: token.secret,
    id: Buffer.from(id, "hex"),
    times,
    signature: role.sign(Buffer.from(loginOf(key, id, role.id, account, iat, exp))),
  };
  const body = Buffer.concat([
    ...Object.keys(PARTS).map((name) => options[name as keyof Parts]),
    Buffer.from(token.addresses.join(" ")),
  ]);
  return TOKEN_PREFIX + Buffer.concat([body, sumOf(body)]).toString("base64url");
}

/** What a token says; undefined when it is none, or was not copied whole. */
export function readToken(text: string): InvitationToken | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith(TOKEN_PREFIX)) return undefined;
  const coded = trimmed.slice(TOKEN_PREFIX.length);
  const bytes = Buffer.from(coded, "base64url");
  // Node reads past what does not belong there.
  if (bytes.toString("base64url") !== coded) return undefined;
  const body = bytes.subarray(0, -SUM);
  if (bytes.length < SUM || !sumOf(body).equals(bytes.subarray(-SUM))) return undefined;
  let at = 0;
  const options = Object.fromEntries(
    Object.entries(PARTS).map(([name, length]) => {
      at += length;
      return [name, body.subarray(at - length, at)];
    }),
  ) as Parts;
  if (body.length < at) return undefined;
  const [account, role] = [publicText("account", options.account), publicText("account", options.role)];
  const key = ofRaw("user", options.seed);
  const id = options.id.toString("hex");
  const [iat, exp] = [0, 8].map((start) => Number(options.times.readBigUInt64BE(start))) as [number, number];
  const login = loginOf(key, id, role, account, iat, exp);
  if (!isSignedBy(role, Buffer.from(login), options.signature)) return undefined;
  return {
    addresses: body.subarray(at).toString("utf8").split(" ").filter(Boolean),
    fingerprint: options.fingerprint.equals(NO_FINGERPRINT) ? undefined : options.fingerprint,
    fleet: publicText("operator", options.fleet),
    account,
    id,
    secret: options.secret,
    key,
    jwt: withSignature(login, options.signature),
  };
}

const sumOf = (body: Uint8Array): Buffer => createHash("sha256").update(body).digest().subarray(0, SUM);
