import { bodyOf, type Message, titleOf } from "../message.js";
import type { Channel, Secret } from "./channel.js";
import { post } from "./post.js";

/** As ntfy counts: 3 is usual, 5 rings the loudest. */
const PRIORITY: { readonly [level: string]: string } = { problem: "5", warning: "4" };
const TAGS = { alert: "rotating_light", resolved: "white_check_mark", test: "wrench" } as const;

interface Options {
  /** The address of the topic. Its name must be kept secret like a password. */
  readonly url: string;
  readonly token: Secret | undefined;
}

/** A plain POST to a topic of ntfy. */
export const ntfy = ({ url, token }: Options): Channel => ({
  name: "ntfy",
  to: new URL(url).origin,
  async send(message: Message, signal) {
    const { event, level, id } = message;
    const headers = {
      "content-type": "text/plain; charset=utf-8",
      title: titleOf(message),
      priority: event === "alert" ? (PRIORITY[level] ?? "3") : "3",
      tags: TAGS[event],
      "x-pilothouse-id": id,
      ...(token !== undefined && { authorization: `Bearer ${token()}` }),
    };
    await post(url, { body: bodyOf(message), headers }, signal);
  },
});
