import {
  checkParams,
  ERRORS,
  type EventData,
  findMethod,
  parseJson,
  readEnvelope,
  scopeNeeded,
} from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";

const { code } = ERRORS.outOfScope;

interface Answer {
  readonly error?: { readonly code?: unknown };
}

/** The call of a request that was refused because it may not be made here. A result that only names the code is no refusal. */
export function outOfScope(request: string, reply: string): EventData | undefined {
  if (!reply.includes(String(code))) return undefined;
  const answers = [parseJson(reply, { what: "the answer" })].flat() as readonly Answer[];
  const at = answers.findIndex(({ error }) => error?.code === code);
  if (at === -1) return undefined;
  const call = [readEnvelope(request)].flat()[at];
  if (call === undefined || "error" in call) return {};
  const { method, params } = call;
  const known = findMethod(method);
  const need = known && params && orNone(() => scopeNeeded(known, checkParams(known, params)));
  return { method, ...(need?.key !== undefined && { key: need.key }) };
}
