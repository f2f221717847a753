import { type Client, type ConnectOptions, connect, httpLink, type Link } from "@pilothouse/client";
import { operatorSocket, socketFault } from "@pilothouse/server/settings";
import { Complaint } from "../terminal/exit.js";

/** What a request to the service in this data directory names as its host; the socket decides where it goes. */
export const OPERATOR_URL = "http://localhost/";

/** The way to the service that is open to the owner of its data directory, and needs no password. */
export function operatorLink(dataDir: string): Link {
  const fault = socketFault(dataDir);
  if (fault !== undefined) throw new Complaint(`--local: ${fault}`);
  return httpLink(OPERATOR_URL, { socketPath: operatorSocket(dataDir) });
}

/** Runs `work` with a client of the service in this data directory. */
export async function withOperator<T>(
  dataDir: string,
  work: (client: Client) => Promise<T>,
  options: Pick<ConnectOptions, "timeout"> = {},
): Promise<T> {
  const client = connect(operatorLink(dataDir), { ...options, dialect: "svc" });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}
