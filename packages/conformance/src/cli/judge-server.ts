import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentOf } from "../report/document.js";
import { harmless } from "../report/texts.js";
import { type Run, Runner } from "../run/runner.js";
import { endpoint } from "./address.js";
import { chosen, type Options, targetOf } from "./options.js";
import { baselineOf, type Streams, write } from "./outputs.js";
import { UsageError } from "./usage.js";

/** The command line as it may be shown: without the password. */
export const shownCommand = (argv: readonly string[], password?: string): string =>
  [
    "conformance",
    ...argv.map((word, at) =>
      argv[at - 1] === "--password" || word === password
        ? "…"
        : word.replace(/^--password=.*/s, "--password=…"),
    ),
  ]
    .map((word) => (/^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");

/** The run does not say what the server is like. */
const NO_VERDICT = 3;

/** A password that is in force without anybody knowing it goes into a file: terminals are logged. */
function keepSecrets({ secretLeftovers }: Run, streams: Streams): void {
  if (secretLeftovers.length === 0) return;
  const file = join(mkdtempSync(join(tmpdir(), "conformance-")), "password");
  writeFileSync(file, `${secretLeftovers.join("\n")}\n`, { mode: 0o600 });
  streams.err(`The password of the server was not changed back. What it may be now: ${file}\n`);
}

/** Judges a server and writes the reports. */
export async function judgeServer(
  options: Options,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  streams: Streams,
  signal: AbortSignal,
): Promise<number> {
  const { values, positionals } = options;
  const address = positionals[0] ?? env["I2PCONTROL_URL"];
  if (address === undefined) throw new UsageError("which server? Give its address; --help shows how");
  if (positionals.length > 1) throw new UsageError(`one address at a time, not also ${positionals[1]}`);
  const checks = chosen(options);
  const baseline = baselineOf(options);
  // What is wrong with the options is said before anything is sent.
  const target = targetOf(options, new URL("http://localhost/"), env);
  const url = await endpoint(address, target.limits.timeout);
  const run = await new Runner({ ...target, url }, checks, signal).run();
  const document = documentOf(run, {
    url: url.href,
    label: values.label ?? url.host,
    evidence: values.recorded ? "recorded" : "live",
    command: shownCommand(argv, target.password),
    isPublic: values.public === true,
  });
  keepSecrets(run, streams);
  if (run.noVerdict !== undefined) {
    for (const left of run.leftovers) streams.err(`NOT PUT BACK: ${harmless(left)}\n`);
    streams.err(`No verdict, and no report: ${harmless(run.noVerdict)}\n`);
    return NO_VERDICT;
  }
  const code = write(document, options, baseline, streams);
  return run.interrupted && !signal.aborted ? NO_VERDICT : code;
}
