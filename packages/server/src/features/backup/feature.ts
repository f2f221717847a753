import type { Feature, Kernel } from "../../feature.js";
import type { EventLog } from "../record/event-log.js";
import { Backups } from "./backups.js";
import { backupHandler } from "./handlers.js";
import { BackupSchedule } from "./schedule.js";

interface Needs extends Kernel {
  readonly events: Pick<EventLog, "add">;
  /** Files that belong into a backup, as far as they are there: the service's, and the router's or the hub's. */
  readonly backupFiles: () => Promise<readonly string[]>;
}

/** Copies of what the service cannot do without, by command and by schedule. */
export const backup: Feature<Needs, object, "pilothouse.backup"> = {
  name: "backup",
  async open({ store, settings, clock, version, events, backupFiles }) {
    const backups = new Backups({ store, settings, clock, version, files: backupFiles });
    const schedule = new BackupSchedule({ settings, clock, events, make: backups.make });
    await backups.cleanUp();
    return {
      provides: {},
      handlers: backupHandler(backups),
      opened: () => schedule.start(),
      stop: () => schedule.stop(),
    };
  },
};
