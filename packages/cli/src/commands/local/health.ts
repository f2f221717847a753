import { type CallOptions, type Client, ClientError, connect } from "@pilothouse/client";
import type { FindingEntry } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { ownStatus } from "../../lifecycle/observation.js";
import { asOwnerOf } from "../../local/as-owner.js";
import { effectiveFor, type SettingFlags } from "../../local/flags.js";
import { explained } from "../../remote/failure.js";
import { OPERATOR_URL, operatorLink } from "../../remote/operator-link.js";
import { interruptible } from "../../remote/session.js";
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

/** Whether the service answers and its router is well, and what is wrong. Asked by its own socket: no password. */
export async function health({ out, table }: Context, _args: [], options: SettingFlags): Promise<void> {
  const found = await look(table, options);
  out.result(found, () => [found.why, ...(found.findings ?? []).map(line)].map(oneLine).join("\n"));
  if (!found.healthy) process.exitCode = EXIT.failed;
}

const oneLine = (text: string): string => harmless(text).replaceAll(/\s+/g, " ");

const line = ({ level, text, todo }: FindingEntry): string => `${level}: ${text} ${todo}`;

async function look(table: Context["table"], options: SettingFlags): Promise<Health> {
  try {
    const dataDir = effectiveFor(table, options).settings.data_dir;
    const { phase, isHub, ...answer } = await asOwnerOf(dataDir, () => askIn(dataDir));
    const healthy = WELL.has(phase);
    const what = isHub ? "the hub's bus" : "the router";
    return { healthy, phase, why: `${healthy ? "healthy" : "unhealthy"}: ${what} is ${phase}`, ...answer };
  } catch (error) {
    if (error instanceof Complaint) return { healthy: false, why: `unhealthy: ${error.message}` };
    throw error;
  }
}

async function askIn(dataDir: string) {
  const client: Client = connect(operatorLink(dataDir), { dialect: "svc" });
  try {
    return await interruptible(async (signal) => {
      const limits = { signal, timeout: ANSWER_MS };
      const status = await ownStatus(client, limits);
      if (status === undefined) throw new Complaint("the service is of another version and does not say");
      const { phase, isHub } = status;
      return { phase, isHub, ...(await findings(client, limits)) };
    });
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    throw explained(error, { url: OPERATOR_URL, dataDir, trust: {} });
  } finally {
    client.close();
  }
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
