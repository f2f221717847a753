import { type CallOptions, type Client, ClientError } from "@pilothouse/client";
import { FINDING_LEVELS, type FindingEntry, PASSWD_COMMAND } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { effectiveFor, type SettingFlags } from "../../local/flags.js";
import { serviceStatus } from "../../remote/observation.js";
import { type Connection, localContext, withClient } from "../../remote/session.js";
import { passwdCommand } from "../../services/local-command.js";
import { placeOf } from "../../services/services-here.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { harmless } from "../../terminal/style.js";

const ANSWER_MS = 10_000;

/** Phases in which the router does its work. */
const WELL: ReadonlySet<string> = new Set(["running", "draining"]);

interface Health {
  readonly healthy: boolean;
  /** What the router does; absent when the service did not answer. */
  readonly phase?: string;
  readonly why: string;
  /** What the service finds; absent when it did not answer, or is an older one. */
  readonly verdict?: string;
  /** When the router last answered. */
  readonly sampled?: number | null;
  readonly age?: number | null;
  readonly findings?: readonly FindingEntry[];
}

/** How bad it may be for `--fail-on`. */
const LEVELS: readonly string[] = FINDING_LEVELS.filter((level) => level !== "note");

type HealthOptions = SettingFlags & { readonly failOn?: string };

/** Whether the service answers and its router is well, and what is wrong. Asked by its own socket: no password. */
export async function health(
  context: Context,
  _args: [],
  { failOn, ...options }: HealthOptions,
): Promise<void> {
  const { out } = context;
  if (failOn !== undefined && !LEVELS.includes(failOn))
    throw new Complaint(`--fail-on wants ${LEVELS.join(", ")}; not ${JSON.stringify(failOn)}`, EXIT.usage);
  const found = await look(context, options);
  out.result(found, () => [found.why, ...(found.findings ?? []).map(line)].map(oneLine).join("\n"));
  const isBad = failOn !== undefined && LEVELS.indexOf(found.verdict ?? "") >= LEVELS.indexOf(failOn);
  if (!found.healthy || isBad) process.exitCode = EXIT.failed;
}

const oneLine = (text: string): string => harmless(text).replaceAll(/\s+/g, " ");

const line = ({ level, text, todo }: FindingEntry): string => `${level}: ${text} ${todo}`;

async function look(context: Context, options: SettingFlags): Promise<Health> {
  try {
    const { data_dir: dataDir } = effectiveFor(context.table, options).settings;
    const { phase, isHub, ...answer } = await withClient(localContext(context, options), ask);
    const healthy = WELL.has(phase);
    const what = isHub ? "the hub's bus" : "the router";
    const findings = answer.findings?.map((one) => withCommand(one, dataDir));
    const why = `${healthy ? "healthy" : "unhealthy"}: ${what} is ${phase}`;
    return { healthy, phase, why, ...answer, ...(findings && { findings }) };
  } catch (error) {
    if (error instanceof Complaint) return { healthy: false, why: `unhealthy: ${error.message}` };
    throw error;
  }
}

/** The service tells others only that there is a command; here it is known which. */
const withCommand = (finding: FindingEntry, dataDir: string): FindingEntry => ({
  ...finding,
  todo: finding.todo.replace(PASSWD_COMMAND, () => passwdCommand(placeOf(dataDir))),
});

async function ask({ client, signal }: Connection) {
  const limits = { signal, timeout: ANSWER_MS };
  const status = await serviceStatus(client, limits);
  if (status === undefined) throw new Complaint("the service is of another version and does not say");
  const { phase, isHub } = status;
  return { phase, isHub, ...(await findings(client, limits)) };
}

async function findings(client: Client, limits: CallOptions) {
  try {
    const { verdict, sampled, age, findings } = await client.own("pilothouse.health", {}, limits);
    return { verdict, sampled, age, findings };
  } catch (error) {
    if (error instanceof ClientError && error.name === "methodNotFound") return {};
    throw error;
  }
}
