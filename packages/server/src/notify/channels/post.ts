import { type Reason, readAtMost, reason, textOfReason } from "@pilothouse/protocol";

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
  const response = await fetch(url, {
    ...{ method: "POST", body, redirect: "manual", signal },
    headers: { ...headers, "accept-encoding": "identity" },
  }).catch((error: unknown) => {
    throw new SendFault(reasonOf(error));
  });
  if (response.ok) return void (await response.body?.cancel());
  const text = await beginningOf(response);
  const isElsewhere = response.status >= 300 && response.status < 400;
  const code = isElsewhere ? "notify.redirect" : "notify.status";
  throw new SendFault(reason(code, { status: response.status, ...(text !== "" && { text }) }));
}

async function beginningOf({ body }: Response): Promise<string> {
  const read = body && (await readAtMost(body, LARGEST_ANSWER).catch(() => undefined));
  return Buffer.from(read?.bytes ?? [])
    .toString()
    .slice(0, LONGEST_REASON)
    .trim();
}

/** `fetch` hides why in the cause. */
function reasonOf(error: unknown): Reason | string {
  const { cause, message } = error as Error & { readonly cause?: Error & { readonly code?: string } };
  return cause?.code ?? cause?.message ?? message;
}
