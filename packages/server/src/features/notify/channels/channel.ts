import { readFileSync } from "node:fs";
import type { Message } from "../message.js";

/** A way to the operator. */
export interface Channel {
  readonly name: "webhook" | "ntfy" | "email";
  /** Where it leads, without what is secret. */
  readonly to: string;
  /** Resolves when the receiver has taken the message; rejects with a reason for people, without secrets. */
  send(message: Message, signal: AbortSignal): Promise<void>;
}

/** A secret, asked for at each message, so that it can be changed at any time. */
export type Secret = () => string;

/** One that is kept in a file. */
export const secretIn =
  (file: string): Secret =>
  () => {
    try {
      const text = readFileSync(file, "utf8").trim();
      if (text !== "") return text;
    } catch (error) {
      throw new Error(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
    }
    throw new Error(`${file} is empty`);
  };
