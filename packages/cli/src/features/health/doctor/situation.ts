import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { peekCertificate } from "@pilothouse/client";
import type { Driver, DriverModule, Situation as DriverSituation, Place } from "@pilothouse/drivers/driver";
import { certificateFiles, storeFile } from "@pilothouse/server";
import type { Settings, SettingsTable } from "@pilothouse/server/settings";
import {
  type Environment,
  holdsLock,
  isAlive,
  lockHolder,
  orNone,
  portsOf,
  type Run,
  reachedAt,
  readPlainFile,
} from "@pilothouse/system";
import type { Hooks } from "../../../command/hooks.js";
import type { EffectiveHere } from "../../../local/flags.js";
import { chosenDriver } from "../../../router.js";
import type { ServiceHere } from "../../../services/services-here.js";

/** What can be checked even when the settings cannot be read. */
export interface Machine {
  readonly env: Environment;
  readonly now: number;
  /** Runs another program. */
  readonly run: Run;
  /** The kinds of router that can be managed. */
  readonly drivers: readonly Driver[];
  readonly features: readonly Pick<Hooks, "checks">[];
  readonly table: SettingsTable;
  /** The services that can be seen on this machine. */
  readonly services: () => readonly ServiceHere[];
}

/** The service that has the data directory in use. */
export interface RunningService {
  readonly pid: number;
  /** False while it starts. Another command that works on the store for a moment looks the same. */
  readonly ready: boolean;
  /** Ports on which it listens; undefined when that is not ours to know. */
  readonly ports: readonly number[] | undefined;
  /** Its HTTPS endpoint, proved by its certificate. */
  readonly https: { readonly url: string; readonly fingerprint: string } | undefined;
}

/** A set-up, as far as everybody who looks at it needs it. */
export interface Situation extends Machine {
  readonly effective: EffectiveHere;
  readonly settings: Settings;
  readonly service: RunningService | undefined;
  readonly certificate: { readonly certFile: string; readonly keyFile: string };
  /** The driver of the managed router. */
  readonly driver: DriverModule<Place>;
}

export async function situationOf(machine: Machine, effective: EffectiveHere): Promise<Situation> {
  const { settings } = effective;
  const generated = certificateFiles(settings.data_dir);
  const certificate = {
    certFile: settings["https.certificate"] ?? generated.certFile,
    keyFile: settings["https.key"] ?? generated.keyFile,
  };
  return {
    ...machine,
    effective,
    settings,
    certificate,
    service: await findService(settings, certificate.certFile),
    driver: await chosenDriver(machine.drivers, settings),
  };
}

/** As far as the checks of a driver need it. */
export const forDriver = ({ settings, service, run }: Situation): DriverSituation<Place> => ({
  settings,
  serviceRuns: service !== undefined,
  run,
});

async function findService(settings: Settings, certFile: string): Promise<RunningService | undefined> {
  const { data_dir } = settings;
  const named = pidIn(data_dir);
  const pid = named ?? orNone(() => lockHolder(storeFile(data_dir)));
  if (pid === undefined) return undefined;
  const ready = named !== undefined;
  const ports = portsOf(pid);
  return { pid, ready, ports, https: ready ? await findHttps(settings, ports, certFile) : undefined };
}

/**
 * The process that wrote the pid file, which a service does when it is ready. It must still have the store locked:
 * numbers of processes are used again.
 */
function pidIn(dataDir: string): number | undefined {
  const pid = Number(orNone(() => readPlainFile(join(dataDir, "pilothouse.pid"), 32)));
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  return (orNone(() => holdsLock(pid, storeFile(dataDir))) ?? isAlive(pid)) ? pid : undefined;
}

const ANSWER_MS = 3_000;

/** A port of 0 was picked by the system: it is then the one of the service's ports that shows its certificate. */
async function findHttps(
  settings: Settings,
  ports: readonly number[] | undefined,
  certFile: string,
): Promise<RunningService["https"]> {
  const fingerprint = orNone(() => new X509Certificate(readPlainFile(certFile) ?? "").fingerprint256);
  if (!settings["https.enabled"] || fingerprint === undefined) return undefined;
  const configured = settings["https.port"];
  for (const port of configured === 0 ? (ports ?? []) : [configured]) {
    const url = `https://${reachedAt(settings.host, port)}/`;
    const shown = await peekCertificate(url, { timeout: ANSWER_MS }).catch(() => undefined);
    if (shown?.fingerprint === fingerprint) return { url, fingerprint };
  }
  return undefined;
}
