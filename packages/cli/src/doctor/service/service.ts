import { statSync } from "node:fs";
import { join } from "node:path";
import { storeFile } from "@pilothouse/server";
import { type Check, ok, orNoEntry, problem, warning } from "@pilothouse/system";
import type { Situation } from "../situation.js";

const START = "start it: systemctl start pilothouse, or pilothouse serve";

/** Whether there is a service at all: everything else can be in order while it is dead. */
export const service: Check<Situation> = {
  name: "service",
  look: ({ settings: { data_dir }, service }) => {
    if (service !== undefined) return [ok(`it runs as process ${service.pid}`)];
    if (orNoEntry(() => statSync(storeFile(data_dir))) === undefined)
      return [ok("it was never started with this data directory")];
    // A service that is stopped removes its pid file.
    if (orNoEntry(() => statSync(join(data_dir, "pilothouse.pid"))) !== undefined)
      return [
        problem("it does not run: it was killed, or it crashed", `${START}; its log may say why it ended`),
      ];
    return [warning("it does not run", START)];
  },
};
