import { describeDriver } from "@pilothouse/drivers/driver";
import { LOGBOOK_ROWS } from "./settings.js";

export const logbook = describeDriver({
  name: "logbook",
  settings: LOGBOOK_ROWS,
  load: async () => (await import("./module.js")).logbookModule,
});
