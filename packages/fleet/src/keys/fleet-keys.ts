import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { parseJson } from "@pilothouse/protocol";
import { replaceFile, textAt } from "@pilothouse/system";
import { MAX_ANSWER, MAX_JOIN } from "./bus-limits.js";
import { accountClaims, operatorClaims, type Role, signedJwt, userClaims } from "./jwt.js";
import { makeNKey, type NKey, nkeyOf } from "./nkey.js";

/** Everything by which a fleet is one. Hubs of one fleet have the same. */
export interface FleetKeys {
  /** The fleet itself: signs commands, and who may use the bus. */
  readonly operator: NKey;
  readonly system: NKey;
  readonly account: NKey;
  /** What it signs may do what a node may do. */
  readonly node: NKey;
  /** What it signs may ask to join, and nothing else. */
  readonly joiner: NKey;
  readonly secret: Buffer;
}

const NAMES = ["operator", "system", "account", "node", "joiner"] as const;
type Name = (typeof NAMES)[number];

export const fleetKeysFile = (dataDir: string): string => join(dataDir, "fleet-keys.json");

/** The keys in a hub's data directory; made at its first start. Several hubs get theirs by copying the file. */
export function openFleetKeys(dataDir: string): FleetKeys {
  const file = fleetKeysFile(dataDir);
  const text = textAt(file);
  if (text !== undefined) return read(text, file);
  const made = keysBy((name) => makeNKey(name === "operator" ? "operator" : "account"));
  const keys = { ...made, secret: randomBytes(32) };
  const seeds = Object.fromEntries(NAMES.map((name) => [name, keys[name].seed]));
  replaceFile(file, `${JSON.stringify({ ...seeds, secret: keys.secret.toString("base64") }, null, 1)}\n`, {
    mode: 0o600,
    ours: true,
  });
  return keys;
}

const keysBy = (make: (name: Name) => NKey): { readonly [N in Name]: NKey } => ({
  operator: make("operator"),
  system: make("system"),
  account: make("account"),
  node: make("node"),
  joiner: make("joiner"),
});

function read(text: string, file: string): FleetKeys {
  try {
    const stored = parseJson(text) as Readonly<Record<string, string>>;
    const secret = Buffer.from(stored["secret"] ?? "", "base64");
    if (secret.length !== 32) throw new Error("the secret is not 32 bytes long");
    return { ...keysBy((name) => nkeyOf(stored[name] ?? "")), secret };
  } catch (error) {
    throw new Error(
      `${file} does not hold the keys of a fleet (${(error as Error).message}); put a copy of it back: without these keys no node obeys this hub`,
    );
  }
}

/** Where the holder of a login gets answers; nobody who joins can listen to another. */
export const inboxOf = (login: string): string => `_INBOX.${login}`;

const ROLES = ({ node, joiner }: FleetKeys): readonly Role[] => [
  {
    key: node.id,
    role: "node",
    publish: ["ph.report.{{subject()}}"],
    subscribe: ["ph.call.{{subject()}}", "ph.notice.{{subject()}}", "ph.notice"],
    responds: true,
    payload: MAX_ANSWER,
    // When a connection is lost, the next one may be there before the server has noticed.
    subs: 10,
  },
  {
    key: joiner.id,
    role: "joiner",
    publish: ["ph.join.{{name()}}"],
    subscribe: [`${inboxOf("{{subject()}}")}.>`],
    responds: false,
    payload: MAX_JOIN,
    subs: 4,
  },
];

export const operatorJwt = ({ operator, system }: FleetKeys): string =>
  signedJwt(operatorClaims(operator.id, system.id, 0), operator);

/** The accounts of a fleet, by their keys. `revocations`: users and the second up to which their tokens are refused. */
export function accountJwts(
  keys: FleetKeys,
  {
    iat,
    revocations,
    suspended = [],
    streams,
  }: {
    readonly iat: number;
    readonly revocations: Readonly<Record<string, number>>;
    /** Those of them who will be let in again. */
    readonly suspended?: readonly string[];
    readonly streams: boolean;
  },
): ReadonlyMap<string, string> {
  const { operator, system, account } = keys;
  const common = { operator: operator.id, iat };
  const claims = [
    accountClaims({ ...common, id: system.id, name: "system" }),
    accountClaims({
      ...{ ...common, id: account.id, name: "fleet", roles: ROLES(keys), revocations, suspended, streams },
    }),
  ];
  return new Map(claims.map((one) => [one.sub, signedJwt(one, operator)]));
}

/** A user of this account who may do everything in it. */
export function userOf(account: NKey, name: string): { readonly key: NKey; readonly jwt: string } {
  const key = makeNKey("user");
  // One second: servers take a token without a time for one that was revoked.
  return { key, jwt: signedJwt(userClaims(key.id, name, account.id, 1), account) };
}

/** What only the hubs and the holder of an invitation know. It is kept nowhere. */
export const invitationSecret = ({ secret }: FleetKeys, id: string): Buffer =>
  createHmac("sha256", secret).update(`invitation ${id}`).digest().subarray(0, 16);

/** What only the hubs and this node know: its reports are marked with it. */
export const reportKey = ({ secret }: FleetKeys, node: string): Buffer =>
  createHmac("sha256", secret).update(`report ${node}`).digest();
