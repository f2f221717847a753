import { isObject, type JsonError, long, parseJson } from "@pilothouse/protocol";
import type { Fields } from "../ask.js";
import { answeredError, ClientError, excerpt, oneLine } from "../client-error.js";
import type { Reply } from "../links/link.js";
import { loose } from "../values/loose.js";

/** A reply as JSON. `secret` keeps its text out of errors: an answer to a login holds the token. */
export function readJson(reply: Reply, secret = false): unknown {
  const { text, status } = reply;
  const { refusal, facts } = refusalOf(reply);
  if (status !== undefined && status >= 300 && status < 400)
    throw new ClientError(
      "protocol",
      `${refusal}the server points to ${reply.location === undefined ? "another address" : excerpt(reply.location)}; redirects are not followed`,
      facts,
    );
  if (isBlank(reply)) throw new ClientError("protocol", `${refusal}the server sent an empty reply`, facts);
  for (const json of [text, withoutStrayCommas(text)])
    try {
      return parseJson(json, { what: "the reply" });
    } catch (error) {
      const { reason, message } = error as JsonError;
      if (reason !== "notJson") throw new ClientError("protocol", `${refusal}${message}`, facts);
    }
  const shown = secret ? "" : `: ${excerpt(text)}`;
  throw new ClientError("protocol", `${refusal}the reply is not JSON${shown}`, facts);
}

/** How the HTTP status of a reply is shown, where it is not a plain success. */
function refusalOf({ status, retryAfter }: Reply) {
  const plain = status === undefined || (status >= 200 && status < 300);
  return {
    refusal: plain ? "" : `HTTP ${status}: `,
    facts: { status: plain ? undefined : status, retryAfter },
  };
}

/** Java I2P answers what it cannot read with nothing at all, or with `null`. */
export const isBlank = ({ text }: Reply): boolean => /^\s*(null\s*)?$/.test(text);

/**
 * i2pd counts the keys of the request where it should count those of the answer: a key that it passes
 * over leaves a comma before the first member, and in 2.45 one after the last.
 */
const withoutStrayCommas = (text: string): string =>
  text.replace(/("result":\{),/, "$1").replace(/,(\},"jsonrpc":"2\.0"\}\s*)$/, "$1");

/** The result of the call `id`, or its error, thrown. */
export function readAnswer(json: unknown, id: number, reply: Reply): Fields {
  const error = answeredErrorOf(json, reply);
  const { refusal, facts } = refusalOf(reply);
  // Jetty's error pages are JSON for a client that accepts it: the status counts, not their form.
  if (refusal !== "" && error === undefined)
    throw new ClientError("protocol", `${refusal}${pageText(json, reply)}`, facts);
  if (!isObject(json)) throw strange(json, "is not an answer");
  const answered = json["id"];
  // i2pd puts null for the id of every error.
  if (String(answered) !== String(id) && !(answered === null && error !== undefined))
    throw strange(json, "answers another call");
  if (error !== undefined) throw error;
  const result = json["result"];
  if (!isObject(result)) throw strange(json, "has neither a result nor an error");
  return result;
}

function pageText(json: unknown, { status }: Reply): string {
  const reason = isObject(json) && typeof json["message"] === "string" ? excerpt(json["message"]) : "";
  const wants = status === 401 ? "the server wants a login of its own before it reads a request" : "";
  return [reason, wants].filter(Boolean).join("; ") || "the reply is not an answer";
}

/** The error that a reply holds, if it holds one. */
export function answeredErrorOf(json: unknown, reply: Reply): ClientError | undefined {
  const error = isObject(json) ? json["error"] : undefined;
  if (!isObject(error)) return undefined;
  const { status, retryAfter } = reply;
  return answeredError(loose(long, error["code"]), oneLine(String(error["message"] ?? "")), {
    data: error["data"],
    status: status === 200 ? undefined : status,
    retryAfter,
  });
}

/** An answer's members are named and not shown: it may be the answer to a login. */
const strange = (json: unknown, what: string) =>
  new ClientError(
    "protocol",
    `the reply ${what}: ${isObject(json) ? `an object of ${excerpt(Object.keys(json).join(", "))}` : typeof json}`,
  );
