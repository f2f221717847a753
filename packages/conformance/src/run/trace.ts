import type { View } from "../check/want.js";
import { curlOf } from "../wire/curl.js";
import { isObject, type Json, Num, type Obj, show } from "../wire/json.js";
import { requestText, type Send } from "../wire/request.js";
import type { Secrets } from "../wire/secrets.js";
import { shown, type Variables } from "../wire/template.js";

const CUT = 4_000;
/** More than is shown, so that no secret is cut in two before it is hidden. */
const LOOKED_THROUGH = 4 * CUT;
const cut = (text: string) =>
  text.length <= CUT ? text : `${text.slice(0, CUT)}… (${text.length} characters)`;

/** What a request and its reply looked like, for the report: secrets are names like $TOKEN. */
export interface Trace {
  readonly sent: string;
  readonly got: string;
  readonly curl: string;
}

interface Sent {
  /** The body before its variables were filled in, and how long it was afterwards. */
  readonly template: string | Buffer;
  readonly length: number;
  readonly variables: Variables;
}

export function traceOf(
  url: URL,
  send: Send,
  { template, length, variables }: Sent,
  { view, text }: { readonly view: View; readonly text: string },
  secrets: Secrets,
): Trace {
  const body = typeof template === "string" ? shown(template, variables) : template;
  return {
    sent: cut(requestText(url, send, Buffer.from(body), length)),
    got: cut(secrets.hide(gotOf(send, view, text).slice(0, LOOKED_THROUGH))),
    curl: curlOf(url.href, send, typeof body === "string" ? cut(body) : body),
  };
}

function gotOf(send: Send, { http, json, shown: forShow, trouble }: View, text: string): string {
  if (http === undefined) return trouble ?? "";
  const type = http.headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? "no Content-Type";
  // Settings that cannot be told apart from the rest are not shown at all.
  const isBlurred = send.method === "AdvancedSettings" && http.status === 200 && json === undefined;
  const body = isBlurred ? `${text.length} characters` : forShow === json ? text : show(forShow);
  return `HTTP ${http.status}, ${type}: ${body}${trouble === undefined ? "" : ` (${trouble})`}`;
}

/** A reply as it may be shown: the router's advanced settings are nobody's affair, but for those of the kit. */
export function withoutSettings(send: Send, reply: Json | undefined, probe: string): Json | undefined {
  if (send.method !== "AdvancedSettings" || !isObject(reply) || !("result" in reply)) return reply;
  const isOurs = (name: string) => name === probe || name.startsWith("i2pcontrol.conformance");
  const hidden = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(hidden);
    if (isObject(value)) return hiddenIn(value);
    return typeof value === "string" || value instanceof Num ? "…" : value;
  };
  const hiddenIn = (map: Obj): Obj =>
    Object.fromEntries(
      Object.entries(map).map(([name, value]) => [name, isOurs(name) ? value : hidden(value)]),
    );
  return { ...reply, result: hidden(reply["result"] ?? null) };
}
