import { type Client, ClientError, poisonAdvice, poisonIn } from "@pilothouse/client";
import { Complaint } from "../../terminal/exit.js";

/** A write to a server that may be Java I2P: when it fails because of a setting that is there already, that is named. */
export async function written<T>(client: Client, signal: AbortSignal, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof ClientError) || error.status !== 500) throw error;
    const held = await client.advanced.getAll({ signal }).catch(() => []);
    const names = poisonIn(held);
    if (names.length === 0) throw error;
    throw new Complaint(poisonAdvice(names));
  }
}
