import type { Scope } from "@pilothouse/protocol";
import type { Row, Sqlite } from "../../store/sqlite.js";

/** What is known of the holder of a token. The token itself is kept nowhere, only its SHA-256. */
export interface Session {
  readonly hash: string;
  readonly issued: number;
  readonly expires: number;
  /** The same on the monotonic clock, so that setting the system clock back cannot make a session longer. */
  readonly endsAt: number;
  /** Got with the factory password. */
  readonly factory: boolean;
  /** Where it was issued to. */
  readonly address: string;
  /** Whether the token was made for a program; otherwise somebody has logged in. */
  readonly program: boolean;
  readonly scope: Scope;
  /** The account that logged in, or that made the token for a program; undefined where there is only the password. */
  readonly person?: string | undefined;
  name: string;
  /** The hash of the device that opened it, with which it ends. */
  device?: string | undefined;
  /** When it was last used; undefined until then. */
  used: number | undefined;
}

/** A token on its way to its owner. */
export interface Issued {
  readonly token: string;
  readonly session: Session;
}

/** A token to be made for a program. */
export interface ProgramToken {
  readonly name: string;
  readonly scope: Scope;
  readonly lifetimeMs: number;
  readonly address: string;
  readonly factory: boolean;
  readonly person?: string | undefined;
}

/** Whose session it is, where there are accounts, and of which device. */
export type Holder = Pick<Session, "person" | "scope" | "device">;

/**
 * The beginning of a token's hash names its session: neither the token nor the whole hash can be derived from it.
 * Without hyphens: it is typed in commands, where a hyphen at the beginning makes an option.
 */
export const sessionId = (session: Session): string => session.hash.slice(0, 12).replaceAll("-", "_");

/** How lists and the record name it: by the person first, where there are accounts. */
export const holderOf = ({ person, name }: Session): string =>
  person === undefined ? name : name === "" ? person : `${person} (${name})`;

const COLUMNS = "hash, issued, expires, factory, address, name, used, scope, person, program, device";
export const ALL_SESSIONS = `SELECT ${COLUMNS} FROM token`;

/** A session that may do everything has no scope in the store. */
export const insertSession = (db: Sqlite, session: Session): void =>
  db.run(
    `INSERT INTO token (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    session.hash,
    session.issued,
    session.expires,
    session.factory ? 1 : 0,
    session.address,
    session.name,
    session.used ?? null,
    session.program || session.scope !== "all" ? session.scope : null,
    session.person ?? null,
    session.program ? 1 : 0,
    session.device ?? null,
  );

/** `endOf` counts the end of a session on the other clock. */
export function sessionOf(row: Row, endOf: (issued: number, expires: number) => number): Session {
  const [issued, expires] = [Number(row["issued"]), Number(row["expires"])];
  return {
    hash: String(row["hash"]),
    issued,
    expires,
    endsAt: endOf(issued, expires),
    factory: row["factory"] === 1,
    address: String(row["address"]),
    program: row["program"] === 1,
    scope: (row["scope"] ?? "all") as Scope,
    ...(row["person"] === null ? {} : { person: String(row["person"]) }),
    name: String(row["name"]),
    ...(row["device"] === null ? {} : { device: String(row["device"]) }),
    used: row["used"] === null ? undefined : Number(row["used"]),
  };
}

export const removeSession = (db: Sqlite, { hash }: Session): void =>
  db.run("DELETE FROM token WHERE hash = ?", hash);
