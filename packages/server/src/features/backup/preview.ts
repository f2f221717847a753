import { X509Certificate } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Clock } from "@pilothouse/drivers/port";
import { type Result, reason } from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";
import { CertificateError, certificateFiles, loadCertificate } from "../../http/certificate.js";
import type { Settings } from "../../settings/table.js";
import { PASSWORD_VALUE } from "../../store/opening/soundness.js";
import type { Sqlite } from "../../store/sqlite.js";
import { type Store, storeFile } from "../../store/store.js";
import { readValue } from "../../store/values.js";
import type { Backup } from "./archive.js";
import { BackupError } from "./backup-error.js";
import { stageFiles } from "./restore.js";
import { FLEET_KEY, ofRouter } from "./swap/carried-over.js";
import type { Staged } from "./swap/swap.js";

interface Here {
  readonly store: Store;
  readonly settings: () => Settings;
  readonly clock: Clock;
  readonly router: () => string | undefined;
  readonly kind: string;
}

type Readable = Pick<Store, "get" | "all">;

/** By this name another feature keeps it in the store. */
const ROUTER = "events.router";
/** What only the data directory of a hub has. */
const OF_A_HUB = "fleet-keys.json";

/**
 * Stages what the owner of a session may replace: the store, and the certificate that the service made itself. The rest
 * of a backup decides what the router and the service may do on this machine, so whoever may do that restores it.
 */
export async function stageForBrowser(
  backup: Backup,
  { store, settings, clock, router, kind }: Here,
): Promise<{ readonly staged: Staged; readonly preview: Result<"pilothouse.restoreCheck"> }> {
  const directory = resolve(settings().data_dir);
  const { certFile, keyFile } = certificateFiles(directory);
  const has = (path: string) => backup.files.some((file) => file.path === path);
  if (has(OF_A_HUB))
    throw new BackupError("this is a backup of a hub", {
      why: { key: "file", reason: reason("restore.hub") },
    });
  const pair = [certFile, keyFile].map((path) => basename(path));
  const taken = [basename(storeFile(directory)), ...(pair.every(has) ? pair : [])];
  const files = backup.files.filter(({ path }) => taken.includes(path));
  const saved: { facts?: ReturnType<typeof factsOf> } = {};
  const staged = await stageFiles({ ...backup, files }, directory, clock, async (opened) => {
    await opened.write(forgetRouters);
    saved.facts = factsOf(opened, clock);
  });
  try {
    const now = factsOf(store, clock);
    const { facts: old = now } = saved;
    const onlyIn = (one: typeof now, other: typeof now) =>
      [...one.tokens].flatMap(([hash, name]) => (other.tokens.has(hash) ? [] : [name]));
    const preview = {
      ...{ made: backup.at, version: backup.version, dataDir: backup.dataDir },
      ...{ router: old.router ?? null, routerNow: router() ?? null },
      password: old.password === now.password ? "same" : "other",
      certificate: pair.every(has) ? otherCertificate(join(staged.stage, "new"), settings()) : null,
      fleet: fleetOf(old.fleet, now.fleet),
      tokensAgain: onlyIn(old, now),
      tokensGone: onlyIn(now, old),
      left: backup.files.map(({ path }) => path).filter((path) => !taken.includes(path)),
    } as const;
    return { staged: { ...staged, stays: ofRouter(kind) }, preview };
  } catch (error) {
    rmSync(staged.stage, { recursive: true, force: true });
    throw error;
  }
}

/**
 * What is remembered of a router belongs to that router and to its files, which stay as they are. The simulated router is
 * nothing else than this memory.
 */
const forgetRouters = (db: Sqlite): void =>
  db.run(
    "DELETE FROM value WHERE (name LIKE 'router.%' OR name LIKE 'budget.held.%') AND name NOT LIKE '%.simulator'",
  );

function factsOf(store: Readable, clock: Clock) {
  const tokens = store.all("SELECT hash, name FROM token WHERE program = 1 AND expires > ?", clock.now());
  return {
    router: readValue(store, ROUTER),
    fleet: readValue(store, FLEET_KEY),
    password: readValue(store, PASSWORD_VALUE),
    tokens: new Map(tokens.map((row) => [String(row["hash"]), String(row["name"])])),
  };
}

function fleetOf(old: string | undefined, now: string | undefined) {
  if (old === now) return now === undefined ? "none" : "same";
  if (now === undefined) return "joined";
  return old === undefined ? "left" : "other";
}

/** The fingerprint of the certificate in the folder, if browsers will see it and do not see it now. */
function otherCertificate(folder: string, settings: Settings): string | null {
  const files = certificateFiles(folder);
  try {
    const { fingerprint } = loadCertificate(files.certFile, files.keyFile);
    if (!settings["https.enabled"] || settings["https.certificate"] !== undefined) return null;
    const now = orNone(() => new X509Certificate(readFileSync(certificateFiles(settings.data_dir).certFile)));
    return now?.fingerprint256 === fingerprint ? null : fingerprint;
  } catch (cause) {
    if (!(cause instanceof CertificateError)) throw cause;
    throw new BackupError(cause.message.replaceAll(`${folder}/`, ""), { cause });
  }
}
