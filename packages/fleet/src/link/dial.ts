import { lookup } from "node:dns/promises";
import { errors, type NatsConnection } from "@nats-io/nats-core";
import { NatsConnectionImpl, setTransportFactory } from "@nats-io/nats-core/internal";
import { inboxOf } from "../keys/fleet-keys.js";
import type { NKey } from "../keys/nkey.js";
import { type BusOptions, BusTransport, PINGS_IN_SILENCE } from "./bus-transport.js";
import { BusFault, peerOf, type Trust } from "./trust.js";

/** Who dials. */
export interface Login {
  readonly key: NKey;
  readonly jwt: string;
}

export interface Dialling {
  readonly addresses: readonly string[];
  readonly login: Login;
  readonly trust: Trust;
  readonly name: string;
  /** Whether the client dials again by itself, for ever, when the connection is lost; otherwise it is closed then. */
  readonly again?: boolean;
  /** Messages can wait a moment, and are read together, where nobody can be waiting for an answer. */
  readonly unhurried?: boolean;
  /** A server that hangs is found out when it has said nothing for this long. Default: two minutes, as each ping costs. */
  readonly silentMs?: number;
}

/** After a failure many nodes reconnect at once, and the server needs time for each. */
export const HANDSHAKE_MS = 20_000;
/** How often the server is asked whether it is there. */
const PING_MS = 30_000;
/** A link that died without a word is found out when no answer has come for this long and one ping more. */
const UNANSWERED_MS = 60_000;

/** The bus does not take the login. */
export class LoginRefused extends Error {
  override readonly name = "LoginRefused";
  constructor(
    cause: Error,
    /** Otherwise somebody on the way may have caused it, by changing the greeting that the server sent in clear. */
    readonly certain: boolean,
  ) {
    super(cause.message, { cause });
  }
}

export const isRefused = (error: unknown): boolean =>
  error instanceof LoginRefused ||
  error instanceof errors.AuthorizationError ||
  error instanceof errors.UserAuthenticationExpiredError;

/** One connection, to the first of the addresses that takes it. */
export async function dial({ addresses, again = false, ...dialling }: Dialling): Promise<NatsConnection> {
  if (again) return open({ ...dialling, addresses, again });
  const faults: Error[] = [];
  for (const address of addresses)
    try {
      return await open({ ...dialling, addresses: [address], again });
    } catch (error) {
      faults.push(error as Error);
    }
  throw faults.find(isRefused) ?? faults.at(-1) ?? new BusFault("there is no address of a bus");
}

async function open({
  addresses,
  login,
  trust,
  name,
  again,
  unhurried,
  silentMs,
}: Dialling): Promise<NatsConnection> {
  const greeted = { inClear: false };
  const pingInterval = silentMs === undefined ? PING_MS : silentMs / PINGS_IN_SILENCE;
  const options: BusOptions = {
    ...{ servers: [...addresses], name, peer: peerOf(trust), greeted, unhurried, silentMs },
    authenticator: (nonce?: string) => ({
      nkey: login.key.id,
      jwt: login.jwt,
      sig: login.key.sign(Buffer.from(nonce ?? "")).toString("base64url"),
    }),
    tls: {},
    ...(again ? { maxReconnectAttempts: -1, ignoreAuthErrorAbort: true } : { reconnect: false }),
    noRandomize: true,
    ignoreClusterUpdates: true,
    inboxPrefix: inboxOf(login.key.id),
    timeout: HANDSHAKE_MS,
    pingInterval,
    maxPingOut: Math.ceil(UNANSWERED_MS / pingInterval),
    noAsyncTraces: true,
  };
  setTransportFactory({ factory: () => new BusTransport(), dnsResolveFn: resolve });
  try {
    return withEndingFlush(await NatsConnectionImpl.connect(options));
  } catch (error) {
    if (isRefused(error)) throw new LoginRefused(error as Error, !greeted.inClear);
    throw error ?? new BusFault("the bus closes the connection");
  }
}

/** The client's own `flush` waits for ever when the connection is lost meanwhile. */
function withEndingFlush(connection: NatsConnection): NatsConnection {
  const waiting = new Set<(error: Error) => void>();
  const flush = connection.flush.bind(connection);
  connection.flush = () =>
    new Promise((resolve, reject) => {
      waiting.add(reject);
      flush()
        .then(resolve, reject)
        .finally(() => waiting.delete(reject));
    });
  void connection.closed().then((error) => {
    for (const reject of waiting) reject(error ?? new BusFault("the connection to the bus was closed"));
  });
  return connection;
}

const resolve = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);
