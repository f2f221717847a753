import type { Auth } from "../../auth/auth.js";
import type { Feature, Kernel } from "../../feature.js";
import type { EventLog } from "../record/event-log.js";
import { Backups, HANDED_OVER_MS } from "./backups.js";
import { BackupDownload } from "./download.js";
import { BackupSchedule } from "./schedule.js";

interface Needs extends Kernel {
  readonly auth: Pick<Auth, "requirePassword" | "rules">;
  readonly events: Pick<EventLog, "add">;
  /** Files that belong into a backup, as far as they are there: the service's, and the router's or the hub's. */
  readonly backupFiles: () => Promise<readonly string[]>;
}

/** Copies of what the service cannot do without, by command, for a browser and by schedule. */
export const backup: Feature<Needs, object, "pilothouse.backup" | "pilothouse.backupPart"> = {
  async open(needs) {
    const backups = new Backups({ ...needs, files: needs.backupFiles });
    const schedule = new BackupSchedule({ ...needs, make: backups.make });
    const { auth, settings } = needs;
    const download = new BackupDownload({ backups, auth, dataDir: () => settings().data_dir });
    await backups.cleanUp();
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
      },
      opened: () => void schedule.look(),
      recurring: [
        { everyMs: 60_000, work: () => schedule.look() },
        { everyMs: 60_000, work: () => backups.cleanUp(HANDED_OVER_MS).catch(() => {}) },
      ],
      stop: () => schedule.stop(),
    };
  },
};
