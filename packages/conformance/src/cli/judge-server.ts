import { documentOf } from "../report/document.js";
import { harmless } from "../report/texts.js";
import { Runner } from "../run/runner.js";
import { endpoint } from "./address.js";
import { chosen, type Options, targetOf } from "./options.js";
import { baselineOf, type Streams, write } from "./outputs.js";
import { UsageError } from "./usage.js";

/** The command line as it may be shown: without the password. */
export const shownCommand = (argv: readonly string[]): string =>
  [
    "conformance",
    ...argv.map((word, at) =>
      argv[at - 1] === "--password" ? "…" : word.replace(/^--password=.*/s, "--password=…"),
    ),
  ]
    .map((word) => (/^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");

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
  const run = await new Runner({ ...target, url }, checks, { signal }).run();
  const document = documentOf(run, {
    url: url.href,
    label: values.label ?? url.host,
    evidence: values.recorded ? "recorded" : "live",
    command: shownCommand(argv),
    isPublic: values.public === true,
  });
  const code = write(document, options, baseline, streams);
  for (const secret of run.secretLeftovers) streams.err(`${harmless(secret)}\n`);
  return code;
}
