import { checkParams, type MethodName, RpcError } from "@pilothouse/protocol";
import { Complaint, EXIT } from "../terminal/exit.js";

/** What the method's table does not allow was typed wrong: refused here, before anything is sent. */
export function requireFit(method: MethodName, params: object): void {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  try {
    checkParams(method, Object.fromEntries(given));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new Complaint(error.message.replace(/^[^:]+: /, ""), EXIT.usage);
  }
}
