import { resolve } from "node:path";
import { run } from "@pilothouse/system";
import type { Context } from "../../command/context.js";
import { effectiveHere, type SettingFlags } from "../../local/flags.js";
import { writePrivateFile } from "../../local/private-file.js";
import { servicesHere } from "../../services/services-here.js";
import { harmlessJson } from "../../terminal/style.js";
import { examineSetup } from "./doctor/checks.js";
import { reportOf } from "./report/contents.js";

interface Options extends SettingFlags {
  readonly out?: string;
}

/** Writes a report that can be shown to others, in a form that can be read before. */
export async function report(context: Context, _args: [], options: Options): Promise<void> {
  const { env, out, drivers, features, table } = context;
  const machine = { env, now: Date.now(), run, drivers, features, table, services: servicesHere };
  const contents = await reportOf(machine, await examineSetup(machine, () => effectiveHere(table, options)));
  const text = `${harmlessJson(contents)}\n`;
  if (options.out === "-") return void process.stdout.write(text);
  const file = resolve(options.out ?? defaultName(machine.now));
  // A place that a person named: nothing is made there but the file, as with backup.
  writePrivateFile(file, text, { make: false });
  out.result({ file }, () => file);
  out.note("Secrets, addresses and names are removed. Read it before you send it anyway.");
}

/** "pilothouse-report-20261115-040500.json" */
const defaultName = (now: number): string =>
  `pilothouse-report-${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}.json`;
