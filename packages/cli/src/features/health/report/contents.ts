import { arch, machine, platform, release, totalmem } from "node:os";
import { connect, httpLink, INFO_NAMES } from "@pilothouse/client";
import { reasonText } from "@pilothouse/protocol";
import { hostOf, privateOf, shownValue, there, valueIn } from "@pilothouse/server/settings";
import { type Environment, isLoopback, orNone, type Private, Redactor } from "@pilothouse/system";
import { asOwnerOf } from "../../../local/as-owner.js";
import { tail } from "../../../local/tail.js";
import { version } from "../../../package-file.js";
import { loadSession } from "../../../remote/stored-session.js";
import { loadProfiles } from "../../../remote/target/profiles.js";
import { addressOf } from "../../../remote/target/target.js";
import type { Examination } from "../doctor/checks.js";
import type { Machine, Situation } from "../doctor/situation.js";

const LOG_LINES = 200;
const ANSWER_MS = 5_000;

/** Everything that helps others to understand a set-up, without private data. */
export async function reportOf(machineHere: Machine, { findings, situation }: Examination): Promise<object> {
  const { env, now } = machineHere;
  const redactor = new Redactor(privateHere(env, situation));
  const redacted = (log: Log): Log =>
    typeof log === "string" ? redactor.text(log) : log.map((line) => redactor.line(line));
  return {
    made: new Date(now).toISOString(),
    versions: { pilothouse: version, node: process.versions.node, openssl: process.versions.openssl },
    platform: { system: `${platform()} ${release()}`, arch: arch(), machine: machine(), memory: totalmem() },
    service: situation?.service === undefined ? "does not run" : "runs",
    settings: situation === undefined ? "cannot be read" : redactor.value(settingsOf(situation)),
    findings: redactor.value(findings),
    router: redactor.value(await readings(env, situation)),
    logs: { service: redacted(await journal(machineHere)), router: redacted(await routerLog(situation)) },
  };
}

function settingsOf({ settings, effective: { sources }, table }: Situation): object {
  return Object.fromEntries(
    [...table].map(([name, row]) => {
      const { redact } = row;
      const value = shownValue(row, valueIn(settings, name));
      // Of commands only the program: what it is given may be anything.
      const shown =
        redact === "arguments" && Array.isArray(value) && value.length > 1
          ? [value[0], `and ${value.length - 1} arguments`]
          : value;
      return [name, { value: shown, ...sources[name] }];
    }),
  );
}

/** What the router reports, if the service runs and a user has logged in to it from here; otherwise why not. */
async function readings(env: Environment, situation: Situation | undefined): Promise<unknown> {
  const https = situation?.service?.https;
  if (https === undefined) return "was not asked: the service does not run, or not over HTTPS";
  const token = tokenFor(https.url, env);
  if (token === undefined) return "was not asked: no one is logged in to the service from here";
  const client = connect(httpLink(https.url, { fingerprint: https.fingerprint }), { dialect: "svc", token });
  try {
    return await client.routerInfo(INFO_NAMES, { timeout: ANSWER_MS });
  } catch (error) {
    return `did not answer: ${(error as Error).message}`;
  } finally {
    client.close();
  }
}

/** A token given or saved for this very service: a token of another server must not be sent to it. */
function tokenFor(url: string, env: Environment): string | undefined {
  const named = env["PILOTHOUSE_URL"] || env["I2PCONTROL_URL"];
  const lent = env["PILOTHOUSE_TOKEN"] || undefined;
  if (lent !== undefined && named && isSameServer(named, url)) return lent;
  const profile = [...loadProfiles(env).known].find(([, one]) => isSameServer(one.url, url))?.[0];
  return profile === undefined ? undefined : loadSession(env, profile).token;
}

function isSameServer(one: string, other: string): boolean {
  const [a, b] = [new URL(addressOf(one)), new URL(other)];
  const sameHost = a.hostname === b.hostname || (isLoopback(a.hostname) && isLoopback(b.hostname));
  return sameHost && a.port === b.port && a.protocol === b.protocol;
}

/** The last lines of a log, or why it cannot be read here. */
type Log = string | readonly string[];

async function journal({ run }: Machine): Promise<Log> {
  const argv = [
    "journalctl",
    "--unit=pilothouse",
    `--lines=${LOG_LINES}`,
    "--no-pager",
    "--output=cat",
    "--quiet",
  ];
  const result = await run(argv, { timeout: ANSWER_MS }).catch(() => undefined);
  const text = result?.code === 0 ? result.stdout.trim() : "";
  return text === "" ? "systemd's journal has nothing of a unit pilothouse" : text.split("\n");
}

async function routerLog(situation: Situation | undefined): Promise<Log> {
  if (situation === undefined) return "the settings cannot be read";
  // What root can read and others cannot must not get into a report by a link in its place.
  return asOwnerOf(situation.settings.data_dir, () => routerLines(situation));
}

async function routerLines({ settings, driver }: Situation): Promise<Log> {
  try {
    const log = driver.log(settings);
    if (log.file === undefined) return reasonText(log.why);
    const lines: string[] = [];
    for await (const line of tail(log.file, { last: LOG_LINES })) lines.push(line);
    return lines;
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`;
  }
}

/** Everything that identifies this machine or its user and must not be in a report. */
function privateHere(env: Environment, situation: Situation | undefined): Private {
  const here = privateOf(env, situation);
  const profiles = orNone(() => loadProfiles(env).known) ?? new Map();
  return {
    ...here,
    secrets: there([
      ...["PILOTHOUSE_PASSWORD", "I2PCONTROL_PASSWORD", "PILOTHOUSE_TOKEN"].map((variable) => env[variable]),
      ...[...profiles.keys()].flatMap((profile) => {
        const stored = orNone(() => loadSession(env, profile));
        return [stored?.token, stored?.password];
      }),
      ...here.secrets,
      ...(situation?.driver.secrets?.(situation.settings) ?? []),
    ]),
    hosts: there([
      ...here.hosts,
      ...[env["PILOTHOUSE_URL"], env["I2PCONTROL_URL"]].map(hostOf),
      ...[...profiles.values()].map(({ url }) => hostOf(url)),
    ]),
  };
}
