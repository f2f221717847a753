import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lastLine, type Run } from "@pilothouse/system";
import { withSettings } from "./conf.js";

const PREFIX = "trial-";

/**
 * Lets i2pd itself judge a configuration: it is started with it in an empty data directory, and
 * with a pid file that cannot be made. i2pd looks at its whole configuration first and at the pid
 * file next, before it opens anything to the network. So when it complains about the pid file,
 * the configuration is good; any other end is a refusal, and what it said is the reason.
 */
export async function refusalOf(
  text: string,
  binary: string,
  scratch: string,
  run: Run,
): Promise<string | undefined> {
  const place = await mkdtemp(join(scratch, PREFIX));
  try {
    const conf = join(place, "i2pd.conf");
    const pidFile = join(place, "missing", "pid");
    // In the background it could not be heard.
    await writeFile(conf, withSettings(text, new Map([["daemon", null]])), { mode: 0o600 });
    const { code, stderr } = await run(
      [
        binary,
        `--conf=${conf}`,
        `--datadir=${join(place, "data")}`,
        `--pidfile=${pidFile}`,
        "--log=stdout",
        "--loglevel=none",
        // A table for speed, which takes seconds to make on some machines.
        "--precomputation.elgamal=false",
      ],
      { timeout: 20_000 },
    );
    if (stderr.includes(pidFile)) return undefined;
    return lastLine(stderr) || `i2pd ends with ${code ?? "a signal"} and says nothing`;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Removes what a trial that was broken off has left: it holds a copy of the configuration. */
export async function sweepTrials(scratch: string): Promise<void> {
  for (const name of await readdir(scratch).catch(() => []))
    if (name.startsWith(PREFIX)) await rm(join(scratch, name), { recursive: true, force: true });
}
