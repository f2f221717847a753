import { type Client, ClientError, connect } from "@pilothouse/client";
import type { Context } from "../command/context.js";
import { asOwnerOf } from "../local/as-owner.js";
import { effectiveFor, type SettingFlags } from "../local/flags.js";
import { explained } from "./failure.js";
import { OPERATOR_URL, operatorLink } from "./operator-link.js";
import { interruptible } from "./session.js";

export const dataDirOf = ({ table }: Pick<Context, "table">, options: SettingFlags): string =>
  effectiveFor(table, options).settings.data_dir;

/** Asks the service that runs on a data directory, by its own socket: no password. */
export const askOwn = <T>(
  dataDir: string,
  work: (client: Client, signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  asOwnerOf(dataDir, async () => {
    const client = connect(operatorLink(dataDir), { dialect: "svc" });
    try {
      return await interruptible((signal) => work(client, signal));
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      throw explained(error, { url: OPERATOR_URL, dataDir, trust: {} });
    } finally {
      client.close();
    }
  });
