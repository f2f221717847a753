import { DIALECTS } from "../client/dialects.js";
import { judgeClient } from "../client/judge.js";
import { type Observed, observe } from "../client/observed.js";
import { documentOf } from "../report/document.js";
import { shownCommand } from "./judge-server.js";
import { milliseconds, type Options } from "./options.js";
import { baselineOf, type Streams, write } from "./outputs.js";
import { UsageError } from "./usage.js";

/** Plays a server in every dialect, and judges the client that calls it. */
export async function judgeTheClient(
  options: Options,
  argv: readonly string[],
  streams: Streams,
  signal: AbortSignal,
): Promise<number> {
  const { values, positionals, command } = options;
  if (positionals.length > 0)
    throw new UsageError(
      `--client takes no address: the command comes after "--", as in --client -- ${positionals[0]}`,
    );
  const names = values.dialect?.flatMap((name) => name.split(","));
  const unknown = names?.find((name) => !DIALECTS.some((dialect) => dialect.name === name));
  if (unknown !== undefined)
    throw new UsageError(
      `there is no dialect ${unknown}; there are ${DIALECTS.map(({ name }) => name).join(", ")}`,
    );
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port must be a port, not ${values.port}`);
  const chosen = DIALECTS.filter(
    ({ name }) => names?.includes(name) ?? (command.length > 0 || name === "standard"),
  );
  const baseline = baselineOf(options);
  const started = new Date();
  const observed: Observed[] = [];
  for (const dialect of chosen) {
    if (signal.aborted) break;
    const onReady = (url: string, password: string) =>
      streams.err(
        `Playing "${dialect.name}" at ${url} with the password ${JSON.stringify(password)}; Ctrl-C to judge\n`,
      );
    const timeout = milliseconds("timeout", values.timeout, 30_000);
    const watching = { command, timeout, tls: values.tls === true, port, signal };
    observed.push(await observe(dialect, command.length > 0 ? watching : { ...watching, onReady }));
  }
  const results = judgeClient(observed, chosen);
  const document = documentOf(
    {
      ...{ results, server: "", names: "svc", started, ended: new Date() },
      ...{
        leftovers: [],
        secretLeftovers: [],
        remarks: [],
        interrupted: signal.aborted && command.length > 0,
      },
    },
    {
      ...{
        url: "",
        label: values.label ?? command[0] ?? "a client",
        evidence: "live",
        command: shownCommand(argv),
      },
      isPublic: values.public === true,
    },
  );
  return write(document, options, baseline, streams);
}
