import { badKey, RpcError } from "@pilothouse/protocol";
import { EnrolmentError } from "../../joining/enrolment.js";

/** What cannot be done blames the parameter that is at fault. */
export async function enrolling<T>(work: () => Promise<T>, key: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EnrolmentError)) throw error;
    const { message, key: blamed } = error;
    throw blamed === undefined ? new RpcError("invalidParams", message) : badKey(key, message);
  }
}
