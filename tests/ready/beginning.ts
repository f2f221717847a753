import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { begun, type Ended, type Launch, type Process } from "../blackbox/process.js";
import { twoPorts } from "../support/ports.js";

/** A service that has just bound its port. From here on signals must not kill it. */
export async function bound(
  dataDir: string,
  { args = [], ...launch }: Launch = {},
): Promise<{ readonly process: Process; readonly ports: { readonly https: number; readonly http: number } }> {
  const ports = await twoPorts();
  const process = begun(dataDir, { ...launch, args: [...ports.args, ...args] });
  let ended: Ended | undefined;
  void process.ended.then((end) => {
    ended = end;
  });
  while (!(await listens(ports.http))) {
    if (ended !== undefined) throw new Error(`the service ended: ${JSON.stringify(ended)}`);
    await sleep(1);
  }
  return { process, ports };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
