import { call, describe } from "../kernel/shapes.js";
import { secret } from "../kinds/kinds.js";
import { RECORD_RESULTS } from "../tables/record/record-results.js";

export const BACKUP_METHOD = call({
  guard: "token",
  scope: "all",
  says: "Makes a backup in the data directory of the service, for `pilothouse backup` to fetch. Only over the operator's socket.",
  params: {
    passphrase: { kind: secret, says: "Encrypts it with this passphrase.", optional: true },
  },
  result: describe(RECORD_RESULTS["pilothouse.backup"], {
    file: "Its name in the data directory. It is removed after ten minutes.",
    bytes: "Its size.",
  }),
  others: "refused",
  changes: true,
  extension: true,
});
