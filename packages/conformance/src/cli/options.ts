import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Check, PROFILES, profileOf } from "../check/check.js";
import { CHECKS } from "../checks/index.js";
import { DEFAULTS, type Target } from "../run/target.js";
import { UsageError } from "./usage.js";

const OPTIONS = {
  names: { type: "string", default: "auto" },
  profile: { type: "string", multiple: true },
  only: { type: "string", multiple: true },
  level: { type: "string" },
  "read-only": { type: "boolean" },
  "allow-restart": { type: "boolean" },
  "allow-shutdown": { type: "boolean" },
  "allow-update": { type: "boolean" },
  "allow-password-change": { type: "boolean" },
  "token-lifetime": { type: "string" },
  "probe-setting": { type: "string" },
  timeout: { type: "string" },
  "action-timeout": { type: "string" },
  "max-time": { type: "string" },
  settle: { type: "string" },
  "max-reply": { type: "string" },
  password: { type: "string" },
  "password-file": { type: "string" },
  json: { type: "string" },
  junit: { type: "string" },
  html: { type: "string" },
  markdown: { type: "string" },
  badges: { type: "string" },
  baseline: { type: "string" },
  public: { type: "boolean" },
  label: { type: "string" },
  recorded: { type: "boolean" },
  quiet: { type: "boolean" },
  client: { type: "boolean" },
  tls: { type: "boolean" },
  port: { type: "string" },
  dialect: { type: "string", multiple: true },
  version: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export type Options = ReturnType<typeof parse>;

export function parse(argv: readonly string[]) {
  const end = argv.indexOf("--");
  const ours = end < 0 ? argv : argv.slice(0, end);
  try {
    const { values, positionals } = parseArgs({
      args: [...ours],
      options: OPTIONS,
      allowPositionals: true,
      strict: true,
    });
    return { values, positionals, command: end < 0 ? [] : argv.slice(end + 1) };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A number of seconds, as milliseconds. */
export function milliseconds(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const seconds = Number(text);
  if (!(seconds > 0) || seconds > 86_400)
    throw new UsageError(`--${name} must be a number of seconds, not ${text}`);
  return seconds * 1_000;
}

const list = (values: readonly string[] | undefined): string[] | undefined =>
  values?.flatMap((value) => value.split(",")).filter((value) => value !== "");

/** The checks that were asked for. */
export function chosen({ values }: Options): readonly Check[] {
  const profiles = list(values.profile);
  const unknown = profiles?.find((name) => !(PROFILES as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new UsageError(`there is no profile ${unknown}; there are ${PROFILES.join(", ")}`);
  if (values.level !== undefined && !/^(must|should)$/i.test(values.level))
    throw new UsageError(`--level is must or should, not ${values.level}`);
  const only = list(values.only);
  const stray = only?.find((prefix) => !CHECKS.some(({ id }) => id.startsWith(prefix)));
  if (stray !== undefined) throw new UsageError(`no check begins with ${stray}; "list" prints them all`);
  return CHECKS.filter(
    (check) =>
      (profiles?.includes(profileOf(check)) ?? true) &&
      (only?.some((prefix) => check.id.startsWith(prefix)) ?? true) &&
      (values.level?.toLowerCase() !== "must" || check.level === "MUST"),
  );
}

function passwordOf({ values }: Options, env: NodeJS.ProcessEnv): string {
  const given = [values.password, values["password-file"]].filter((value) => value !== undefined);
  if (given.length > 1) throw new UsageError("give the password once: --password or --password-file");
  if (values["password-file"] !== undefined)
    return readText(values["password-file"], "--password-file").replace(/\r?\n$/, "");
  const password = values.password ?? env["I2PCONTROL_PASSWORD"];
  if (password === undefined)
    throw new UsageError(
      "the password of the server is needed: --password-file FILE, or the variable I2PCONTROL_PASSWORD",
    );
  return password;
}

export function readText(file: string, what: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`${what}: ${error instanceof Error ? error.message : error}`);
  }
}

function probeOf(text: string | undefined): Target["probe"] {
  if (text === undefined) return DEFAULTS.probe;
  const [, name, first, second] = /^([^=]+)=([^,]+),([^,]+)$/.exec(text) ?? [];
  if (name === undefined || first === undefined || second === undefined || first === second)
    throw new UsageError("--probe-setting must be NAME=A,B with two different values");
  return [name, first, second];
}

export function targetOf(options: Options, url: URL, env: NodeJS.ProcessEnv): Target {
  const { values } = options;
  const { names } = values;
  if (names !== "i2p" && names !== "svc" && names !== "auto")
    throw new UsageError(`--names must be i2p, svc or auto, not ${names}`);
  const maxReply = Number(values["max-reply"] ?? DEFAULTS.limits.maxReply);
  if (!Number.isInteger(maxReply) || maxReply < 1_024 || maxReply > 2 ** 28)
    throw new UsageError("--max-reply must be a number of bytes, 1024 or more");
  const lifetime = values["token-lifetime"];
  return {
    url,
    password: passwordOf(options, env),
    names,
    allowed: {
      writes: values["read-only"] !== true,
      restart: values["allow-restart"] === true,
      shutdown: values["allow-shutdown"] === true,
      update: values["allow-update"] === true,
      passwordChange: values["allow-password-change"] === true,
    },
    limits: { timeout: milliseconds("timeout", values.timeout, DEFAULTS.limits.timeout), maxReply },
    actionTimeout: milliseconds("action-timeout", values["action-timeout"], DEFAULTS.actionTimeout),
    maxTime: milliseconds("max-time", values["max-time"], DEFAULTS.maxTime),
    settle: milliseconds("settle", values.settle, DEFAULTS.settle),
    tokenLifetime: lifetime === undefined ? undefined : milliseconds("token-lifetime", lifetime, 0),
    probe: probeOf(values["probe-setting"]),
  };
}
