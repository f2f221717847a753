import type { NatsConnection } from "@nats-io/nats-core";
import { BusFault } from "../link/trust.js";

/** Who is there answers without a wait, and if nobody is, the bus says so. */
const ANSWER_MS = 2_000;

/**
 * A second hub with a copy of this one's data would have its name, too: nodes would take the commands of one for old
 * ones of the other, and each would take over the roll-outs of the other again and again. So the second does not work
 * until the first is gone.
 */
export async function requireOnlyOne(connection: NatsConnection, hub: string): Promise<void> {
  const subject = `ph.hub.${hub}`;
  const isThere = await connection.request(subject, "", { timeout: ANSWER_MS }).then(
    () => true,
    () => false,
  );
  if (isThere)
    throw new BusFault(
      "another hub works with a copy of this hub's data. Stop one of them; for a second hub, copy only fleet-keys.json into a new data directory",
    );
  connection.subscribe(subject, { callback: (error, message) => void (error ?? message.respond("")) });
}
