import { isUtf8 } from "node:buffer";
import type { Body } from "./hostile-bodies.js";

/** What `docs/protocol.md` promises of every answer, spelled out again. */
const MEANS: { readonly [code: number]: string } = {
  [-32700]: "JSON parse error",
  [-32600]: "Invalid request",
  [-32601]: "Method not found",
  [-32602]: "Invalid parameters",
  [-32000]: "Request refused",
  [-32001]: "Invalid password provided",
  [-32002]: "No authentication token presented",
  [-32003]: "Authentication token does not exist",
  [-32005]: "API version not specified but required",
  [-32006]: "API version specified is not supported",
};
/** Every code that hostile input can bring about. */
export const CODES: readonly number[] = Object.keys(MEANS).map(Number);
const MOST_IN_BATCH = 50;
/** Refusals that carry an error with id null, and those of what is not even HTTP, which carry nothing. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 405, 413, 415, 429, 503]);
const BARE_REFUSALS: ReadonlySet<number> = new Set([400, 408, 417, 431]);

export interface Heard {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** Why an answer is not as promised; undefined when it is. What was asked may be unknown. */
export function faultOf({ status, headers, body }: Heard, asked?: Body): string | undefined {
  if (BARE_REFUSALS.has(status) && !(REFUSALS.has(status) && body !== ""))
    return body === "" && asked === undefined ? undefined : `HTTP ${status}`;
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return `HTTP ${status} without JSON`;
  }
  if (status === 429 && !/^retry-after: \d+\r?$/im.test(headers)) return "429 without Retry-After";
  if (REFUSALS.has(status))
    return status === 429 || asked === undefined ? refusalFault(json) : `HTTP ${status}`;
  if (status !== 200) return `HTTP ${status}`;
  if (asked === undefined)
    return [json]
      .flat()
      .map((answer) => envelopeFault(answer))
      .find((fault) => fault !== undefined);
  if (asked.id !== undefined && !body.startsWith(`{"jsonrpc":"2.0","id":${asked.id},`))
    return "not the id as sent";
  return answersFault(json, asked.bytes);
}

const refusalFault = (json: unknown) => envelopeFault(json, { id: null, code: -32000 });

/** How deep JSON text is nested, strings left out. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|$)|[[\]{}]/gs)) {
    if (sign === "[" || sign === "{") depth++;
    else if (sign === "]" || sign === "}") depth--;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function answersFault(json: unknown, sent: Buffer): string | undefined {
  let asked: unknown;
  try {
    if (!isUtf8(sent)) throw new Error("not UTF-8");
    if (depthOf(sent.toString()) > 64) throw new Error("nested too deep");
    asked = JSON.parse(sent.toString());
  } catch {
    return envelopeFault(json, { id: null, code: -32700 });
  }
  if (!Array.isArray(asked)) return envelopeFault(json, expectedOf(asked));
  if (asked.length === 0 || asked.length > MOST_IN_BATCH)
    return envelopeFault(json, { id: null, code: -32600 });
  if (!Array.isArray(json) || json.length !== asked.length)
    return "not one answer for each call of the batch";
  return json
    .map((answer: unknown, index) => envelopeFault(answer, expectedOf(asked[index])))
    .find((fault) => fault !== undefined);
}

interface Expected {
  readonly id: unknown;
  readonly code?: number;
}

/** The id where it could be read; what has none that could is no request. */
function expectedOf(call: unknown): Expected {
  const id =
    typeof call === "object" && call !== null && Object.hasOwn(call, "id")
      ? (call as { id: unknown }).id
      : undefined;
  if (id === null || typeof id === "string" || typeof id === "number") return { id };
  return { id: null, code: -32600 };
}

function envelopeFault(answer: unknown, expected?: Expected): string | undefined {
  if (typeof answer !== "object" || answer === null) return "not an envelope";
  const { jsonrpc, id, result, error, ...more } = answer as { readonly [name: string]: unknown };
  if (jsonrpc !== "2.0" || id === undefined || Object.keys(more).length > 0) return "not an envelope";
  if (expected !== undefined && !Object.is(id, expected.id)) return "another id";
  if ((result === undefined) === (error === undefined)) return "neither or both of result and error";
  if (error === undefined)
    return expected?.code === undefined && typeof result === "object" && result !== null
      ? undefined
      : "a result";
  const { code, message } = error as { readonly code: number; readonly message: string };
  if (expected?.code !== undefined && code !== expected.code) return `code ${code}, not ${expected.code}`;
  const means = MEANS[code];
  return means !== undefined && message.startsWith(means) ? undefined : `code ${code}: ${message}`;
}
