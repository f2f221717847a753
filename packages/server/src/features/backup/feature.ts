import { type Actor, type Audit, LOCAL } from "../../audit/audit.js";
import type { Auth } from "../../auth/auth.js";
import type { Feature, Kernel } from "../../feature.js";
import type { Call } from "../../rpc/call.js";
import type { EventLog } from "../record/event-log.js";
import { Backups, HANDED_OVER_MS } from "./backups.js";
import { BackupDownload } from "./download.js";
import { BackupSchedule } from "./schedule.js";
import { type Swapped, swapped, sweepStages } from "./swap/swap.js";
import { BackupUpload, type OnRestore } from "./upload.js";

interface Needs extends Kernel {
  readonly auth: Pick<Auth, "requirePassword" | "rules">;
  readonly audit: Pick<Audit, "add">;
  readonly events: Pick<EventLog, "add">;
  readonly router: { readonly kind: string; readonly which?: string | undefined };
  readonly onRestore?: OnRestore | undefined;
  /** Files that belong into a backup, as far as they are there: the service's, and the router's or the hub's. */
  readonly backupFiles: () => Promise<readonly string[]>;
}

type Methods = "pilothouse.backup" | "pilothouse.backupPart" | "pilothouse.restore" | Uploading;
type Uploading = "pilothouse.restoreUpload" | "pilothouse.restorePart" | "pilothouse.restoreCheck";

/** Copies of what the service cannot do without, by command, for a browser and by schedule; and the way back. */
export const backup: Feature<Needs, object, Methods> = {
  async open(needs) {
    const backups = new Backups({ ...needs, files: needs.backupFiles });
    const schedule = new BackupSchedule({ ...needs, make: backups.make });
    const { auth, settings, onRestore, router } = needs;
    const download = new BackupDownload({ backups, auth, dataDir: () => settings().data_dir });
    const upload = new BackupUpload({
      ...needs,
      onRestore,
      kind: router.kind,
      router: () => ("which" in router ? router.which && `${router.kind} ${router.which}` : router.kind),
    });
    await backups.cleanUp();
    sweepStages(settings().data_dir);
    return {
      provides: {},
      handlers: {
        "pilothouse.backup": ({ passphrase, password }, call) =>
          call.audited("backup", () =>
            call.peer.access === "operator"
              ? backups.handOver(passphrase)
              : download.make(call, password, passphrase),
          ),
        "pilothouse.backupPart": ({ file, from = 0 }, call) => download.part(call, file, from),
        "pilothouse.restoreUpload": ({ password, bytes }, call) =>
          refusedOnRecord(call, () => upload.begin(call, password, bytes)),
        "pilothouse.restorePart": (given, call) => upload.part(call, given),
        "pilothouse.restoreCheck": ({ file, passphrase }, call) =>
          refusedOnRecord(call, () => upload.check(call, file, passphrase)),
        "pilothouse.restore": ({ cancel, ...given }, call) =>
          cancel
            ? refusedOnRecord(call, () => upload.cancel(call, given.file))
            : call.audited("restore", () => upload.restore(call, given)),
      },
      async opened() {
        const restored = swapped(settings().data_dir);
        if (restored !== undefined) await putOnRecord(restored, needs);
        void schedule.look();
      },
      recurring: [
        { everyMs: 60_000, work: () => schedule.look() },
        { everyMs: 60_000, work: () => backups.cleanUp(HANDED_OVER_MS).catch(() => {}) },
        { everyMs: 60_000, work: () => upload.cleanUp().catch(() => {}) },
      ],
      stop: () => schedule.stop(),
    };
  },
};

/** What has led to nothing yet is no restore; what was refused is. */
const refusedOnRecord = <T>(call: Call, work: () => Promise<T>): Promise<T> =>
  call.audited("restore", (changed) => {
    changed([]);
    return work();
  });

/** In the store that runs now: the restored one, or again the one from before. */
async function putOnRecord({ at, by, failed }: Swapped, { audit, events }: Needs): Promise<void> {
  const made = `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const outcome = failed === undefined ? "ok" : "refused";
  const actor = by === null ? LOCAL : withoutNulls(by);
  await audit.add(actor, { action: "restore", outcome });
  if (failed === undefined) await events.add("restore.done", { made });
  else await events.add("restore.failed", { made, reason: failed });
}

const withoutNulls = ({ address, session, name }: NonNullable<Swapped["by"]>): Actor => ({
  address,
  ...(session !== null && { session }),
  ...(name !== null && { name }),
});
