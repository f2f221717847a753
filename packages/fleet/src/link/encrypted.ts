import { connect, type Socket } from "node:net";
import { type ConnectionOptions, connect as startTls, type TLSSocket } from "node:tls";
import { BusFault } from "./trust.js";

/** The longest greeting of a server. */
export const LONGEST_INFO = 64 * 1024;

interface Encrypted {
  readonly socket: TLSSocket;
  /** The greeting (INFO), where the server has sent it before TLS: anybody on the way can have written it. */
  readonly greeting: Buffer | undefined;
}

interface Place {
  readonly hostname: string;
  readonly port: number;
  /** The name that the server's certificate must have, where it was found by a name. */
  readonly tlsName: string;
}

/** Servers that greet in clear, as they were met last. */
const greeters = new Set<string>();

/**
 * Connects, and resolves when the connection is encrypted and the options have judged the other side. Nothing but TLS
 * leaves before that. TLS begins at once; a server that greets in clear instead is connected to once more, and its
 * greeting is taken off before TLS begins, then and from now on. `signal` ends it.
 */
export async function openEncrypted(
  place: Place,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<Encrypted> {
  const address = `${place.hostname} ${place.port}`;
  if (!greeters.has(address))
    try {
      return await attempt(place, options, signal, false);
    } catch (error) {
      if (!isClear(error)) throw error;
    }
  // Unless that succeeds: the server may have been configured anew.
  greeters.delete(address);
  try {
    const encrypted = await attempt(place, options, signal, true);
    greeters.add(address);
    return encrypted;
  } catch (error) {
    if (!isClear(error)) throw error;
    throw new BusFault(NO_TLS);
  }
}

async function attempt(
  { hostname, port, tlsName }: Place,
  options: ConnectionOptions,
  signal: AbortSignal,
  greets: boolean,
): Promise<Encrypted> {
  signal.throwIfAborted();
  const raw = connect({ host: hostname, port, noDelay: true });
  const ended = () => void raw.destroy();
  signal.addEventListener("abort", ended);
  try {
    return await new Promise<Encrypted>((resolve, reject) => {
      const closed = () => reject(signal.reason ?? new BusFault("the bus closes the connection"));
      const encrypt = (greeting?: Buffer) => {
        const name = tlsName === "" ? {} : { servername: tlsName };
        const socket = startTls({ ...options, ...name, host: tlsName || hostname, socket: raw });
        socket.on("error", reject);
        socket.once("close", closed);
        socket.once("secureConnect", () => resolve({ socket, greeting }));
      };
      raw.on("error", reject);
      raw.once("close", closed);
      raw.once("connect", () => (greets ? greetingOf(raw).then(encrypt, reject) : encrypt()));
    });
  } catch (error) {
    raw.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", ended);
  }
}

/** The first line that the server sends. What follows stays with the connection, for TLS. */
const greetingOf = (raw: Socket): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const take = () => {
      bytes = Buffer.concat([bytes, raw.read() ?? bytes.subarray(0, 0)]);
      const end = bytes.indexOf("\r\n");
      if (bytes.length > 0 && bytes[0] !== I) reject(new BusFault(NO_TLS));
      else if ((end < 0 ? bytes.length : end) > LONGEST_INFO)
        reject(new BusFault(`the bus greets with more than ${LONGEST_INFO / 1024} KiB`));
      else if (end >= 0) {
        raw.off("readable", take);
        raw.unshift(bytes.subarray(end + 2));
        resolve(bytes.subarray(0, end + 2));
      }
    };
    raw.on("readable", take);
  });

const I = "I".charCodeAt(0);
const NO_TLS =
  "the bus does not speak TLS, or somebody between here and there prevents it; what came unencrypted was ignored";

/** Whether TLS has met bytes that are none of its own. */
const isClear = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === "ERR_SSL_WRONG_VERSION_NUMBER";
