import { systemClock } from "@pilothouse/drivers/port";
import { Service, type Settings } from "@pilothouse/server";
import type { Context, Run } from "../../command/context.js";
import { consoleDir } from "../../console.js";
import { effectiveFor, type SettingFlags } from "../../local/flags.js";
import { foreseen } from "../../local/foreseen.js";
import { makeLog } from "../../local/log.js";
import { forgetRunning, keepRunning, reloaded } from "../../local/running-settings.js";
import { Signals } from "../../local/signals.js";
import { Systemd } from "../../local/systemd.js";
import { commandName } from "../../package-file.js";
import { routerFiles, routerMaker } from "../../router.js";
import { EXIT } from "../../terminal/exit.js";
import { version } from "../../version.js";

/** Should something hang while the service ends, it ends all the same. */
const LONGEST_STOP_MS = 4_800;

/** Runs the service until a signal ends it. The settings are read again on SIGHUP. */
export const serve: Run<[], SettingFlags> = (context, _args, options) =>
  foreseen(() => start(context, options));

async function start({ drivers, table }: Context, options: SettingFlags): Promise<void> {
  const signals = new Signals();
  const load = () => effectiveFor(table, options);
  // What the service writes is for its owner alone.
  process.umask(0o077);
  let effective = load();
  const { settings, file } = effective;
  const log = await makeLog(settings);
  const service = new Service({
    settings,
    table,
    makeRouter: routerMaker(drivers),
    routerFiles: routerFiles(drivers),
    settingsFile: file,
    clock: systemClock,
    log,
    version,
    consoleDir,
  });
  const systemd = new Systemd(process.env, log);
  const { ending } = signals;
  ending.addEventListener("abort", () => {
    log.info({ signal: ending.reason }, "shutting down");
    systemd.stopping();
    forgetRunning(settings.data_dir);
    setTimeout(() => process.exit(EXIT.failed), LONGEST_STOP_MS).unref();
  });
  const stopped = () => {
    log.info("stopped");
    process.exit(EXIT.done);
  };
  try {
    await service.start(ending);
  } catch (error) {
    if (ending.aborted && error === ending.reason) return stopped();
    throw error;
  }
  const stop = () =>
    service.stop().then(stopped, (error: unknown) => {
      log.fatal({ err: error }, "the service could not end cleanly");
      process.exit(EXIT.failed);
    });
  // The signal may have come at the last moment of the start.
  if (ending.aborted) return stop();
  ending.addEventListener("abort", stop);

  keepRunning(table, effective, log);
  // Last: a program that waits for this line may send a signal at once.
  const { https, http, fingerprint } = service;
  log.info({ version, router: settings.router, file, https, http, fingerprint }, "ready");
  systemd.ready();
  process.stdout.write(`${welcome(service, settings)}\n`);
  signals.onReload(async () => {
    try {
      const next = load();
      await service.reload(next.settings);
      log.level = next.settings["log.level"];
      effective = reloaded(table, effective, next);
      keepRunning(table, effective, log);
    } catch (error) {
      log.error({ err: error }, "reload failed; the settings and certificate in force stay");
    }
  });
}

/** What a person who has just started the service needs to know. */
function welcome(service: Service, settings: Settings): string {
  const lines = [
    `Pilothouse ${version} is ready.${service.simulated ? " It steers a simulation, not a real router." : ""}`,
  ];
  if (service.https !== undefined)
    lines.push(`  HTTPS  ${service.https}`, `         certificate SHA-256 ${service.fingerprint}`);
  if (service.http !== undefined)
    lines.push(
      `  HTTP   ${service.http}jsonrpc/  ${service.rpcOverHttp ? "on" : "off (switch it on with http.jsonrpc = true)"}`,
    );
  if (service.console !== undefined) lines.push(`  Page   ${service.console}`);
  lines.push(`  Data   ${settings.data_dir}`);
  if (service.passwordIsFactory)
    lines.push(
      settings["auth.allow_factory_password"]
        ? "Warning: the factory password opens everything (auth.allow_factory_password), for anyone who can connect. To choose your own:"
        : "Next: choose a password. Until then the factory password opens nothing but its own change.",
      `  ${commandName()} passwd`,
    );
  return lines.join("\n");
}
