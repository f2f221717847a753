import { RpcError } from "@pilothouse/protocol";

/** A password that another login has found to be wrong while this one was checked. */
export class RepeatedGuess extends RpcError {
  constructor() {
    super("wrongPassword");
  }
}

/** Whether a login failed by a password that counts: a wrong one, for the first time. */
export const isNewGuess = (error: unknown): boolean =>
  error instanceof RpcError && error.kind === "wrongPassword" && !(error instanceof RepeatedGuess);
