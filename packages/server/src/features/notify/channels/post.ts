import { HIDDEN, hideSecrets, type Reason, readAtMost, reason, textOfReason } from "@pilothouse/protocol";
import { orNone, withoutKnown } from "@pilothouse/system";

/** How much of an answer is read, in bytes, and how much of it is shown. */
const LARGEST_ANSWER = 4 * 1024;
const LONGEST_REASON = 200;

/** A message that could not be sent, and why. */
export class SendFault extends Error {
  constructor(readonly why: Reason | string) {
    super(textOfReason(why));
  }
}

interface Posted {
  readonly body: string;
  readonly headers: { readonly [name: string]: string };
}

/**
 * Posts to an address that the operator has set. Redirects are not followed: the receiver must not choose where
 * messages and signatures go. `fetch` unpacks a compressed answer, asked for or not: only its beginning is read.
 */
export async function post(url: string, { body, headers }: Posted, signal: AbortSignal): Promise<void> {
  const hide = hiding([...partsOf(url), ...(headers["authorization"]?.split(" ").slice(1) ?? [])]);
  const response = await fetch(url, {
    ...{ method: "POST", body, redirect: "manual", signal },
    headers: { ...headers, "accept-encoding": "identity" },
  }).catch((error: unknown) => {
    throw new SendFault(hide(reasonOf(error)));
  });
  if (response.ok) return void (await response.body?.cancel());
  // Hidden first: of a secret that was cut, the rest would not be known.
  const text = hide(await beginningOf(response))
    .slice(0, LONGEST_REASON)
    .trim();
  const isElsewhere = response.status >= 300 && response.status < 400;
  const code = isElsewhere ? "notify.redirect" : "notify.status";
  throw new SendFault(reason(code, { status: response.status, ...(text !== "" && { text }) }));
}

async function beginningOf({ body }: Response): Promise<string> {
  const read = body && (await readAtMost(body, LARGEST_ANSWER).catch(() => undefined));
  return Buffer.from(read?.bytes ?? []).toString();
}

/**
 * Takes out of an answer what was sent and must not be shown. Many receivers repeat a path that they do not know, which
 * may be as good as a password, and everybody who may read sees why a message was not taken.
 */
export const hiding =
  (secrets: readonly string[]) =>
  (text: string): string =>
    hideSecrets(withoutKnown(text, secrets, HIDDEN));

/** All that is in an address besides its host, as it is and in parts: receivers repeat one or the other. */
function partsOf(address: string): string[] {
  const { pathname, search, searchParams, username, password } = new URL(address);
  const parts = [...pathname.split("/"), ...searchParams.values(), username, password];
  const decoded = parts.map((part) => orNone(() => decodeURIComponent(part)) ?? part);
  return [`${pathname}${search}`.slice(1), ...parts, ...decoded];
}

/** `fetch` hides why in the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { readonly cause?: Error & { readonly code?: string } };
  return cause?.code ?? cause?.message ?? message;
}
