import { type Asking, ask, body, call, login, type Step, should } from "../check/check.js";
import { answered, has, noHeader, refused, resultOf, summary, that } from "../check/want.js";
import { s1, s5, silent } from "../spec/clause.js";
import { exactly, nonEmpty } from "../spec/kinds.js";
import type { Send } from "../wire/request.js";

const ECHO = call("Echo", { Echo: "hello" });
const ALIVE = ask(ECHO, has("Result", exactly("hello")));
const BROWSER = silent(
  "Requests from web pages: not shown. A page of another site must not reach the router through the browser of its owner.",
);
const SIZE = silent(
  "Rate limits, request size limits, time-outs and token lifetime: not shown. (section 8) No request may end the service.",
);
const FORMAT = silent(
  "Token lifetime and token format: not shown. (section 5) A token that can be guessed protects nothing.",
);
const GUARD = s5("The client sends `Token` in `params` of every later request.");

const check = (id: string, says: string, clause: Asking["clause"], ...steps: readonly Step[]): Asking => ({
  ...should(`security.${id}`, says, clause, ...steps),
  needs: ["token"],
  endangers: true,
});

/** Something large or odd: it may be refused, and the server lives on. */
const survives = (id: string, says: string, send: string | Send): Asking => ({
  ...check(`survive.${id}`, says, SIZE, ask(typeof send === "string" ? body(send) : send, answered), ALIVE),
  late: 2,
});

const call1 = (params: string) => `{"jsonrpc":"2.0","id":$ID,"method":"Echo","params":${params}}`;

const foreign = (id: string, says: string, headers: { readonly [name: string]: string }): Asking =>
  check(id, says, BROWSER, ask({ ...ECHO, headers }, refused));

export const SECURITY: readonly Asking[] = [
  foreign("origin.foreign", "A page of another site cannot call.", { Origin: "https://attacker.example" }),
  foreign("origin.null", "A page without an origin cannot call.", { Origin: "null" }),
  foreign("origin.text", "A page of another site cannot call with a simple request.", {
    Origin: "https://attacker.example",
    "Content-Type": "text/plain",
  }),
  foreign("host.foreign", "A name that is not the server's own is refused, so that DNS rebinding fails.", {
    Host: "attacker.example",
  }),
  check(
    "cors",
    "Pages of other sites may not read replies.",
    BROWSER,
    ask(
      { ...ECHO, headers: { Origin: "https://attacker.example" } },
      noHeader("access-control-allow-origin", /\*|attacker/),
    ),
    ask(
      {
        ...ECHO,
        body: "",
        verb: "OPTIONS",
        headers: { Origin: "https://attacker.example", "Access-Control-Request-Method": "POST" },
      },
      noHeader("access-control-allow-origin", /\*|attacker/),
    ),
  ),
  check(
    "token.unique",
    "Two logins give two different tokens.",
    FORMAT,
    { ...ask(login(), has("Token", nonEmpty)), keep: { FIRST_TOKEN: "Token" } },
    ask(
      login(),
      that("another token", (view) =>
        resultOf(view)?.["Token"] === view.variables["FIRST_TOKEN"] ? "it is the same" : undefined,
      ),
    ),
  ),
  check(
    "token.length",
    "A token is long enough not to be guessed: 16 letters or more, of 8 different ones.",
    FORMAT,
    ask(
      login(),
      that("a long token", (view) => {
        const token = resultOf(view)?.["Token"];
        const fits = typeof token === "string" && token.length >= 16 && new Set(token).size >= 8;
        return fits ? undefined : "it is short, or has few different letters";
      }),
    ),
  ),
  check(
    "token.counted",
    "Tokens are not counted up, and do not begin alike.",
    FORMAT,
    { ...ask(login(), has("Token", nonEmpty)), keep: { FIRST_TOKEN: "Token" } },
    ask(
      login(),
      that("a token that shares less than half of its letters with the one before", (view) => {
        const [first, second] = [view.variables["FIRST_TOKEN"] ?? "", resultOf(view)?.["Token"]];
        if (typeof second !== "string") return `got ${summary(view)}`;
        const same = [...second].filter((letter, at) => first[at] === letter).length;
        return same * 2 < second.length ? undefined : `${same} of ${second.length} letters are the same`;
      }),
    ),
  ),
  check(
    "token.place",
    "A token in the address of a request does not count: addresses are logged.",
    GUARD,
    ask(
      { ...call("Echo", { Echo: "hello" }, null), query: "?Token=$TOKEN" },
      that("no result", (view) => (resultOf(view) === undefined ? undefined : `got ${summary(view)}`)),
    ),
  ),
  {
    ...check(
      "factory",
      "The factory password gives no token.",
      s1("A factory-default password exists. It must be changed on first use"),
      ask(
        login("$FACTORY_PASSWORD"),
        that("no Token", (view) =>
          typeof resultOf(view)?.["Token"] === "string" ? "it gives a token" : undefined,
        ),
      ),
    ),
    level: "MUST",
  },
  check("waiting", "A client that does not finish its request keeps no other waiting.", SIZE, {
    ...ALIVE,
    beside: { ...ECHO, framing: "half" },
  }),
  {
    ...check(
      "tls.old",
      "TLS 1.1 and older are refused.",
      silent("Versions of TLS: not shown. TLS 1.0 and 1.1 are retired (RFC 8996)."),
      ask({ ...ECHO, tls: "TLSv1.1" }, refused),
    ),
    needs: ["token", "tls"],
  },
  survives(
    "deep",
    "A thousand nested arrays do not end the server.",
    `${"[".repeat(1_000)}${"]".repeat(1_000)}`,
  ),
  survives(
    "members",
    "Five hundred parameters do not end the server.",
    call1(
      `{${Array.from({ length: 500 }, (_, at) => `"k${at}":1`).join(",")},"Echo":"hello","Token":"$TOKEN"}`,
    ),
  ),
  survives(
    "number",
    "A number of a thousand digits does not end the server.",
    call1(`{"Echo":"hello","Token":"$TOKEN","n":${"9".repeat(1_000)}}`),
  ),
  survives(
    "name",
    "A name of four thousand letters does not end the server.",
    call1(`{"Echo":"hello","Token":"$TOKEN","${"n".repeat(4_000)}":1}`),
  ),
  survives(
    "token",
    "A token of four thousand letters does not end the server.",
    call1(`{"Echo":"hello","Token":"${"t".repeat(4_000)}"}`),
  ),
  survives(
    "text",
    "A text of eight thousand letters comes back, or is refused.",
    call("Echo", { Echo: "x".repeat(8_000) }),
  ),
];
