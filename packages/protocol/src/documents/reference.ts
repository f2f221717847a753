import { FLEET_FINDINGS } from "../features/fleet/findings.js";
import { METHODS as FLEET_METHODS } from "../features/fleet/fleet.js";
import { statMeanings } from "../features/history/rate-stats.js";
import { NET_STATUS } from "../features/status/router-info.js";
import { ERROR_CASES, ERRORS, type ErrorName } from "../kernel/errors.js";
import { spelled } from "../kernel/names.js";
import { SCOPES } from "../kernel/scope.js";
import type { Method, ParamDefinition, ResultDefinition } from "../kernel/shapes.js";
import { EVENT_KIND_NAMES, eventDefinition } from "../tables/events.js";
import { FINDINGS, type RankedFinding } from "../tables/findings.js";
import { METHOD_NAMES, type MethodName, methodDefinition, wireKey } from "../tables/methods.js";
import { anything, isValueType, type ValueType } from "../value-types/value-types.js";
import { scopesOf } from "../wire/scope-needed.js";
import { REASONS } from "../words/reasons.js";
import { EXCHANGES } from "./exchanges.js";
import { errorsOf } from "./openrpc.js";
import { sampleExchange } from "./sample.js";

/** The interface as a page for people: `docs/protocol.md`. */
export function reference(): string {
  return [
    "# The interface",
    "",
    "Generated from the tables in `packages/protocol` by `npm run generate`; do not edit.",
    "",
    "Every method is a JSON-RPC 2.0 call sent by HTTP POST. Every method but `Authenticate` and `pilothouse.setup`",
    "takes `Token` (string) among its params; a `Token` next to `params` is used if `params` has none. Names that",
    "begin with `svc` may also be spelled with `i2p`, as in the second column; each key is answered in the spelling of",
    "the request. What is marked *extension* goes beyond the common interface.",
    "",
    "[Writing a client](writing-a-client.md) has the life of a session, what to retry, and what stays compatible.",
    "",
    ...PARTS.map(
      ({ title, methods }) => `- [${title}](#${anchorOf(title)}): ${methods.map(linkTo).join(", ")}`,
    ),
    `- Tables: ${TABLES.map((title) => linkTo(title)).join(", ")}`,
    "",
    ...PARTS.flatMap(({ title, description, methods }) => [
      `## ${title}`,
      "",
      description,
      "",
      ...methods.flatMap(methodSection),
    ]),
    "## Scopes",
    "",
    "A token from `Authenticate` may do everything. A token that was made for a program has a scope; each includes",
    "those above it. A setting that holds a secret, by its name or its value, needs `all` to be read or changed.",
    "",
    ...table(
      ["Scope", "Allows"],
      Object.entries(SCOPES).map(([scope, allows]) => [tick(scope), allows]),
    ),
    "## Network status codes",
    "",
    ...table(
      ["Code", "Name"],
      Object.entries(NET_STATUS).map(([code, { name }]) => [code, name]),
    ),
    "## Rate statistics",
    "",
    'Those marked "from the router" are answered where the router has them: the simulator has all, i2pd the last',
    "(in `supervise` mode), and a server behind this one is asked. Any other name is passed on to such a server;",
    "where nobody knows it, the error names those that are known.",
    "",
    ...table(
      ["Stat", "Meaning"],
      statMeanings().map(([stat, description]) => [tick(stat), description]),
    ),
    "## Findings",
    "",
    "What `pilothouse.health` can find. `{name}` stands for a value of the finding. Where minutes are given, you are",
    "notified when it has held for so long, if there is a channel for notifications.",
    "",
    ...findingTable(FINDINGS),
    "What the `pilothouse.health` of a hub can find about its fleet:",
    "",
    ...findingTable(FLEET_FINDINGS),
    "## Events",
    "",
    "What `pilothouse.events` can tell. In the sentence, `{name}` stands for a value of the event's `data`.",
    "",
    ...table(
      ["Kind", "Severity", "Meaning"],
      EVENT_KIND_NAMES.map((kind) => [
        tick(kind),
        eventDefinition(kind).severity,
        eventDefinition(kind).description,
      ]),
    ),
    "## Errors",
    "",
    ...table(
      ["Code", "Message begins with", "When"],
      Object.entries(ERRORS).map(([name, definition]) => [
        String(definition.code),
        definition.means,
        ERROR_CASES[name as ErrorName] + mark(definition),
      ]),
    ),
    "`error.data`, where there is one, is for programs: `key` is the key that is to blame, as it was sent, and",
    "`reason` what is wrong with it; `scope` is the scope that the token lacks. `code` and `values` are the reason that",
    "the message gives.",
    "",
    "## Reasons",
    "",
    "The reasons that the service gives, for programs that show them in other languages than English. In an error, the",
    "code is in `data.code` and the values of the sentence in `data.values`. In an event or a finding, the reason `why`",
    "is the English sentence, `why.code` its code, and `why.…` are its values. `{text}` is what another program said.",
    "",
    ...table(
      ["Code", "Sentence"],
      Object.entries(REASONS).map(([code, sentence]) => [tick(code), sentence]),
    ),
    "## HTTP statuses",
    "",
    "Every JSON-RPC outcome is 200. What is refused before it carries an error body with id null:",
    "",
    ...table(
      ["Status", "When"],
      [
        [
          "400",
          "`Host` or another header that may be there once is there twice, or the target names another host.",
        ],
        ["401", "`/metrics` without a token that opens it."],
        [
          "403",
          "`Host` or `Origin` is not ours: the request comes from a page of another site. Also `/console/rpc` without our `Origin`.",
        ],
        ["404", "There is nothing at this path, or the endpoint is switched off."],
        ["405", "Not POST, or not what else `Allow` says is served there."],
        ["413", "The body is over 1 MiB."],
        ["415", "The body is compressed (`Content-Encoding`)."],
        [
          "429",
          "Too many failed logins, or too many waiting requests (to log in, or for the router); `Retry-After` says when to come back.",
        ],
        [
          "503",
          "The service is shutting down, has too many connections, or over 16 requests wait on this one.",
        ],
      ],
    ),
    "What is not even HTTP, or comes too slowly, is answered without a body: 400, 408, 417 or 431.",
    "",
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

interface Part {
  readonly title: string;
  readonly description: string;
  readonly methods: readonly MethodName[];
}

const isFleet = (name: MethodName): boolean => Object.hasOwn(FLEET_METHODS, name);
const isOwn = (name: MethodName): boolean => !isFleet(name) && methodDefinition(name).extension === true;

const PARTS: readonly Part[] = [
  {
    title: "The common interface",
    description: "What every server of the interface has, and every existing client uses.",
    methods: METHOD_NAMES.filter((name) => !isOwn(name) && !isFleet(name)),
  },
  {
    title: "Extensions of Pilothouse",
    description: "Other servers answer these with -32601. A hub has some of them.",
    methods: METHOD_NAMES.filter(isOwn),
  },
  {
    title: "Methods of a hub",
    description:
      "Only a [hub](fleet.md) has these; a service with a router answers them with -32601. In the exchanges, values are made up.",
    methods: METHOD_NAMES.filter(isFleet),
  },
];

const TABLES = [
  ...["Scopes", "Network status codes", "Rate statistics", "Findings", "Events", "Errors", "Reasons"],
  "HTTP statuses",
];

/** As GitHub makes it from a heading. */
const anchorOf = (title: string): string => title.toLowerCase().replaceAll(".", "").replaceAll(" ", "-");
const linkTo = (title: string): string => `[${title}](#${anchorOf(title)})`;

function methodSection(name: MethodName): string[] {
  const definition = methodDefinition(name);
  const other = spelled(name, "i2p");
  return [
    `### ${name}`,
    "",
    (other === name ? "" : `Also \`${other}\`. `) + definition.description + mark(definition),
    "",
    ...(definition.shape === "call" ? callTables(definition) : bagTable(definition)),
    ...exchange(name),
    ...(definition.guard === "open" ? [] : [scopeLine(definition), ""]),
    `Errors: ${errorsOf(definition)
      .map((error) => ERRORS[error].code)
      .join(", ")}.`,
    "",
  ];
}

/** An example, as it is sent and answered. */
function exchange(name: MethodName): string[] {
  const { params, result } = EXCHANGES[name] ?? sampleExchange(name);
  const token = methodDefinition(name).guard === "open" ? {} : { Token: "…" };
  const sent = { jsonrpc: "2.0", id: 1, method: name, params: { ...token, ...params } };
  const answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result });
  return ["```json", JSON.stringify(sent), answer, "```", ""];
}

