import type { EventData } from "@pilothouse/protocol";

/** What a notification says, the same on every channel. */
export interface Message {
  /** The same at every attempt and on every channel, so that a receiver can drop repeats. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly event: "alert" | "resolved" | "test";
  /** The finding, or `test`. */
  readonly key: string;
  readonly level: string;
  readonly text: string;
  readonly todo: string;
  readonly values: EventData;
  /** What kind of router, and the name of the machine that the service runs on. */
  readonly router: string;
  readonly host: string;
}

/** In letters that every mail server and HTTP header takes. */
export const titleOf = ({ event, level, router, host }: Message): string =>
  `Pilothouse ${event === "alert" ? level : event} (${router} on ${host})`.replaceAll(/[^\x20-\x7e]/g, "?");

export const bodyOf = ({ event, text, todo }: Message): string =>
  event === "alert" ? `${text}\n${todo}` : event === "resolved" ? `No longer so: ${text}` : text;
