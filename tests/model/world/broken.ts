import { AssertionError } from "node:assert";

/** A sentence that must hold and does not. */
export class Broken extends AssertionError {
  constructor(sentence: string, what: string) {
    super({ message: `${sentence}\n  ${what}` });
  }
}

/** Called for something that must hold; `what` says what was found instead. */
export function holds(is: boolean, sentence: string, what: () => string): void {
  if (!is) throw new Broken(sentence, what());
}
