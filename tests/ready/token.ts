import { scratch } from "@pilothouse/system/testing/scratch";
import { serve } from "../blackbox/process.js";
import { FACTORY, PASSWORD, rpc, tokenFor } from "../blackbox/wire.js";

export const JSONRPC_ON = ["--http-jsonrpc", "true"];

/** A data directory with a password of its own and a token, which outlives the service that gave it. */
export async function withToken(): Promise<{ readonly dataDir: string; readonly Token: string }> {
  const dataDir = scratch();
  const served = await serve(dataDir);
  const params = { Token: await tokenFor(served.https, FACTORY), "svccontrol.password": PASSWORD };
  await rpc(served.https, "ServiceControl", params);
  const Token = await tokenFor(served.https, PASSWORD);
  await served.kill("SIGTERM");
  return { dataDir, Token };
}
