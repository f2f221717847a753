import { readFileSync } from "node:fs";

/** One recorded exchange with a server in the field. */
interface Exchange {
  readonly name: string;
  readonly send: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly [name: string]: unknown };
}

export type Recording = "i2pd-2.45.1" | "i2pd-2.59.0" | "java-i2p-2.13.0";

/** Answers requests as the recorded server did; a request without a recording is an error in the test. */
export class Replay {
  readonly #exchanges: readonly Exchange[];
  /** What was asked: the texts of all requests. */
  readonly requests: string[] = [];

  constructor(recording: Recording) {
    const file = new URL(`../../fixtures/${recording}.jsonl`, import.meta.url);
    this.#exchanges = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  }

  /** The password that the recorded server took. */
  get password(): string {
    const login = this.#exchanges.find(({ name }) => name.endsWith("auth-ok"));
    return JSON.parse(login?.send ?? "").params.Password;
  }

  named(name: string): Exchange {
    const found = this.#exchanges.find((exchange) => exchange.name === name);
    if (found === undefined) throw new Error(`nothing recorded as ${name}`);
    return found;
  }

  answer(text: string): Exchange {
    this.requests.push(text);
    const sent = JSON.parse(text) as Sent | Sent[];
    const asked = essence(sent);
    const found = this.#exchanges.find(({ send }) => essence(JSON.parse(send)) === asked);
    if (found === undefined) throw new Error(`nothing recorded for ${text}`);
    return Array.isArray(sent) ? found : { ...found, body: found.body.replace('"id":1', `"id":${sent.id}`) };
  }
}

/** What decides the answer: not the id or the token, nor the values of keys that only ask or act. */
function essence(sent: Sent | Sent[]): string {
  if (Array.isArray(sent)) return "a batch";
  const { method, params } = sent;
  const { Token: _token, ...rest } = params;
  const byKeyAlone = method === "RouterInfo" || method === "RouterManager";
  const known = Object.entries(rest)
    // Recorded servers do not know these names, and pass over what they do not know.
    .filter(([name]) => !name.startsWith("svc."))
    .map(([name, value]) => [name, byKeyAlone ? null : value]);
  return JSON.stringify([method, known.sort()]);
}
