import type { Behaviour, Params, Value } from "../../reference/behaviour.js";
import { Refusal } from "../../reference/behaviour.js";
import { Double } from "../../reference/methods.js";
import { answers, given, method, passes, replies, rightMethods, texts, textsOf } from "../mutants/mutant.js";
import { type Freedom, freedom } from "./freedom.js";
import { HTTP_FREEDOMS } from "./http-freedoms.js";
import { PROPOSAL_FREEDOMS } from "./proposal-freedoms.js";
import { SETTING_FREEDOMS } from "./setting-freedoms.js";

const isMap = (value: Value): value is Params =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Double);
const backwards = (value: Value): Value =>
  isMap(value)
    ? Object.fromEntries(
        Object.entries(value)
          .map(([name, one]) => [name, backwards(one)] as const)
          .toReversed(),
      )
    : value;

/** After a wrong password, the next login does not count. */
function limitsLogins(): Partial<Behaviour> {
  let wasWrong = false;
  return method("Authenticate", (params, state, behaviour) => {
    const refuses = wasWrong;
    wasWrong = params["Password"] !== state.password;
    if (refuses) throw new Refusal("wrongPassword", "wait a moment");
    return rightMethods["Authenticate"]?.(params, state, behaviour) ?? {};
  });
}

const without = (name: string): Partial<Behaviour> => {
  const { [name]: _left, ...methods } = rightMethods;
  return { methods };
};

