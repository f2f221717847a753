import { homedir } from "node:os";
import { join } from "node:path";
import {
  bytes,
  duration,
  type Environment,
  flag,
  oneOf,
  origins,
  path,
  type SettingRow,
  type SettingRows,
  text,
  texts,
  type ValuesOf,
  whole,
} from "@pilothouse/system";
import { LANGUAGES } from "./languages.js";
import { BACKUP_ROWS } from "./rows/backup.js";
import { NOTIFY_ROWS } from "./rows/notify.js";
import { scheduleKind } from "./schedule.js";

const port = whole(0, 65_535);

const stateDir = (env: Environment): string =>
  join(env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state"), "pilothouse");

/** Every setting of the service itself: flag, environment variable and `pilothouse.toml` in one table. */
const OWN_ROWS = {
  data_dir: {
    kind: path,
    default: stateDir,
    says: "Where the service keeps its store, certificate and key.",
  },
  host: {
    kind: text,
    default: "127.0.0.1",
    says: "Address on which both endpoints listen.",
    hides: "host",
  },
  locale: {
    kind: oneOf(...LANGUAGES),
    default: "en",
    says: "Language of the status text when the caller names none.",
    live: true,
  },
  "https.enabled": { kind: flag, default: true, says: "Whether the HTTPS endpoint listens." },
  "https.port": { kind: port, default: 7650, says: "Port of the HTTPS endpoint; 0 picks a free one." },
  "https.certificate": {
    kind: path,
    says: "Certificate chain (PEM) to use instead of the generated one; read again on SIGHUP.",
    live: true,
  },
  "https.key": { kind: path, says: "Private key (PEM) of that certificate.", live: true },
  "http.enabled": { kind: flag, default: true, says: "Whether the plain HTTP endpoint listens." },
  "http.port": { kind: port, default: 7657, says: "Port of the HTTP endpoint; 0 picks a free one." },
  "http.jsonrpc": {
    kind: flag,
    says: "Whether /jsonrpc/ on the HTTP endpoint starts with the service. Unset: as last set at run time; at first off.",
  },
  "http.allow_plain_remote": {
    kind: flag,
    default: false,
    says: "Lets plain HTTP listen on an address that is not loopback. Passwords then cross the network in the clear.",
  },
  "http.allowed_hosts": {
    kind: texts,
    default: [],
    says: "More names under which the service may be addressed (Host header).",
    hides: "host",
    live: true,
  },
  "http.allowed_origins": {
    kind: origins,
    default: [],
    says: "Origins of other sites, browser extensions too, whose pages may call. Such a page can do all that its token allows.",
    live: true,
  },
  "http.trust_proxy": {
    kind: texts,
    default: [],
    says: "Addresses of proxies whose X-Forwarded-For is trusted.",
    hides: "host",
    live: true,
  },
  "limits.connections": {
    kind: whole(1, 100_000),
    default: 1_000,
    says: "Connections of each endpoint. For a further one the oldest idle one is closed; if none is idle, it gets 503.",
  },
  "auth.token_lifetime": {
    kind: duration,
    default: 86_400_000,
    says: "How long a token lives from its issue.",
    live: true,
  },
  "auth.allow_factory_password": {
    kind: flag,
    default: false,
    says: "Lets the factory password be used for everything. Only for throw-away set-ups.",
    live: true,
  },
  "auth.password_file": {
    kind: path,
    says: "File that holds the first password; used while the factory password is in force.",
    hides: "password",
    env: "PILOTHOUSE_PASSWORD_FILE",
  },
  "metrics.enabled": {
    kind: flag,
    default: false,
    says: "Whether /metrics serves figures for Prometheus, on both endpoints.",
    live: true,
  },
  "metrics.allow_loopback": {
    kind: flag,
    default: false,
    says: "Lets programs on this machine read /metrics without a token.",
    live: true,
  },
  "metrics.token_file": {
    kind: path,
    says: "File that holds a token, 20 characters or more, that opens /metrics and nothing else; read again on SIGHUP.",
    live: true,
  },
  "fleet.allow": {
    kind: oneOf("read", "operate", "all"),
    default: "all",
    says: "The most that a hub may do here, once this node belongs to a fleet: read, also act on the router, or everything.",
    live: true,
  },
  "update.feed": {
    kind: text,
    says: "Signed update feed of the router: a directory or an https URL.",
    hides: "host of url",
    live: true,
  },
  "update.check": {
    kind: flag,
    default: true,
    says: "Whether to look for an update of the router once a day, in the feed or where the router comes from. Nothing is installed.",
    live: true,
  },
  "update.public_key": {
    kind: text,
    says: "Ed25519 public key (base64) that the feed must be signed with.",
    live: true,
  },
  ...BACKUP_ROWS,
  "budget.monthly": {
    kind: bytes,
    says: "How much the router may receive and send in a month, both together. As it runs out, share and bandwidth are lowered.",
    live: true,
    atRunTime: true,
  },
  "budget.day": {
    kind: whole(1, 28),
    default: 1,
    says: "Day on which the month of the budget begins.",
    live: true,
    atRunTime: true,
  },
  "budget.schedule": {
    kind: scheduleKind,
    default: [],
    says: 'Limits by weekday and hour, such as "mon-fri 08:00-18:00 out=50 share=10": share in %, in and out in KiB/s.',
    live: true,
    atRunTime: true,
  },
  ...NOTIFY_ROWS,
  "log.level": {
    kind: oneOf("debug", "info", "warn", "error"),
    default: "info",
    says: "The least important messages that are logged.",
    live: true,
  },
  "log.format": {
    kind: oneOf("auto", "text", "json"),
    default: "auto",
    says: "Form of the log on standard error; auto is text on a terminal and JSON otherwise.",
  },
} as const satisfies SettingRows;

/** The caller brings the drivers, so the allowed values of this setting are their names. */
const routerRow = (names: readonly string[]) => ({
  kind: oneOf(...names),
  default: names[0] ?? "none",
  says: "Which router is managed.",
});

type OwnRows = typeof OWN_ROWS & { readonly router: ReturnType<typeof routerRow> };

/** The settings of the service itself. Those of drivers are kept separately, and only the drivers know them. */
export type SettingName = keyof OwnRows;
export type Settings = ValuesOf<OwnRows>;

/** Settings as they would be; secrets that were set by RPC are stored apart from them. */
export interface SettingsToCheck {
  readonly settings: Settings;
  readonly secrets: ReadonlyMap<string, string>;
}

/** Every setting there is, in the order of the documents. */
export type SettingsTable = ReadonlyMap<string, SettingRow>;

/** What a driver brings: settings whose names begin with its own. */
export interface SettingsSource {
  readonly name: string;
  readonly settings: SettingRows;
}

/** The settings of the service, those of the drivers that it can be used with, and those of other parts. */
export function makeTable(
  drivers: readonly SettingsSource[],
  others: readonly SettingsSource[] = [],
): SettingsTable {
  const { data_dir, ...rest } = OWN_ROWS;
  const router = routerRow(drivers.map(({ name }) => name));
  const table = new Map<string, SettingRow>(Object.entries({ data_dir, router, ...rest }));
  for (const source of [...drivers, ...others])
    for (const [name, row] of Object.entries(source.settings)) {
      if (!name.startsWith(`${source.name}.`) || table.has(name))
        throw new Error(`${source.name} cannot bring the setting ${name}`);
      table.set(name, row);
    }
  return table;
}

/** For a service that is given its router by other means. */
export const OWN_TABLE = makeTable([]);

/** A setting of the service or of a driver, by its name. */
export const valueIn = (settings: Settings, name: string): unknown =>
  (settings as { readonly [name: string]: unknown })[name];

export const flagOf = (name: string): string => `--${name.replaceAll(/[._]/g, "-")}`;
export const variableOf = (name: string, { env }: SettingRow): string =>
  env ?? `PILOTHOUSE_${name.replaceAll(".", "_").toUpperCase()}`;
