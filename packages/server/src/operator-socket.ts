import { join } from "node:path";

/** The path of a Unix socket fits into 108 bytes on Linux and 104 elsewhere, with a zero byte at its end. */
const LONGEST_PATH = (process.platform === "linux" ? 108 : 104) - 1;

/** Where the service listens for the owner of its data directory. */
export const operatorSocket = (dataDir: string): string => join(dataDir, "pilothouse.sock");

/** Why there can be no socket in this directory; undefined when there can. */
export function socketFault(dataDir: string): string | undefined {
  const path = operatorSocket(dataDir);
  const length = Buffer.byteLength(path);
  if (length <= LONGEST_PATH) return undefined;
  return `${path} is ${length} bytes long, and the path of a Unix socket has room for ${LONGEST_PATH}; choose a shorter data_dir`;
}
