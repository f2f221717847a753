/** The other side is not a bus that can be trusted or understood; the message says what it did. Never a refusal. */
export class BusFault extends Error {
  override readonly name = "BusFault";
}
