import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { storeFile } from "@pilothouse/server";
import { type Check, type Finding, ok, orNoEntry, problem, warning } from "@pilothouse/system";
import { described } from "../../../../services/services-here.js";
import { ofOthers } from "../out-of-sight.js";
import type { Situation } from "../situation.js";

const START = "start it: systemctl start pilothouse, or pilothouse serve";

/** Whether there is a service at all: everything else can be in order while it is dead. */
export const service: Check<Situation> = {
  name: "service",
  look: (situation) => [here(situation), ...beside(situation)],
};

const beside = ({ settings: { data_dir }, services }: Situation): readonly Finding[] =>
  ofOthers(services())
    .filter(({ dataDir }) => dataDir !== resolve(data_dir))
    .map((one) => ok(`also, ${described(one)}; this is about the one in ${data_dir}`));

function here({ settings: { data_dir }, service }: Situation): Finding {
  if (service?.ready) return ok(`it runs as process ${service.pid}`);
  if (service !== undefined)
    return warning(
      `it is starting, or another command works on its store: process ${service.pid}`,
      "wait a moment, and run this again; if it stays like this, see the log of the service",
    );
  if (orNoEntry(() => statSync(storeFile(data_dir))) === undefined)
    return ok("it was never started with this data directory");
  // A service that is stopped removes its pid file.
  if (orNoEntry(() => statSync(join(data_dir, "pilothouse.pid"))) !== undefined)
    return problem("it does not run: it was killed, or it crashed", `${START}; its log may say why it ended`);
  return warning("it does not run", START);
}
