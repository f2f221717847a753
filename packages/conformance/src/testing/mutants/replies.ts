import type { Request } from "../../reference/behaviour.js";
import { code, type Mutant, mutant, replies, texts, textsOf } from "./mutant.js";

const isEcho = (request: Request) => request.method === "Echo";

export const REPLIES: readonly Mutant[] = [
  mutant(
    "reply-comma",
    "leaves a trailing comma in results",
    "envelope.reply.json",
    texts((text) => (text.includes('"result"') ? text.replace(/\}$/, ",}") : text)),
  ),
  mutant(
    "reply-comma-settings",
    "leaves a trailing comma in what NetworkSetting answers",
    "envelope.reply.json",
    textsOf("NetworkSetting", (text) => text.replace(/\}\}$/, ",}}")),
    ["settings.flags"],
  ),
  mutant(
    "reply-comma-first",
    "leaves a comma before the first field of a result",
    "envelope.reply.json",
    texts((text) => text.replace('"result":{"', '"result":{,"')),
  ),
  mutant(
    "reply-quotes",
    "answers with single quotes",
    "envelope.reply.json",
    textsOf("Echo", () => "{'result':{}}"),
    ["service.echo.text"],
  ),
  mutant(
    "reply-text",
    "answers Echo with plain text",
    ["envelope.reply.json", "service.echo.text"],
    textsOf("Echo", () => "hello"),
  ),
  mutant(
    "reply-empty",
    "answers Echo with an empty body",
    ["envelope.reply.json", "service.echo.text"],
    textsOf("Echo", () => ""),
  ),
  mutant(
    "reply-nan",
    "writes NaN for a number",
    "envelope.reply.json",
    textsOf("RouterInfo", (text) => text.replace("900.25", "NaN")),
    ["info.requested"],
  ),
  mutant(
    "reply-latin1",
    "writes replies in Latin-1",
    "envelope.reply.utf8",
    {
      wire: (wire) => {
        const body = Buffer.from(wire.body.toString("utf8"), "latin1");
        return { ...wire, body, headers: { ...wire.headers, "Content-Length": String(body.length) } };
      },
    },
    ["envelope.id.unicode"],
  ),
  mutant(
    "reply-version-missing",
    "leaves jsonrpc out of replies",
    "envelope.reply.version",
    replies(({ jsonrpc: _version, ...reply }) => reply),
  ),
  mutant(
    "reply-version-number",
    "answers jsonrpc as a number",
    "envelope.reply.version",
    replies((reply) => ({ ...reply, jsonrpc: 2 })),
  ),
  mutant(
    "reply-version-error",
    "leaves jsonrpc out of errors",
    "envelope.reply.version",
    replies(({ jsonrpc, ...reply }) => (reply.error === undefined ? { jsonrpc, ...reply } : reply)),
    ["envelope.method.unknown"],
  ),
  mutant(
    "reply-both",
    "answers errors with a result beside them",
    "envelope.reply.either",
    replies((reply) => (reply.error === undefined ? reply : { ...reply, result: null })),
    ["envelope.method.unknown"],
  ),
  mutant(
    "reply-error-null",
    "answers results with an error that is null",
    "envelope.reply.either",
    replies((reply) => (reply.result === undefined ? reply : { ...reply, error: null })),
  ),
  mutant(
    "reply-neither",
    "answers ServiceControl with neither",
    "envelope.reply.either",
    replies(({ result, ...reply }, request) =>
      request.method === "ServiceControl" ? reply : { ...reply, result },
    ),
    ["service.none"],
  ),
  mutant(
    "result-array",
    "answers results in an array",
    "envelope.reply.result",
    replies((reply, request) =>
      isEcho(request) && reply.result !== undefined ? { ...reply, result: [reply.result] } : reply,
    ),
    ["service.echo.text"],
  ),
  mutant(
    "result-null",
    "answers an empty result with null",
    "envelope.reply.result",
    replies((reply) => (JSON.stringify(reply.result) === "{}" ? { ...reply, result: null } : reply)),
    ["info.none"],
  ),
  mutant(
    "reply-members",
    "adds a member to replies",
    "envelope.reply.members",
    replies((reply) => ({ ...reply, time: 1 })),
  ),
  mutant(
    "reply-twice",
    "writes a name twice",
    "envelope.reply.names",
    texts((text) => text.replace('"jsonrpc":"2.0"', '"jsonrpc":"2.0","jsonrpc":"2.0"')),
  ),
  mutant(
    "error-code-string",
    "writes codes as strings",
    "envelope.error.code",
    texts((text) => text.replace(/"code":(-\d+)/, '"code":"$1"')),
    ["envelope.method.unknown"],
  ),
  mutant(
    "error-code-double",
    "writes codes with a fraction",
    "envelope.error.code.plain",
    texts((text) => text.replace(/"code":(-\d+)/, '"code":$1.0')),
    ["envelope.method.unknown"],
  ),
  mutant(
    "error-code-half",
    "writes codes that are not whole",
    "envelope.error.code",
    texts((text) => text.replace(/"code":(-\d+)/, '"code":$1.5')),
    ["envelope.method.unknown"],
  ),
  mutant(
    "error-code-missing",
    "leaves codes out",
    "envelope.error.code",
    texts((text) => text.replace(/"code":-\d+,/, "")),
    ["envelope.method.unknown"],
  ),
  mutant(
    "error-text",
    "answers errors as a string",
    "envelope.error.code",
    replies((reply) => (reply.error === undefined ? reply : { ...reply, error: "failed" })),
    ["envelope.method.unknown"],
  ),
  mutant(
    "error-message-missing",
    "leaves messages out",
    "envelope.error.message",
    texts((text) => text.replace(/,"message":"[^"]*"/, "")),
    ["envelope.method.unknown"],
  ),
  mutant(
    "error-message-null",
    "answers messages that are null",
    "envelope.error.message",
    texts((text) => text.replace(/"message":"[^"]*"/, '"message":null')),
    ["envelope.method.unknown"],
  ),
  mutant(
    "error-message-empty",
    "answers empty messages",
    "envelope.error.message.empty",
    texts((text) => text.replace(/"message":"[^"]*"/, '"message":""')),
    ["envelope.method.unknown"],
  ),
  mutant(
    "error-code-positive",
    "answers an unknown method with the code 404",
    "envelope.error.range",
    code("methodNotFound", 404),
    ["envelope.method.unknown"],
  ),
];
