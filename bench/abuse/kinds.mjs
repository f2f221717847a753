// The kinds of abuse: what one caller sends over and over, on how many connections, to which path.
import { call } from "../support/calls.mjs";

const MIB = 1_048_576;
const MOST_IN_BATCH = 50;
const YEAR = 366 * 86_400_000;
/** As many as a caller has cheaply. */
const MANY = 32;

const batch = (method, params) => `[${Array(MOST_IN_BATCH).fill(call(method, params)).join(",")}]`;

/** Fills a body up to its limit. */
const filled = (head, piece, tail) =>
  head + piece.repeat(Math.floor((MIB - head.length - tail.length) / piece.length)) + tail;

const withToken = (Token) => (method, params) => batch(method, { Token, ...params });

export const KINDS = {
  "connections that send headers slowly": () => ({
    connections: 2_000,
    begins: "POST / HTTP/1.1\r\nHost: localhost\r\nX: ",
  }),
  "batches of rpc.discover": (Token) => ({ body: withToken(Token)("rpc.discover") }),
  "the same, and the answers are not read": (Token) => ({
    body: withToken(Token)("rpc.discover"),
    deaf: true,
  }),
  "largest bodies": (Token) => ({
    body: filled(`{"jsonrpc":"2.0","id":1,"method":"Echo","params":{"Token":"${Token}","Echo":"`, "x", '"}}'),
  }),
  "largest bodies of many small values": () => ({
    body: filled('{"jsonrpc":"2.0","id":1,"method":"Echo","params":{"x":[', '{"a":1},', "1]}}"),
  }),
  "JSON that is nested as deep as it may be": () => ({
    body: filled("[", `${"[".repeat(60)}${"]".repeat(60)},`, "1]"),
  }),
  "JSON that is nested too deep": () => ({ body: filled("", "[", "") }),
  "wrong passwords": () => ({
    body: () => call("Authenticate", { API: 1, Password: `wrong ${Math.random()}` }),
  }),
  "history of a year": (Token) => ({
    body: withToken(Token)("pilothouse.history", { from: Date.now() - YEAR, to: Date.now(), points: 2_000 }),
  }),
  "largest pages of the audit": (Token) => ({ body: withToken(Token)("pilothouse.audit", { limit: 500 }) }),
  "largest pages of events": (Token) => ({ body: withToken(Token)("pilothouse.events", { limit: 500 }) }),
  "largest pages of changes": (Token) => ({ body: withToken(Token)("pilothouse.changes", { limit: 500 }) }),
  "comparisons of all changes": (Token) => ({
    body: withToken(Token)("pilothouse.changes", { limit: 1, from: 0 }),
  }),
  "the router's log, with hostile lines": (Token) => ({
    body: withToken(Token)("pilothouse.logs", { source: "router", limit: 1_000, text: "nowhere" }),
  }),
  "all settings": (Token) => ({ body: withToken(Token)("AdvancedSettings", { getAll: "" }) }),
  "metrics scrapes": () => ({ get: "/metrics" }),
};

export const connectionsOf = ({ connections = MANY }) => connections;
