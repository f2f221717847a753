import { chmodSync, lstatSync, rmSync } from "node:fs";
import { LOCAL } from "../audit/audit.js";
import type { Carrier, Served } from "../carrier.js";
import { operatorSocket, socketFault } from "../operator-socket.js";
import type { Answer } from "../rpc/answer.js";
import { Endpoint } from "./endpoint.js";
import { isRpcPath, rpcRoute } from "./routes/rpc-route.js";

/** Only the operator can use this socket, so no other user can fill it. */
const CONNECTIONS = 64;

/**
 * The operator's own way in: a Unix socket in the data directory, which only its owner and root can open. They
 * could do anything to the service anyway, so no password is required. It is made while the store is locked: a
 * socket that already has that name was left behind by a service that is gone.
 */
export function operatorCarrier(service: Served): Carrier {
  let endpoint: Endpoint | undefined;
  return {
    open: async () => {
      endpoint = await openEndpoint(service);
    },
    close: async (graceMs) => endpoint?.close(graceMs),
  };
}

async function openEndpoint({ settings, answer, answerAt, log }: Served): Promise<Endpoint | undefined> {
  const { data_dir: dataDir } = settings();
  const fault = socketFault(dataDir);
  if (fault !== undefined) {
    log.warn(`commands with --local cannot reach this service: ${fault}`);
    return undefined;
  }
  const path = operatorSocket(dataDir);
  const left = lstatSync(path, { throwIfNoEntry: false });
  if (left !== undefined && !left.isSocket()) {
    log.warn(`commands with --local cannot reach this service: ${path} is not a socket; move it away`);
    return undefined;
  }
  rmSync(path, { force: true });
  const byOperator =
    (answers: Answer): Answer =>
    (text, { languages, agent, hasLeft }) =>
      answers(text, { ...LOCAL, languages, agent, ...(hasLeft && { hasLeft }), access: "operator" });
  const asOperator = byOperator(answer);
  const operatorAt = (path: string) => {
    const found = answerAt(path);
    return found && byOperator(found);
  };
  const stopping = () => endpoint.stopping;
  const rpc = rpcRoute(
    { answer: asOperator, answerAt: operatorAt, trustedProxies: () => [], stopping },
    () => true,
  );
  const endpoint: Endpoint = new Endpoint({
    secure: false,
    routes: [rpc],
    calls: { takes: isRpcPath, answer: asOperator },
    asksFirst: () => false,
    log,
    connectionLimit: CONNECTIONS,
    share: () => CONNECTIONS,
    hostNames: () => HOST,
    allowedOrigins: () => NONE,
  });
  await endpoint.listen({ path });
  chmodSync(path, 0o600);
  endpoint.admit();
  return endpoint;
}

const HOST: ReadonlySet<string> = new Set(["localhost"]);
const NONE: ReadonlySet<string> = new Set();
