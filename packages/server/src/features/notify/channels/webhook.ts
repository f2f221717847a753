import { createHmac } from "node:crypto";
import type { Message } from "../message.js";
import type { Channel, Secret } from "./channel.js";
import { post } from "./post.js";

/** `sha256=` and the HMAC of the timestamp, a dot and the body. */
export const signatureOf = (key: string, timestamp: string, body: string): string =>
  `sha256=${createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex")}`;

interface Options {
  readonly url: string;
  readonly key: Secret | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** JSON by HTTP POST. With a key it is signed, and dated at each attempt, so that an old one cannot be sent again by others. */
export const webhook = ({ url, key, now }: Options): Channel => ({
  name: "webhook",
  to: new URL(url).origin,
  send(message: Message, signal) {
    const body = JSON.stringify(message);
    const timestamp = String(Math.floor(now() / 1_000));
    const signature =
      key === undefined ? {} : { "x-pilothouse-signature": signatureOf(key(), timestamp, body) };
    const headers = {
      "content-type": "application/json",
      "user-agent": "pilothouse",
      "x-pilothouse-id": message.id,
      "x-pilothouse-timestamp": timestamp,
      ...signature,
    };
    return post(url, { body, headers }, signal);
  },
});
