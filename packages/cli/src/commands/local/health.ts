import { type Client, ClientError, connect } from "@pilothouse/client";
import type { Context } from "../../command/context.js";
import { ownStatus } from "../../lifecycle/sight.js";
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
}

/** Whether the service answers and its router is well, in one line. Asked by its own socket: no password. */
export async function health({ out, table }: Context, _args: [], options: SettingFlags): Promise<void> {
  const found = await look(table, options);
  out.result(found, () => harmless(found.why).replaceAll(/\s+/g, " "));
  if (!found.healthy) process.exitCode = EXIT.failed;
}

async function look(table: Context["table"], options: SettingFlags): Promise<Health> {
  try {
    const dataDir = effectiveFor(table, options).settings.data_dir;
    const phase = await asOwnerOf(dataDir, () => phaseIn(dataDir));
    const healthy = WELL.has(phase);
    return { healthy, phase, why: `${healthy ? "healthy" : "unhealthy"}: the router is ${phase}` };
  } catch (error) {
    if (error instanceof Complaint) return { healthy: false, why: `unhealthy: ${error.message}` };
    throw error;
  }
}

async function phaseIn(dataDir: string): Promise<string> {
  const client: Client = connect(operatorLink(dataDir), { dialect: "svc" });
  try {
    const status = await interruptible((signal) => ownStatus(client, { signal, timeout: ANSWER_MS }));
    if (status === undefined) throw new Complaint("the service is of another version and does not say");
    return status.phase;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    throw explained(error, { url: OPERATOR_URL, dataDir, trust: {} });
  } finally {
    client.close();
  }
}
