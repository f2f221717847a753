import { createHash, randomBytes } from "node:crypto";
import type { NatsConnection } from "@nats-io/nats-core";

const KNOWN = new WeakMap<NatsConnection, string>();

/**
 * The instance that a connection belongs to. Each connection has another one, made from random bytes and from the
 * number that the server gave the connection: a virtual machine that is copied while it runs is copied with its random
 * numbers, but both copies must connect again.
 */
export function instanceOf(connection: NatsConnection): string {
  const known = KNOWN.get(connection);
  if (known !== undefined) return known;
  const { server_id, client_id } = connection.info ?? {};
  const instance = createHash("sha256")
    .update(randomBytes(16))
    .update(`${server_id} ${client_id}`)
    .digest("base64url")
    .slice(0, 12);
  KNOWN.set(connection, instance);
  return instance;
}
