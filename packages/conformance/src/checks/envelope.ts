import { type Asking, ask, asking, body, type Level, must, should } from "../check/check.js";
import { anyError, error, has, holds, idIs, result, summary, that, type View } from "../check/want.js";
import { errorClause, jsonRpc, s7, s21, silent } from "../spec/clause.js";
import { text } from "../spec/kinds.js";
import { isObject, type Json, show } from "../wire/json.js";

const REQUIRED = s21("`id` | string | yes | Chosen by the client and echoed in the response.");
const VERSION = s21('`jsonrpc` | string | yes | Value `"2.0"`.');
const METHOD = s21("`method` | string | yes | One of the methods in section 4.");
const PARAMS = s21("`params` | object | yes | Named parameters.");
const NUMBER_ID = jsonRpc(
  "An identifier established by the Client that MUST contain a String, Number, or NULL value if included.",
);
const NULL_ID = jsonRpc(
  "If there was an error in detecting the id in the Request object (e.g. Parse error/Invalid Request), it MUST be Null.",
);

/** An Echo whose parts can be replaced one by one. */
const echo = ({
  version = '"jsonrpc":"2.0",',
  id = '"id":$ID,',
  method = '"method":"Echo",',
  params = '"params":{"Echo":"hello","Token":"$TOKEN"}',
} = {}) => body(`{${version}${id}${method}${params}}`.replace(",}", "}"));

const HELLO = has("Result", text);
const ECHO = { method: "Echo" } as const;

/** An id is echoed as it was sent. */
const echoes = (name: string, id: string, level: Level, says: string): Asking =>
  asking(
    level,
    `envelope.id.${name}`,
    says,
    level === "MUST" ? REQUIRED : NUMBER_ID,
    ask({ ...echo({ id: `"id":${id},` }), ...ECHO }, HELLO, idIs(id)),
  );

/** A request that is wrong in one way, and the codes that say so. */
const refuses = (
  name: string,
  says: string,
  parts: Parameters<typeof echo>[0],
  codes: readonly number[],
  clause = VERSION,
  level: Level = "MUST",
): Asking => ({
  id: `envelope.${name}`,
  level,
  says,
  clause,
  needs: ["token"],
  // Only a server that has Echo can find fault with the rest.
  steps: [ask({ ...echo(parts), ...(parts?.method === undefined ? ECHO : {}) }, error(...codes))],
});

/** A call whose params are not an object of names. */
const badParams = (name: string, says: string, params: string): Asking =>
  refuses(`params.${name}`, says, { params }, [-32600, -32602, -32002], PARAMS);

/** A body that is no JSON at all. */
const noJson = (name: string, says: string, bytes: string | Buffer, level: Level = "MUST"): Asking =>
  asking(level, `envelope.body.${name}`, says, errorClause(-32700), ask(body(bytes), error(-32700)));

/** A body that is JSON, and no request. */
const noRequest = (name: string, says: string, bytes: string): Asking =>
  must(`envelope.body.${name}`, says, errorClause(-32600), ask(body(bytes), error(-32600)));

/** The same request, written in another way that means the same. */
const accepts = (name: string, says: string, bytes: string): Asking =>
  must(
    `envelope.body.${name}`,
    says,
    s21("HTTP body is JSON, `Content-Type: application/json`"),
    ask({ ...body(bytes), method: "Echo" }, holds("Result", "hello")),
  );

const batch = (...members: readonly string[]) => body(`[${members.join(",")}]`);
const member = (id: string, params = '"Echo":"hello","Token":"$TOKEN"') =>
  `{"jsonrpc":"2.0","id":${id},"method":"Echo","params":{${params}}}`;
const BATCH = jsonRpc(
  "To send several Request objects at the same time, the Client MAY send an Array filled with Request objects.",
);

/** The replies of a batch by their id; undefined when they are no batch. */
function membersOf({ json }: View): Map<string, Json> | undefined {
  if (!Array.isArray(json)) return undefined;
  return new Map(json.map((one) => [show(isObject(one) ? one["id"] : undefined), one]));
}
const codeOf = (value: Json | undefined) => {
  const failure = isObject(value) ? value["error"] : undefined;
  return isObject(failure) ? show(failure["code"]) : undefined;
};
const hasResult = (value: Json | undefined) => isObject(value) && isObject(value["result"]);