function scopeLine(definition: Method): string {
  const parts = [...scopesOf(definition)].map(([scope, keys]) =>
    keys.length === 0 ? tick(scope) : `${tick(scope)} with ${keys.map(keyName).join(", ")}`,
  );
  return `Scope: ${parts.join("; ")}.`;
}

/** What the value must be, unless anything will do. */
const mustBe = (type: ValueType<unknown>): string => (type === anything ? "" : ` Must be ${type.wants}.`);

const keyName = (key: string): string => (key.includes(" ") ? key : tick(key));

function callTables(definition: Extract<Method, { shape: "call" }>): string[] {
  const params = Object.entries<ParamDefinition>(definition.params).map(([key, param]) => [
    tick(key),
    also(key),
    param.type.type,
    param.optional ? "no" : "yes",
    `${param.description}${mustBe(param.type)}${param.inert ? " Accepted without effect." : ""}`,
  ]);
  return [
    ...(params.length === 0 ? [] : table(["Param", "Also", "Type", "Required", "Meaning"], params)),
    ...resultTable(definition.result),
  ];
}

function resultTable(result: ValueType<unknown> | { readonly [key: string]: ResultDefinition }): string[] {
  if (isValueType(result)) return [`Result: ${result.wants}.`, ""];
  const rows = Object.entries(result);
  return table(
    ["Result", "Also", "Type", "Meaning"],
    rows.map(([key, definition]) => [
      tick(key),
      also(key),
      definition.type.type,
      definition.description + (definition.optional ? " When asked for." : ""),
    ]),
  );
}

