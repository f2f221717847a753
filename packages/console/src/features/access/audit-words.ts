import { type AuditEntry, filled, omittedChanges } from "@pilothouse/protocol";
import { settingLabel, valuesIn } from "../../reasons/reason-words.js";
import type { PageTexts, Texts } from "../../texts/texts.js";

type Words = { readonly [name: string]: string };

/** What an entry says, in the reader's language. One of a newer service, in the service's English. */
export function auditWords(
  { action, code, data }: Pick<AuditEntry, "action" | "code" | "data">,
  texts: Texts,
  pages: PageTexts,
) {
  const sentence = code === null ? undefined : known(pages.auditActions, actionOf(code, data));
  if (sentence === undefined) return action;
  const values = valuesIn(data ?? {}, texts);
  return filled(pages.audit.around, { ...values, what: filled(sentence, values) });
}

/** A hub passes on what the node records under its own name: a restart, a change of settings. */
function actionOf(code: string, data: AuditEntry["data"]): string {
  const { method, key } = data ?? {};
  if (code !== "call") return code;
  if (method === "RouterManager" && key !== undefined) return String(key);
  return method === "NetworkSetting" || method === "AdvancedSettings" ? method : code;
}

export const outcomeWords = (outcome: string, { auditOutcomes }: PageTexts): string =>
  known(auditOutcomes, outcome) ?? outcome;

/** An address, or in words where the service has a word for it. */
export const addressWords = (address: string, { audit }: PageTexts): string =>
  known(audit.addresses, address) ?? address;

/** The name of a changed value; or how many more there were. */
export function detailWords(name: string, texts: Texts, pages: PageTexts): string {
  const count = omittedChanges(name);
  return count === undefined ? settingLabel(name, texts, pages) : filled(pages.audit.omitted, { count });
}

const known = (words: Words, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;
