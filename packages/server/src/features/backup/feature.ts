import { RpcError } from "@pilothouse/protocol";
import type { Feature, Kernel } from "../../feature.js";
import type { EventLog } from "../record/event-log.js";
import { Backups } from "./backups.js";
import { BackupSchedule } from "./schedule.js";

interface Needs extends Kernel {
  readonly events: Pick<EventLog, "add">;
  /** Files that belong into a backup, as far as they are there: the service's, and the router's or the hub's. */
  readonly backupFiles: () => Promise<readonly string[]>;
}

/** Copies of what the service cannot do without, by command and by schedule. */
export const backup: Feature<Needs, object, "pilothouse.backup"> = {
  name: "backup",
  async open(needs) {
    const backups = new Backups({ ...needs, files: needs.backupFiles });
    const schedule = new BackupSchedule({ ...needs, make: backups.make });
    await backups.cleanUp();
    return {
      provides: {},
      handlers: {
        "pilothouse.backup"({ passphrase }, call) {
          if (call.peer.access !== "operator")
            throw new RpcError("refused", "a backup is made on the machine itself: pilothouse backup");
          return call.audited("backup", () => backups.handOver(passphrase));
        },
      },
      opened: () => void schedule.look(),
      recurring: [{ everyMs: 60_000, work: () => schedule.look() }],
      stop: () => schedule.stop(),
    };
  },
};
