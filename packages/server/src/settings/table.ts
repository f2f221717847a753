import { homedir } from "node:os";
import { join } from "node:path";
import { LANGUAGES } from "../rpc/language.js";
import { duration, flag, oneOf, origins, path, type SettingKind, text, texts, whole } from "./kinds.js";

export type Environment = { readonly [name: string]: string | undefined };

interface SettingRow {
  readonly kind: SettingKind<unknown>;
  /** Absent: unset unless given. A function where it depends on the machine. */
  readonly default?: unknown;
  readonly says: string;
  /** Taken over on SIGHUP; the others wait for a restart of the service. */
  readonly live?: true;
  /** Where the variable is not simply PILOTHOUSE_ and the name. */
  readonly env?: string;
}

const port = whole(0, 65_535);

const stateDir = (env: Environment): string =>
  join(env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state"), "pilothouse");

/** Every setting of the service: flag, environment variable and `pilothouse.toml` in one table. */
export const SETTINGS = {
  data_dir: {
    kind: path,
    default: stateDir,
    says: "Where the service keeps its store, certificate and key.",
  },
  router: {
    kind: oneOf("simulator", "i2pd", "upstream"),
    default: "simulator",
    says: "Which router is steered.",
  },
  host: { kind: text, default: "127.0.0.1", says: "Address on which both endpoints listen." },
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
    says: "Addresses of proxies whose X-Forwarded-For is believed.",
    live: true,
  },
  "limits.connections": {
    kind: whole(1, 100_000),
    default: 1_000,
    says: "Connections each endpoint serves at once; more are told 503.",
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
    env: "PILOTHOUSE_PASSWORD_FILE",
  },
  "metrics.enabled": {
    kind: flag,
    default: false,
    says: "Whether /metrics tells figures to Prometheus, on both endpoints.",
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
  "update.feed": {
    kind: text,
    says: "Signed update feed of the router: a directory or an https URL.",
    live: true,
  },
  "update.public_key": {
    kind: text,
    says: "Ed25519 public key (base64) that the feed must be signed with.",
    live: true,
  },
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
  "simulator.seed": {
    kind: whole(0, 2 ** 32 - 1),
    default: 1,
    says: "The same seed gives the same simulated life.",
  },
  "i2pd.mode": {
    kind: oneOf("supervise", "attach"),
    default: "supervise",
    says: "Whether the service runs i2pd itself, or something else does, such as systemd.",
  },
  "i2pd.binary": { kind: path, default: "i2pd", says: "The program i2pd: a path, or a name on the PATH." },
  "i2pd.data_dir": {
    kind: path,
    says: "i2pd's own data directory. Unset: the folder i2pd in ours; with attach it must be given.",
  },
  "i2pd.config": { kind: path, says: "i2pd's configuration file. Unset: i2pd.conf in its data directory." },
  "i2pd.start_command": {
    kind: texts,
    default: [],
    says: "With attach: program and arguments that start i2pd. No shell is involved.",
  },
  "i2pd.stop_command": {
    kind: texts,
    default: [],
    says: "With attach: program and arguments that stop i2pd and end when it has.",
  },
  "upstream.url": {
    kind: text,
    says: "Another server of this interface; http://127.0.0.1:7657/jsonrpc/ for Java I2P's.",
  },
  "upstream.password_file": { kind: path, says: "File that holds that server's password." },
  "upstream.dialect": {
    kind: oneOf("auto", "java", "i2pd"),
    default: "auto",
    says: "Which server it is; auto asks it.",
  },
  "upstream.fingerprint": { kind: text, says: "SHA-256 fingerprint its certificate must have." },
  "upstream.ca": { kind: path, says: "Certificates (PEM) that its own must be signed by." },
  "upstream.console_user": { kind: text, says: "User of its console, when that asks for a login (Digest)." },
  "upstream.console_password_file": { kind: path, says: "File that holds that user's password." },
} as const satisfies { readonly [name: string]: SettingRow };

export type SettingName = keyof typeof SETTINGS;
type KindValue<N extends SettingName> = (typeof SETTINGS)[N]["kind"] extends SettingKind<infer T> ? T : never;
export type Settings = {
  readonly [N in SettingName]:
    | KindValue<N>
    | ((typeof SETTINGS)[N] extends { readonly default: unknown } ? never : undefined);
};

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];
export const settingRow = (name: SettingName): SettingRow => SETTINGS[name];
export const flagOf = (name: SettingName): string => `--${name.replaceAll(/[._]/g, "-")}`;
export const variableOf = (name: SettingName): string =>
  settingRow(name).env ?? `PILOTHOUSE_${name.replaceAll(".", "_").toUpperCase()}`;
