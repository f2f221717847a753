import { type AuditEntry, filled, omittedChanges } from "@pilothouse/protocol";
import { callWords } from "../../reasons/call-words.js";
import { settingLabel, valuesIn } from "../../reasons/reason-words.js";
import { settingValue } from "../../reasons/value-words.js";
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
  const channel = known(pages.notifications.kinds, String(values["channel"]));
  // What a hub may not do is named as what it does.
  const done = code === "hub beyond" && data?.["method"] && known(pages.auditActions, actionOf("call", data));
  return filled(pages.audit.around, {
    ...values,
    what: filled(sentence, {
      ...values,
      ...(channel && { channel }),
      ...(done && { call: filled(done, values) }),
    }),
  });
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

/** What a hub records about its nodes, accounts and roll-outs. Settings of a router may have any names. */
const OF_HUB =
  /^(node|invitation|account|roll-out|call queued|queued call|join a fleet|leave the fleet|session) ?/;
/** "anna role", "label site", "anna label site", or one word. */
const HUB_DETAIL = /^(?:(\S+) )??(?:label (\S+)|(\S+))$/;

/** What is recorded of the access for programs: "jsonrpc.running". */
const WEB = "web application";
const WEB_DETAIL = /^(.+)\.(running|autostart)$/;

/** The name of a changed value; or how many more there were. */
export function detailWords(name: string, code: string | null, texts: Texts, pages: PageTexts): string {
  const count = omittedChanges(name);
  if (count !== undefined) return filled(pages.audit.omitted, { count });
  const { auditDetails: words, applications } = pages;
  const [, application, its] = (code === WEB && WEB_DETAIL.exec(name)) || [];
  if (its !== undefined) return `${application} · ${applications[its as "running" | "autostart"]}`;
  const [, whose, label, what = ""] = (OF_HUB.test(code ?? "") && HUB_DETAIL.exec(name)) || [];
  const said = label === undefined ? known(words, what) : `${words.label} ${label}`;
  if (said === undefined) return settingLabel(name, texts, pages);
  return whose === undefined ? said : `${whose} · ${said}`;
}

/** What a hub has words for: roles and passwords of accounts, the status of a roll-out; labels are a person's own. */
const WORDED = /^(account|roll-out) ?/;
const QUEUED = /^(call queued|queued call) ?/;
const LABEL = /^(\S+ )?label \S+$/;

/** A value of a setting as its form shows it; or one that a hub has a word for: a role, a status, what a queued call does. */
export function valueWords(
  { name, value }: { readonly name: string; readonly value: string },
  code: string | null,
  texts: Texts,
  pages: PageTexts,
): string {
  if (code === WEB) return value === "true" ? texts.common.on : texts.common.off;
  if (QUEUED.test(code ?? "")) return callWords(value.split(", "), texts);
  if (!OF_HUB.test(code ?? "")) return settingValue(name, value, texts, pages);
  const isWorded = WORDED.test(code ?? "") && !LABEL.test(name);
  return (isWorded ? known(pages.auditValues, value) : undefined) ?? value;
}

const known = (words: Words, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;