export const FREEDOMS: readonly Freedom[] = [
  freedom("words errors in its own way, and explains them", () =>
    replies((reply) =>
      reply.error === undefined
        ? reply
        : { ...reply, error: { ...(reply.error as object), message: "Nein.", data: { why: [1, "so"] } } },
    ),
  ),
  freedom("has the members of replies in another order", () =>
    replies((reply) => backwards(reply) as typeof reply),
  ),
  freedom(
    "adds a text to results",
    () =>
      replies((reply, request) =>
        isMap(reply.result) && request.method !== "RouterInfo"
          ? { ...reply, result: { ...reply.result, Note: "a note" } }
          : reply,
      ),
    {
      should: [
        ...["actions.only", "advanced.get.only", "advanced.getAll.only", "advanced.set.empty"],
        ...["service.echo.only", "settings.none", "settings.only"],
      ],
    },
  ),
  freedom(
    "writes whole numbers as 1.0",
    () => texts((text) => text.replaceAll(/([:,])(-?\d+)(?=[,}])/g, "$1$2.0")),
    { should: ["envelope.error.code.plain", "info.longs"] },
  ),
  freedom("writes JSON with blanks, and in ASCII", () =>
    texts((text) =>
      text
        .replaceAll('":', '" : ')
        .replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ),
  ),
  freedom("has no Echo", () => without("Echo"), {
    should: ["envelope.batch.mixed", "envelope.batch.two"],
  }),
  freedom(
    "says nothing in its messages",
    () => texts((text) => text.replace(/"message":"[^"]*"/, '"message":""')),
    {
      meets: /^envelope\./,
      should: ["envelope.error.message.empty"],
    },
  ),
  freedom(
    "refuses large requests before it has read them",
    () => ({
      readBody: (bytes) => {
        if (bytes.length > 3_000) throw new Refusal("internal", "too large");
        return JSON.parse(bytes.toString());
      },
    }),
    { meets: /^(security\.survive|envelope\.reply)/ },
  ),
  freedom(
    "supports every version of the interface",
    () =>
      given("Authenticate", (params) => (typeof params["API"] === "number" ? { ...params, API: 1 } : params)),
    {
      meets: /^auth\.(api|login)/,
      should: ["auth.api.high", "auth.api.negative", "auth.api.two", "auth.api.zero"],
    },
  ),
  freedom("limits wrong logins", limitsLogins, { meets: /^auth\./, should: ["auth.password.again"] }),
  freedom(
    "has tokens that mean the same in any letters",
    () =>
      passes(
        (_name, { Token }, state) =>
          typeof Token === "string" &&
          [...state.tokens.keys()].some((token) => token.toLowerCase() === Token.toLowerCase()),
      ),
    { meets: /^auth\.token/, should: ["auth.token.case"] },
  ),
  freedom(
    "answers tokens that were revoked as expired",
    () =>
      method("ServiceControl", (params, state, behaviour) => {
        const had = [...state.tokens.keys()];
        const result = rightMethods["ServiceControl"]?.(params, state, behaviour) ?? {};
        if (state.tokens.size === 0) for (const token of had) state.tokens.set(token, 0);
        return result;
      }),
    { meets: /^service\./ },
  ),
  freedom(
    "refuses a password that it had before",
    () =>
      method("ServiceControl", (params, state, behaviour) => {
        if (params["svccontrol.password"] === state.password) throw new Refusal("invalidParams", "the same");
        return rightMethods["ServiceControl"]?.(params, state, behaviour) ?? {};
      }),
    { meets: /^service\./ },
  ),
  {
    says: "still has the factory password",
    server: () => ({ password: "itoopie" }),
    meets: /^(security\.factory|auth\.(login|password))/,
  },
  freedom(
    "saves nothing before it ends",
    () =>
      replies((reply) => {
        const result = reply.result as Params | undefined;
        return result !== undefined && "SettingsSaved" in result
          ? { ...reply, result: { ...result, SettingsSaved: false } }
          : reply;
      }),
    {
      meets: /^(settings\.flags|service\.password\.(change|saved))/,
      should: ["service.password.saved", "settings.flags.written"],
    },
  ),
  freedom(
    "answers numbers and booleans as strings, as old versions do",
    () =>
      answers("RouterInfo", (result) =>
        Object.fromEntries(
          Object.entries(result).map(([name, value]) => [
            name,
            value instanceof Double ? value.value.toFixed(2) : String(value),
          ]),
        ),
      ),
    { meets: /^info\./, should: ["info.numbers"] },
  ),
  freedom(
    "answers texts as numbers",
    () =>
      answers("RouterInfo", (result) => ({
        ...result,
        ...("svc.router.status" in result ? { "svc.router.status": 1 } : {}),
        ...("svc.router.version" in result ? { "svc.router.version": 2.13 } : {}),
      })),
    { meets: /^info\./, should: ["info.numbers", "info.status.words", "info.version.number"] },
  ),
  freedom(
    "has no words for its status",
    () =>
      answers("RouterInfo", (result) =>
        "svc.router.status" in result ? { ...result, "svc.router.status": "" } : result,
      ),
    { meets: /^info\./, should: ["info.status.words"] },
  ),
  freedom(
    "looks at the uptime twice in a second",
    () =>
      answers("RouterInfo", (result) => {
        const uptime = Number(result["svc.router.uptime"]);
        return "svc.router.uptime" in result
          ? { ...result, "svc.router.uptime": Math.floor(uptime / 500) * 500 }
          : result;
      }),
    { meets: /^info\.uptime/ },
  ),
  freedom(
    "calls the rate Rate, and tells its unit",
    () => answers("GetRate", ({ Result }) => ({ Rate: Result, Unit: "bytes per second" })),
    { meets: /^rates\./, should: ["rates.name"] },
  ),
  freedom(
    "has other statistics, and a code of its own for those that it lacks",
    () =>
      textsOf("GetRate", (text) =>
        text.replace(/"result":.*\}$/, '"error":{"code":-32050,"message":"none"}}'),
      ),
    { meets: /^rates\./ },
  ),
  freedom("has a period by itself", () => given("GetRate", (params) => ({ Period: 60_000, ...params })), {
    meets: /^rates\./,
    should: ["rates.period.missing"],
  }),
  ...HTTP_FREEDOMS,
  ...SETTING_FREEDOMS,
  ...PROPOSAL_FREEDOMS,
];
