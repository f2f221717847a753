import { createHash } from "node:crypto";
import { parseJson } from "@pilothouse/protocol";
import { isSignedBy, type NKey } from "./nkey.js";

/** What a token of NATS says (ADR-14): times are seconds. */
interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly name: string;
  readonly iat: number;
  readonly exp?: number;
  readonly nats: object;
}

const HEADER = { typ: "JWT", alg: "ed25519-nkey" };
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The part of a token that is signed. Servers take two tokens with the same `jti` for the same. */
export const unsigned = (claims: Claims): string => {
  const jti = createHash("sha256").update(JSON.stringify(claims)).digest("base64url");
  return `${part(HEADER)}.${part({ jti, ...claims })}`;
};

export const withSignature = (text: string, signature: Uint8Array): string =>
  `${text}.${Buffer.from(signature).toString("base64url")}`;

export function signedJwt(claims: Claims, key: NKey): string {
  const text = unsigned(claims);
  return withSignature(text, key.sign(Buffer.from(text)));
}

/** Whether the holder of this public key has signed the token. */
export function isSignedJwt(jwt: string, id: string): boolean {
  const [header = "", body = "", signature = ""] = jwt.trim().split(".");
  return isSignedBy(id, Buffer.from(`${header}.${body}`), Buffer.from(signature, "base64url"));
}

/** What a token claims; its signature is not checked. */
export const claimsOf = (jwt: string): Claims =>
  parseJson(Buffer.from(jwt.split(".")[1] ?? "", "base64url"), { what: "the token" }) as Claims;

/** A user whose permissions come from the role of the signing key. */
export const memberClaims = (user: {
  readonly id: string;
  readonly name: string;
  /** The key of the role. */
  readonly role: string;
  readonly account: string;
  readonly iat: number;
  readonly exp?: number | undefined;
}): Claims => ({
  iss: user.role,
  sub: user.id,
  name: user.name,
  iat: user.iat,
  ...(user.exp !== undefined && { exp: user.exp }),
  nats: { issuer_account: user.account, type: "user", version: 2 },
});

/** A user who may do everything in its account. */
export const userClaims = (id: string, name: string, account: string, iat: number): Claims => ({
  iss: account,
  sub: id,
  name,
  iat,
  nats: { type: "user", version: 2, pub: {}, sub: {}, subs: -1, data: -1, payload: -1 },
});

export const operatorClaims = (operator: string, system: string, iat: number): Claims => ({
  iss: operator,
  sub: operator,
  name: "pilothouse",
  iat,
  nats: { type: "operator", version: 2, system_account: system },
});

/** Permissions of those whose tokens are signed with a key. */
export interface Role {
  readonly key: string;
  readonly role: string;
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** May answer each request that it receives once, at any reply address. */
  readonly responds: boolean;
  /** The longest message that it may send, in bytes. */
  readonly payload: number;
  /** How many subscriptions it may have. */
  readonly subs: number;
}

const NO_LIMITS = {
  ...{ subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1 },
  // No other server may join the account by way of a leaf.
  leaf: 0,
};
const STREAMS = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };

export const accountClaims = (account: {
  readonly id: string;
  readonly name: string;
  readonly operator: string;
  readonly iat: number;
  readonly roles?: readonly Role[];
  /** Tokens of these users that were made at or before the time in seconds are refused. */
  readonly revocations?: Readonly<Record<string, number>>;
  /** Those of them that are refused for a while only. Servers do not look at this. */
  readonly suspended?: readonly string[];
  readonly streams?: boolean;
}): Claims => ({
  iss: account.operator,
  sub: account.id,
  name: account.name,
  iat: account.iat,
  nats: {
    type: "account",
    version: 2,
    limits: { ...NO_LIMITS, ...(account.streams && STREAMS) },
    default_permissions: { pub: {}, sub: {} },
    ...(account.roles && { signing_keys: account.roles.map(scope) }),
    ...(account.revocations && { revocations: account.revocations }),
    ...(account.suspended && { tags: account.suspended }),
  },
});

const scope = ({ key, role, publish, subscribe, responds, payload, subs }: Role) => ({
  kind: "user_scope",
  key,
  role,
  template: {
    pub: { allow: publish },
    sub: { allow: subscribe },
    ...(responds && { resp: { max: 1, ttl: 0 } }),
    ...{ subs, data: -1, payload },
  },
});
