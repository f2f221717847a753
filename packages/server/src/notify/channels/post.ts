import { type Reason, reason, textOfReason } from "@pilothouse/protocol";

/** How much of an answer is read: enough for a reason. */
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
 * messages and signatures go.
 */
export async function post(url: string, { body, headers }: Posted, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { method: "POST", body, headers, redirect: "manual", signal }).catch(
    (error: unknown) => {
      throw new SendFault(reasonOf(error));
    },
  );
  if (response.ok) return void (await response.body?.cancel());
  const text = (await response.text().catch(() => "")).slice(0, LONGEST_REASON).trim();
  const isElsewhere = response.status >= 300 && response.status < 400;
  const code = isElsewhere ? "notify.redirect" : "notify.status";
  throw new SendFault(reason(code, { status: response.status, ...(text !== "" && { text }) }));
}

/** `fetch` hides why in the cause. */
function reasonOf(error: unknown): Reason | string {
  const { name, cause, message } = error as Error & { readonly cause?: Error & { readonly code?: string } };
  if (name === "TimeoutError") return reason("notify.late");
  return cause?.code ?? cause?.message ?? message;
}
