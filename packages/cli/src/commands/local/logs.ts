import type { Context } from "../../command/context.js";
import { effectiveHere, type SettingFlags } from "../../local/flags.js";
import { foreseen } from "../../local/foreseen.js";
import { tail } from "../../logs/tail.js";
import { interruptible } from "../../remote/session.js";
import { routerLog } from "../../router.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { harmless, harmlessJson } from "../../terminal/style.js";

interface Options extends SettingFlags {
  readonly follow?: true;
  readonly lines: string;
}

/** The router's own log, as far as it is within reach. */
export async function logs({ out, drivers, table }: Context, _args: [], options: Options): Promise<void> {
  if (!/^\d{1,9}$/.test(options.lines))
    throw new Complaint(`--lines wants a whole number, got ${JSON.stringify(options.lines)}`, EXIT.usage);
  const found = await foreseen(() => routerLog(drivers, effectiveHere(table, options).settings));
  if (found.file === undefined) {
    if (out.json) out.result({ file: null, why: found.why }, () => "");
    else out.note(found.why);
    return;
  }
  const { file } = found;
  // A log is text of strangers; tabs are the one control that belongs there.
  const shown = (line: string) =>
    out.json ? harmlessJson({ line }, 0) : harmless(line.replace(/\r$/, "").replaceAll("\t", "    "));
  await interruptible(async (signal) => {
    const last = Number(options.lines);
    try {
      for await (const line of tail(file, { last, ...(options.follow && { follow: signal }) }))
        process.stdout.write(`${shown(line)}\n`);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      throw new Complaint(code === "ENOENT" ? `${file} is not there: the router has not run yet` : message);
    }
    if (signal.aborted) process.exitCode = EXIT.interrupted;
  });
}
