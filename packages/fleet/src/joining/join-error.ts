/** It did not work; the message says why. `final`: the same token will never do. */
export class JoinError extends Error {
  override readonly name = "JoinError";
  constructor(
    message: string,
    readonly final = false,
  ) {
    super(message);
  }
}