export const ENVELOPE: readonly Asking[] = [
  echoes("string", '"conformance"', "MUST", "A string id comes back as the same string."),
  echoes("digits", '"17"', "MUST", "A string of digits comes back as a string."),
  echoes("empty", '""', "MUST", "An empty string id comes back."),
  echoes("escaped", '"a\\"b\\\\c"', "MUST", "An id with a quote and a backslash comes back, escaped."),
  echoes("unicode", '"grüße ☃"', "MUST", "An id with letters outside ASCII comes back."),
  echoes("number", "17", "SHOULD", "A number as id comes back as the same number."),
  echoes("zero", "0", "SHOULD", "The number 0 as id comes back."),
  echoes("negative", "-2147483648", "SHOULD", "A negative number as id comes back."),
  echoes("large", "1789000000123", "SHOULD", "A number of 13 digits as id comes back, digit by digit."),
  echoes("null", "null", "SHOULD", "A request whose id is null is answered, with the id null."),
  // To JSON-RPC it is a notification; section 6 says nothing of those.
  refuses("id.missing", "A request without an id is refused.", { id: "" }, [-32600], REQUIRED, "SHOULD"),
  refuses("id.object", "An object as id is refused.", { id: '"id":{"a":1},' }, [-32600], NUMBER_ID, "SHOULD"),
  refuses("id.array", "An array as id is refused.", { id: '"id":[1],' }, [-32600], NUMBER_ID, "SHOULD"),
  refuses("id.boolean", "A boolean as id is refused.", { id: '"id":true,' }, [-32600], NUMBER_ID, "SHOULD"),
  refuses("version.missing", "A request without `jsonrpc` is refused.", { version: "" }, [-32600]),
  refuses(
    "version.wrong",
    'A request of version "1.0" is refused.',
    { version: '"jsonrpc":"1.0",' },
    [-32600],
  ),
  refuses("version.number", "The number 2.0 as version is refused.", { version: '"jsonrpc":2.0,' }, [-32600]),
  refuses("method.missing", "A request without a method is refused.", { method: "" }, [-32600], METHOD),
  refuses("method.number", "A number as method is refused.", { method: '"method":1,' }, [-32600], METHOD),
  refuses("method.null", "A method that is null is refused.", { method: '"method":null,' }, [-32600], METHOD),
  ...[
    ["unknown", "An unknown method is refused.", "NoSuchMethod", "MUST"],
    ["case", "The name of a method in other letters is an unknown method.", "echo", "SHOULD"],
    ["empty", "An empty name is an unknown method.", "", "SHOULD"],
    ["constructor", "`constructor` is an unknown method.", "constructor", "MUST"],
    ["proto", "`__proto__` is an unknown method.", "__proto__", "MUST"],
  ].map(([name, says = "", method, level]) =>
    refuses(
      `method.${name}`,
      says,
      { method: `"method":"${method}",` },
      [-32601],
      errorClause(-32601),
      level as Level,
    ),
  ),
  badParams("missing", "A call without params is refused.", ""),
  badParams("null", "Params that are null are refused.", '"params":null'),
  badParams("array", "An array as params is refused: parameters have names.", '"params":["hello","$TOKEN"]'),
  badParams("string", "A string as params is refused.", '"params":"hello"'),
  should(
    "envelope.member.unknown",
    "A member that the specification does not name does no harm.",
    silent("Members of a request other than jsonrpc, id, method and params: not shown."),
    ask({ ...echo({ version: '"jsonrpc":"2.0","extra":[1],' }), ...ECHO }, holds("Result", "hello")),
  ),
  noJson("empty", "An empty body is no JSON.", ""),
  noJson("text", "A body of plain text is no JSON.", "hello"),
  noJson("truncated", "A request that was cut off is no JSON.", '{"jsonrpc":"2.0","id":"1","method":"Echo"'),
  noJson(
    "trailing",
    "Text after the request makes it no JSON.",
    '{"jsonrpc":"2.0","id":"1","method":"X","params":{}}x',
  ),
  noJson(
    "comma",
    "A trailing comma makes it no JSON.",
    '{"jsonrpc":"2.0","id":"1","method":"X","params":{},}',
  ),
  noJson("quotes", "Single quotes make it no JSON.", "{'jsonrpc':'2.0','id':'1','method':'X','params':{}}"),
  noJson(
    "utf8",
    "Bytes that are not UTF-8 make it no JSON.",
    Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('","method":"X","params":{}}'),
    ]),
    // JSON itself says UTF-8 only where no other encoding was agreed on.
    "SHOULD",
  ),
  noRequest("number", "A number is no request.", "1"),
  noRequest("string", "A string is no request.", '"Echo"'),
  noRequest("null", "null is no request.", "null"),
  noRequest("object", "An empty object is no request.", "{}"),
  should(
    "envelope.error.id",
    "The error about a body that is no JSON has the id null.",
    NULL_ID,
    ask(body("{"), anyError, idIs("null")),
  ),
  accepts(
    "order",
    "The members of a request may come in any order.",
    '{"params":{"Token":"$TOKEN","Echo":"hello"},"method":"Echo","id":$ID,"jsonrpc":"2.0"}',
  ),
  accepts(
    "blanks",
    "Blanks and line ends between the parts of a request mean nothing.",
    '\r\n{ "jsonrpc" : "2.0",\n\t"id" : $ID, "method" : "Echo",\n "params" : { "Echo" : "hello", "Token" : "$TOKEN" } }\n',
  ),
  accepts(
    "escapes",
    "Letters may be written as escapes.",
    '{"jsonrpc":"2.0","id":$ID,"\\u006dethod":"\\u0045cho","params":{"Echo":"h\\u0065llo","Token":"$TOKEN"}}',
  ),
  must(
    "envelope.error.again",
    "After a body that is no JSON, the next request is answered as usual.",
    s7("Errors are returned in the `error` object with integer `code` and string `message`."),
    ask(body("{")),
    ask({ ...echo(), ...ECHO }, result, holds("Result", "hello")),
  ),
  should(
    "envelope.batch.two",
    "Two calls in an array are answered with an array of two replies.",
    BATCH,
    ask(
      batch(member('"a"'), member('"b"')),
      that("an array with a result for the id a and one for b", (view) => {
        const members = membersOf(view);
        if (members === undefined) return `got ${summary(view)}`;
        const missing = ['"a"', '"b"'].filter((id) => !hasResult(members.get(id)));
        return missing.length === 0 ? undefined : `there is no result for ${missing.join(" and ")}`;
      }),
    ),
  ),
  should(
    "envelope.batch.mixed",
    "In a batch, a call that is wrong is refused and the other is answered.",
    BATCH,
    ask(
      batch('{"jsonrpc":"2.0","id":"a","method":"NoSuchMethod","params":{}}', member('"b"')),
      that("an array with error -32601 for a and a result for b", (view) => {
        const members = membersOf(view);
        if (members === undefined) return `got ${summary(view)}`;
        if (Number(codeOf(members.get('"a"'))) !== -32601) return `a: ${show(members.get('"a"'))}`;
        return hasResult(members.get('"b"')) ? undefined : `b: ${show(members.get('"b"'))}`;
      }),
    ),
  ),
  {
    id: "envelope.batch.token",
    level: "SHOULD",
    says: "The token of one call in a batch does not serve another.",
    clause: BATCH,
    endangers: true,
    steps: [
      ask(
        batch(member('"a"'), member('"b"', '"Echo":"hello"')),
        that("no result for b, which has no token", (view) => {
          const members = membersOf(view);
          return hasResult(members?.get('"b"')) ? "b is answered without a token" : undefined;
        }),
      ),
    ],
  },
  should(
    "envelope.batch.empty",
    "An empty batch is no request.",
    jsonRpc("rpc call with an empty Array: … Invalid Request"),
    ask(batch(), error(-32600)),
  ),
];
