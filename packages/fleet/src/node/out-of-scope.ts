import { ERRORS } from "@pilothouse/protocol";

const { code } = ERRORS.outOfScope;

/** Whether a call was refused because it may not be made here. A result that only names the code is no refusal. */
export function isOutOfScope(reply: string): boolean {
  if (!reply.includes(String(code))) return false;
  const answers: { readonly error?: { readonly code?: unknown } }[] = [JSON.parse(reply)].flat();
  return answers.some(({ error }) => error?.code === code);
}
