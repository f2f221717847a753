import type { ClientError } from "@pilothouse/client/browser";

/** Whether there was no answer. Such an error is forgotten when the service is back. */
export const isUnanswered = (error: ClientError | undefined): boolean =>
  error?.kind === "network" || error?.kind === "timeout";
