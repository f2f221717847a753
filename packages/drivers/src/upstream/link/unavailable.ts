import { ClientError } from "@pilothouse/client";
import { type ReasonCode, reason } from "@pilothouse/protocol";
import { RouterUnavailable, type UnavailableReason } from "../../port.js";
import { isGone } from "./connection.js";

/** The client's error in words for the caller; an error that is not the router's fault is not changed. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof ClientError)) return error;
  const { message } = error;
  const because = (code: ReasonCode, kind: UnavailableReason) =>
    new RouterUnavailable(reason(code, { text: message }), kind, { cause: error });
  if (isGone(error)) return because("router.gone", "unreachable");
  switch (error.kind) {
    case "network":
      return because("router.broke", "unreachable");
    case "timeout":
    case "aborted":
      return because("router.silent", "timeout");
    case "login":
      return because("router.login", "login");
    case "tls":
      return because("router.untrusted", "certificate");
    case "rpc":
    case "ignored":
    case "protocol":
      return because("router.error", "failed");
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
