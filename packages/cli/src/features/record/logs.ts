import type { RouterLog } from "@pilothouse/drivers/driver";
import { LOG_LEVELS, type LogLevel, type LogLine, type Params, reasonText } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { asOwnerOf } from "../../local/as-owner.js";
import { explainErrors } from "../../local/explained-errors.js";
import { effectiveHere, type SettingFlags } from "../../local/flags.js";
import { tail } from "../../local/tail.js";
import { call } from "../../remote/call.js";
import { interruptible, withClient } from "../../remote/session.js";
import { answersOf } from "../../remote/wait.js";
import { chosenDriver } from "../../router.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { harmless } from "../../terminal/style.js";
import { moment } from "../../terminal/units.js";

interface Options extends SettingFlags {
  readonly follow?: true;
  readonly lines: string;
  readonly service?: true;
  readonly level?: string;
  readonly grep?: string;
}

/** The most lines that a service returns at once. */
const MOST_LINES = 1_000;
const LEVELS: readonly string[] = LOG_LEVELS;

/** The router's own log file, if it can be read here; otherwise the log as the service returns it. */
export async function logs(context: Context, _args: [], options: Options): Promise<void> {
  if (!/^\d{1,9}$/.test(options.lines))
    throw new Complaint(`--lines wants a whole number, got ${JSON.stringify(options.lines)}`, EXIT.usage);
  const { profile, url, local } = context.common;
  if ((profile ?? url ?? local) !== undefined) return askFor(context, options);
  for (const name of ["service", "level", "grep"])
    if (options[name] !== undefined)
      throw new Complaint(`--${name} wants a service to ask: -p, --url or --local`, EXIT.usage);
  return ofThisMachine(context, options);
}

/** As the owner of the data directory: i2pd.conf, which that user may change, says which file the log is. */
const ofThisMachine = ({ out, drivers, table }: Context, options: Options): Promise<void> =>
  explainErrors(async () => {
    const { settings } = effectiveHere(table, options);
    const driver = await chosenDriver(drivers, settings);
    await asOwnerOf(settings.data_dir, () => show(out, driver.log(settings), options));
  });

/** A log is text of strangers; tabs are the one control that belongs there. */
const shown = (line: string): string => harmless(line.replace(/\r$/, "").replaceAll("\t", "    "));

function sayWhyNone(out: Context["out"], why: string | null): void {
  if (out.json) out.result({ file: null, why }, () => "");
  else out.note(harmless(why ?? ""));
}

async function show(out: Context["out"], found: RouterLog, options: Options): Promise<void> {
  if (found.file === undefined) return sayWhyNone(out, reasonText(found.why));
  const { file } = found;
  await interruptible(async (signal) => {
    const last = Number(options.lines);
    try {
      for await (const line of tail(file, { last, ...(options.follow && { follow: signal }) }))
        out.line(shown(line), { line });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      throw new Complaint(code === "ENOENT" ? `${file} is not there: the router has not run yet` : message);
    }
    if (signal.aborted) process.exitCode = EXIT.interrupted;
  });
}

/** A log of a local or remote service, as the service returns it: without secrets. */
async function askFor(context: Context, { lines, level, grep, service, follow }: Options): Promise<void> {
  const { out } = context;
  if (level !== undefined && !LEVELS.includes(level))
    throw new Complaint(`--level wants ${LEVELS.join(", ")}, got ${JSON.stringify(level)}`, EXIT.usage);
  const asked: Params<"pilothouse.logs"> = {
    source: service ? "service" : "router",
    ...(level && { level: level as LogLevel }),
    ...(grep && { text: grep }),
    limit: Math.min(MOST_LINES, Math.max(1, Number(lines))),
  };
  const print = ({ at, level, text }: LogLine) => {
    const line = shown(text);
    const words = at === null ? line : `${moment(at)}  ${(level ?? "").padEnd(5)}  ${line}`;
    out.line(words, { at, level, line: text });
  };
  await withClient(context, async (connection) => {
    const ask = (params: Params<"pilothouse.logs">) =>
      call(connection, "pilothouse.logs", params, { what: "logs" });
    let answer = await ask(asked);
    if (!answer.available && !follow) return sayWhyNone(out, answer.why);
    for (const line of answer.lines) print(line);
    if (!follow) return;
    const next = () => ask({ ...asked, after: answer.next, limit: MOST_LINES });
    for await (const more of answersOf(connection, next)) {
      answer = more;
      if (more.missed) out.note("(lines are missing here)");
      for (const line of more.lines) print(line);
    }
  });
}
