/** The store cannot be used, for a reason that the operator can act on. */
export class StoreError extends Error {
  override readonly name = "StoreError";

  constructor(
    message: string,
    /** Another process has it open. */
    readonly inUse = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The store's file is not what was written into it; the message says how that shows. */
export class Damage extends Error {
  override readonly name = "Damage";
}
