import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { systemClock } from "@pilothouse/drivers/port";
import {
  ListenError,
  type OnRestore,
  restartWith,
  Service,
  type ServiceOptions,
  type Settings,
  startRestored,
} from "@pilothouse/server";
import type { Context } from "../command/context.js";
import type { CommonOptions } from "../command/hooks.js";
import { consoleDir } from "../console.js";
import { version } from "../package-file.js";
import { ownPlace, type Place, passwdCommand } from "../services/local-command.js";
import { Complaint, EXIT } from "../terminal/exit.js";
import { effectiveFor, type SettingFlags } from "./flags.js";
import { staySmall } from "./idle-memory.js";
import { makeLog } from "./log.js";
import { afterTimeToRun } from "./patience.js";
import { forgetRunning, keepRunning, reloaded } from "./running-settings.js";
import { Signals } from "./signals.js";
import { Systemd } from "./systemd.js";

/** If something hangs while the service ends, the process is ended anyway. */
const LONGEST_STOP_MS = 4_800;

/** What the services of this program differ in. */
export interface Running {
  readonly make: (common: CommonOptions) => Promise<ServiceOptions>;
  /** What a person who has just started it needs to know. */
  readonly welcome: (service: Service, settings: Settings, place: Place) => string;
  /** More for the log's first line. */
  readonly facts: (settings: Settings) => object;
}

/** Runs a service until a signal ends it. The settings are read again on SIGHUP. */
export async function runService(
  { table }: Context,
  options: SettingFlags,
  { make, welcome, facts }: Running,
): Promise<void> {
  const signals = new Signals();
  const load = () => effectiveFor(table, options);
  nameProcess();
  // What the service writes is for its owner alone.
  process.umask(0o077);
  let effective = load();
  const { settings, file, besides } = effective;
  const log = await makeLog(settings);
  const place = ownPlace(resolve(settings.data_dir));
  let restarting: Promise<void> = Promise.resolve();
  const makeService = async () => {
    const made: Service = new Service(
      await make({
        passwdCommand: passwdCommand(place),
        // Those in force: a restart to restore a backup is no time for others.
        ...{ settings: effective.settings, sources: effective.sources },
        ...{ table, clock: systemClock, log, version, consoleDir },
        settingsFiles: [...(file === undefined ? [] : [file]), ...besides],
        onSettings: () => keep(made),
        onRestore: (...wanted) => {
          restarting = restart(made, ...wanted);
        },
      }),
    );
    return made;
  };
  const keep = (now: Service) => keepRunning(table, { ...effective, ...now.effective }, log);
  const systemd = new Systemd(process.env, log);
  const { ending } = signals;
  const starting = { make: makeService, dataDir: place.dataDir, log, signal: ending };
  ending.addEventListener("abort", () => {
    log.info({ signal: ending.reason }, "shutting down");
    systemd.stopping();
    forgetRunning(settings.data_dir);
    afterTimeToRun(LONGEST_STOP_MS, () => {
      log.fatal("the service did not end in time, so its process is ended");
      process.exit(EXIT.failed);
    });
  });
  const stopped = () => {
    log.info("stopped");
    process.exit(EXIT.done);
  };
  let service: Service;
  try {
    service = await startRestored(starting);
  } catch (error) {
    if (ending.aborted && error === ending.reason) return stopped();
    if (error instanceof ListenError) await requireNone(place.dataDir);
    throw error;
  }
  const stop = () =>
    service.stop().then(stopped, (error: unknown) => {
      log.fatal({ err: error }, "the service could not end cleanly");
      process.exit(EXIT.failed);
    });
  // The signal may have come at the last moment of the start.
  if (ending.aborted) return stop();
  /** One that restarts ends where it stands: it is stopped, or its start is. */
  ending.addEventListener("abort", () => void restarting.then(stop));

  const ready = (): void => {
    keep(service);
    const { https, http, fingerprint } = service;
    log.info({ version, ...facts(settings), file, https, http, fingerprint }, "ready");
  };
  /** To restore a backup. The process goes on, so systemd and the terminal notice nothing. */
  const restart = async (...[old, staged, by]: [Service, ...Parameters<OnRestore>]): Promise<void> => {
    try {
      effective = { ...effective, settings: { ...effective.settings, ...portsOf(old, effective.settings) } };
      service = await restartWith(old, staged, by, starting);
      ready();
    } catch (error) {
      if (ending.aborted && error === ending.reason) return stopped();
      log.fatal({ err: error }, "the service could not start again");
      forgetRunning(settings.data_dir);
      process.exit(EXIT.failed);
    }
  };

  staySmall(() => service.requests);
  ready();
  systemd.ready();
  // Last: a program that waits for this line may send a signal at once.
  process.stdout.write(`${welcome(service, settings, place)}\n`);
  signals.onReload(async () => {
    await restarting;
    try {
      const next = load();
      const now = reloaded(table, effective, next);
      await service.reload(next.settings, now.sources);
      log.level = next.settings["log.level"];
      effective = now;
      keep(service);
    } catch (error) {
      log.error({ err: error }, "reload failed; the settings and certificate in force stay");
    }
  });
}

/** Where it has picked free ports, it is to be found there again. */
const portsOf = ({ https, http }: Service, settings: Settings): Partial<Settings> => ({
  ...(https && settings["https.port"] === 0 && { "https.port": Number(new URL(https).port) }),
  ...(http && settings["http.port"] === 0 && { "http.port": Number(new URL(http).port) }),
});

/** Whoever starts it a second time has forgotten the first, which holds the ports. */
async function requireNone(dataDir: string): Promise<void> {
  const { servicesHere } = await import("../services/services-here.js");
  if (servicesHere().some((one) => one.runs && one.dataDir === dataDir))
    throw new Complaint(`a service runs in ${dataDir} already; stop it first`);
}

/** For ps and the journal; Node's own name would be "node" or "MainThread". */
function nameProcess(): void {
  try {
    writeFileSync("/proc/self/comm", "pilothouse");
  } catch {
    // Only Linux has this, and nothing depends on it.
  }
}

/** Where the service can be reached. */
export function placeLines(service: Service, settings: Settings): string[] {
  const lines: string[] = [];
  if (service.https !== undefined)
    lines.push(`  HTTPS  ${opened(service.https)}`, `         certificate SHA-256 ${service.fingerprint}`);
  if (service.http !== undefined)
    lines.push(
      `  HTTP   ${opened(service.http)}jsonrpc/  ${service.rpcOverHttp ? "on" : "off (switch it on with http.jsonrpc = true)"}`,
    );
  if (service.console !== undefined) lines.push(`  Page   ${opened(service.console)}`);
  if (ANY.test(service.https ?? service.http ?? ""))
    lines.push("         and on every other address of this machine");
  return [...lines, `  Data   ${settings.data_dir}`];
}

/** What to do while the factory password is in force. */
export function passwordLines(service: Service, settings: Settings, place: Place): string[] {
  if (!service.passwordIsFactory) return [];
  return [
    settings["auth.allow_factory_password"]
      ? "Warning: the factory password opens everything (auth.allow_factory_password), for anyone who can connect. To choose your own:"
      : "Next: choose a password. Until then the factory password only lets you choose your own.",
    `  ${passwdCommand(place)}`,
  ];
}

/** What listens there listens on every address; no browser opens that one itself. */
const ANY = /\/\/(0\.0\.0\.0|\[::\])(?=[:/])/;
const opened = (url: string): string =>
  url.replace(ANY, (_all, host: string) => (host === "0.0.0.0" ? "//127.0.0.1" : "//[::1]"));
