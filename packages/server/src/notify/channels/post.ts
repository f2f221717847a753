/** How much of an answer is read: enough for a reason. */
const LONGEST_REASON = 200;

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
      throw new Error(reasonOf(error));
    },
  );
  if (response.ok) return void (await response.body?.cancel());
  const reason = (await response.text().catch(() => "")).slice(0, LONGEST_REASON).trim();
  const isElsewhere = response.status >= 300 && response.status < 400;
  throw new Error(
    `the receiver answered ${response.status}${isElsewhere ? " (redirects are not followed)" : ""}${reason === "" ? "" : `: ${reason}`}`,
  );
}

/** `fetch` hides why in the cause. */
function reasonOf(error: unknown): string {
  const { name, cause, message } = error as Error & { readonly cause?: Error & { readonly code?: string } };
  if (name === "TimeoutError") return "no answer in time";
  return cause?.code ?? cause?.message ?? message;
}
