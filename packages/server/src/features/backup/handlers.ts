import { RpcError } from "@pilothouse/protocol";
import type { Handlers } from "../../rpc/answer.js";
import type { Backups } from "./backups.js";

export const backupHandler = (backups: Pick<Backups, "handOver">): Pick<Handlers, "pilothouse.backup"> => ({
  "pilothouse.backup"({ passphrase }, call) {
    if (call.peer.access !== "operator")
      throw new RpcError("refused", "a backup is made on the machine itself: pilothouse backup");
    return call.audited("backup", () => backups.handOver(passphrase));
  },
});
