import type { IncomingMessage } from "node:http";
import type { Behaviour } from "../../reference/behaviour.js";
import { RIGHT } from "../../reference/right.js";
import { answers, type Mutant, mutant, replies } from "./mutant.js";

const ignoring = (
  name: "origin" | "host",
  when: (request: IncomingMessage) => boolean = () => true,
): Partial<Behaviour> => ({
  gate: (request) => {
    if (!when(request)) return RIGHT.gate(request);
    const headers = { ...request.headers, ...(name === "host" ? { host: "localhost" } : {}) };
    if (name === "origin") delete headers.origin;
    return RIGHT.gate({ method: request.method, headers } as IncomingMessage);
  },
});
const allows = (origin: (request: IncomingMessage) => string): Partial<Behaviour> => ({
  wire: (wire, request) => ({
    ...wire,
    headers: { ...wire.headers, "Access-Control-Allow-Origin": origin(request) },
  }),
});
const tokens = (make: (count: number) => string) => {
  let count = 0;
  return answers("Authenticate", (result, _params, state) => {
    const token = make(++count);
    state.tokens.set(token, Date.now() + 60_000);
    return { ...result, Token: token };
  });
};
/** Ends the connection, and every later one, as a server does that has crashed. */
const dies = (when: (sent: string) => boolean): Partial<Behaviour> => {
  let dead = false;
  return {
    write: (response, wire, request, sent) => {
      dead ||= when(sent);
      if (dead) response.destroy();
      else RIGHT.write(response, wire, request, sent);
    },
  };
};

export const SECURITY: readonly Mutant[] = [
  mutant(
    "origin-any",
    "answers pages of other sites",
    ["security.origin.foreign", "security.origin.null", "security.origin.text"],
    ignoring("origin"),
  ),
  mutant(
    "origin-null",
    "answers pages without an origin",
    "security.origin.null",
    ignoring("origin", (request) => request.headers.origin === "null"),
  ),
  mutant(
    "origin-simple",
    "answers simple requests of other sites",
    "security.origin.text",
    ignoring("origin", (request) => request.headers["content-type"] === "text/plain"),
  ),
  mutant("host-any", "answers under any name", "security.host.foreign", ignoring("host")),
  mutant(
    "cors-star",
    "lets every page read replies",
    "security.cors",
    allows(() => "*"),
  ),
  mutant(
    "cors-reflected",
    "lets the page read replies that asks",
    "security.cors",
    allows((request) => request.headers.origin ?? "null"),
  ),
  mutant(
    "token-same",
    "gives everybody the same token",
    "security.token.unique",
    tokens(() => "the-same-token-for-everybody-here"),
  ),
  mutant(
    "token-short",
    "gives short tokens",
    "security.token.length",
    tokens((count) => `t${count}`),
  ),
  mutant(
    "token-time",
    "gives the time of day as token",
    "security.token.length",
    tokens((count) => String(1_790_000_000 + count)),
  ),
  mutant(
    "token-counted",
    "counts tokens up",
    "security.token.counted",
    tokens((count) => `abcdefghijklmnopqrstuvwx-${String(count).padStart(6, "0")}`),
  ),
  mutant("token-address", "takes the token from the address", "security.token.place", fromAddress()),
  mutant(
    "password-repeated",
    "repeats the password in the error about it",
    "security.password",
    replies((reply, request) =>
      request.method === "Authenticate"
        ? {
            ...reply,
            result: {
              ...(reply.result as object),
              Password: (request.params as { Password?: unknown }).Password,
            },
          }
        : reply,
    ),
  ),
  mutant(
    "trace-shown",
    "shows where in its source an error came up",
    "security.quiet",
    replies((reply) =>
      reply.error === undefined
        ? reply
        : { ...reply, error: { ...(reply.error as object), data: "Traceback (most recent call last)" } },
    ),
    ["envelope.method.unknown"],
  ),
  mutant("waits", "serves one connection after the other", "security.waiting", { oneAtATime: true }),
  mutant(
    "dies-deep",
    "ends at nested arrays",
    "security.survive.deep",
    dies((sent) => sent.startsWith("[[[[")),
  ),
  mutant(
    "dies-members",
    "ends at many parameters",
    "security.survive.members",
    dies((sent) => sent.includes('"k400":1')),
  ),
  mutant(
    "dies-number",
    "ends at a long number",
    "security.survive.number",
    dies((sent) => sent.includes("9".repeat(500))),
  ),
  mutant(
    "dies-name",
    "ends at a long name",
    "security.survive.name",
    dies((sent) => sent.includes("n".repeat(3_000))),
  ),
  mutant(
    "dies-token",
    "ends at a long token",
    "security.survive.token",
    dies((sent) => sent.includes("t".repeat(3_000))),
  ),
  mutant(
    "dies-text",
    "ends at a long text",
    "security.survive.text",
    dies((sent) => sent.includes("x".repeat(5_000))),
  ),
];

/** A token in the address counts when there is none in the call. */
function fromAddress(): Partial<Behaviour> {
  let seen: string | null = null;
  return {
    gate: (request) => {
      seen = new URL(request.url ?? "/", "http://localhost").searchParams.get("Token");
      return RIGHT.gate(request);
    },
    token: (name, params, state) => RIGHT.token(name, { ...params, Token: params["Token"] ?? seen }, state),
  };
}
