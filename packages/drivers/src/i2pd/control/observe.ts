import type { Link } from "@pilothouse/client";
import { isObject, METHODS, parseJson, spelled, wireKey } from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";
import type { Observed, Outcome } from "../../i2pd-wire/beliefs.js";
import { moreKeys } from "../../i2pd-wire/known-keys.js";

/** Larger than any answer that is asked for here. */
const LARGEST = 16 * 1024;

interface Answer {
  readonly outcome: Outcome;
  readonly result: { readonly [name: string]: unknown };
}

/** How a control service treats tokens, and the version that it reports. It only reads, and logs in once. */
export async function observe(
  link: Link,
  password: string,
  signal: AbortSignal,
): Promise<{ readonly observed: Observed; readonly version: unknown }> {
  let id = 0;
  const ask = async (method: string, params: object): Promise<Answer> => {
    const text = JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params });
    return answerIn((await link.send(text, { signal, repeatable: false, largest: LARGEST })).text, id);
  };
  const info = (key: string, token: object = {}) => ask("RouterInfo", { [key]: null, ...token });

  const bare = await info(VERSION);
  if (bare.outcome === "answered")
    return { observed: { withoutToken: bare.outcome }, version: bare.result[VERSION] };
  const login = await ask("Authenticate", { API: 1, Password: password });
  const { Token } = login.result;
  const isToken = typeof Token === "string" && Token !== "";
  const wrong = await info(VERSION, { Token: "unknown" });
  const right = isToken ? await info(VERSION, { Token }) : undefined;
  const more = isToken ? await info(ONE_MORE, { Token }) : undefined;
  return {
    observed: {
      withoutToken: bare.outcome,
      login: login.outcome === "answered" && !isToken ? "invalid" : login.outcome,
      wrongToken: wrong.outcome,
      ...(right && { withToken: right.outcome }),
      ...(more && { moreKeys: more.result[ONE_MORE] === undefined ? "invalid" : more.outcome }),
    },
    version: right?.result[VERSION],
  };
}

const wire = (key: string) => spelled(wireKey(METHODS.RouterInfo, key), "i2p");
const VERSION = wire("router.version");
const [ONE_MORE] = moreKeys.map(wire) as [string];

function answerIn(text: string, id: number): Answer {
  const answer = orNone(() => parseJson(text, { bytes: LARGEST, what: "i2pd's answer" }));
  const { error, result, id: of } = isObject(answer) ? answer : {};
  if (isObject(error)) return { outcome: Number(error["code"]), result: {} };
  const isAnswered = isObject(result) && of === id;
  return isAnswered ? { outcome: "answered", result } : { outcome: "invalid", result: {} };
}
