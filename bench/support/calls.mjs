// What the benchmarks ask of the service.
import { FACTORY_PASSWORD, ROUTER_INFO } from "../../packages/protocol/dist/index.js";
import { openConnection, requestText } from "./connection.mjs";
import { load } from "./load.mjs";
import { cpuOf } from "./processes.mjs";

export const CONNECTIONS = 16;

export const call = (method, params) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
export const loginBody = call("Authenticate", { API: 1, Password: FACTORY_PASSWORD });

/** The result of one call on a connection that is open. */
export async function resultOf(connection, port, body) {
  const answer = JSON.parse(await connection.ask(requestText({ port, body })));
  if (answer.error !== undefined) throw new Error(answer.error.message);
  return answer.result;
}

/** A token; the service must take the factory password for everything. */
export async function login({ httpPort }) {
  const connection = await openConnection({ port: httpPort, secure: false });
  const { Token } = await resultOf(connection, httpPort, loginBody);
  connection.close();
  return Token;
}

/** The 14 keys that every router has. */
const keys = Object.entries(ROUTER_INFO).filter(([, row]) => !row.extension);
export const infoParams = Object.fromEntries(keys.map(([key]) => [`svc.${key}`, ""]));
export const infoBody = (Token) => call("RouterInfo", { Token, ...infoParams });

/** Requests per second and the server's processor time for each, in microseconds, while nothing but this load is on. */
export async function measure({ pid, ...target }, { ms = 1_000, connections = CONNECTIONS } = {}) {
  const before = cpuOf(pid);
  const { count, last } = await load({ ...target, connections, ms });
  return { perSecond: (count * 1_000) / ms, cpu: (cpuOf(pid) - before) / count, last };
}