function bagTable(definition: Exclude<Method, { shape: "call" }>): string[] {
  const beside =
    definition.shape === "sets" && definition.ifRevision !== undefined
      ? [[tick("IfRevision"), "", definition.ifRevision.type.wants, definition.ifRevision.description]]
      : [];
  return table(
    ["Key", "Also", definition.shape === "sets" ? "Takes" : "Type", "Meaning"],
    Object.entries(definition.bag)
      .map(([key, keyDefinition]) => {
        const wire = wireKey(definition, key);
        const facts = keyDefinition as {
          type?: ValueType<unknown>;
          result?: ValueType<unknown>;
          restart?: true;
          readOnly?: true;
        };
        const type = facts.type ?? facts.result;
        const shown =
          definition.shape === "sets" ? (facts.readOnly ? "any value (read-only)" : type?.wants) : type?.type;
        return [
          tick(wire),
          also(wire),
          shown ?? "",
          keyDefinition.description +
            (facts.restart ? " A change needs a restart." : "") +
            mark(keyDefinition),
        ];
      })
      .concat(beside),
  );
}

const tick = (name: string): string => `\`${name}\``;
const also = (name: string): string => (spelled(name, "i2p") === name ? "" : tick(spelled(name, "i2p")));
const mark = (definition: object): string => ("extension" in definition ? " *Extension.*" : "");

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""];
}

function findingTable(findings: { readonly [key: string]: RankedFinding }): string[] {
  return table(
    ["Finding", "Level", "Meaning", "What to do", "Notified after"],
    Object.entries(findings).map(([key, { level, description, todo, action, notify }]) => {
      const does = action === undefined ? todo : `${todo} ${tick(action)}`;
      return [tick(key), level, description, does, notify === undefined ? "" : `${notify} min`];
    }),
  );
}
