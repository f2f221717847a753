import { KIT } from "../kit.js";
import { judgeTheClient } from "./judge-client.js";
import { judgeServer } from "./judge-server.js";
import { list } from "./list.js";
import { makeMatrix } from "./make-matrix.js";
import { parse } from "./options.js";
import type { Streams } from "./outputs.js";
import { USAGE, UsageError } from "./usage.js";

/** Does what a command line says, and returns the exit code. */
export async function run(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  streams: Streams,
  signal: AbortSignal,
): Promise<number> {
  try {
    const options = parse(argv);
    const { values, positionals } = options;
    if (values.version) streams.out(`${KIT.version}\n`);
    if (values.help) streams.out(USAGE);
    if (values.version || values.help) return 0;
    if (positionals[0] === "matrix") return makeMatrix(options, streams);
    if (positionals[0] === "list") return list(options, streams);
    if (values.client) return await judgeTheClient(options, argv, streams, signal);
    return await judgeServer(options, argv, env, streams, signal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    streams.err(`${error.message}\n`);
    return 2;
  }
}
