import { ERRORS, parseJson } from "@pilothouse/protocol";

const { code } = ERRORS.outOfScope;

interface Answer {
  readonly error?: { readonly code?: unknown };
}

/** Whether a call was refused because it may not be made here. A result that only names the code is no refusal. */
export function isOutOfScope(reply: string): boolean {
  if (!reply.includes(String(code))) return false;
  const answers = [parseJson(reply, { what: "the answer" })].flat() as readonly Answer[];
  return answers.some(({ error }) => error?.code === code);
}
