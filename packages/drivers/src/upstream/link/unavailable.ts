import { ClientError } from "@pilothouse/client";
import { RouterUnavailable } from "../../port.js";
import { isGone } from "./connection.js";

/** The client's error in words for the caller; an error that is not the router's fault is not changed. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof ClientError)) return error;
  const { message } = error;
  const because = (...[says, reason]: ConstructorParameters<typeof RouterUnavailable>) =>
    new RouterUnavailable(says, reason, { cause: error });
  if (isGone(error)) return because(`The router cannot be reached: ${message}`, "unreachable");
  switch (error.kind) {
    case "network":
      return because(`The connection to the router broke: ${message}`, "unreachable");
    case "timeout":
    case "aborted":
      return because(`The router does not answer: ${message}`, "timeout");
    case "login":
      return because(`The router refuses the login of this service: ${message}`, "login");
    case "tls":
      return because(`The router's server does not prove who it is: ${message}`, "certificate");
    case "rpc":
    case "ignored":
    case "protocol":
      return because(`The router answered with an error: ${message}`, "failed");
    case "params":
      return error;
  }
}

/** The same for all requests to the router through `work`. */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error);
  }
}
