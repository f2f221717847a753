import { call } from "../check/check.js";
import { resultOf } from "../check/want.js";
import { isObject, show } from "../wire/json.js";
import type { Session } from "./session.js";

export interface Opened {
  /** What the server says that it is. */
  readonly server: string;
  readonly noToken: string | undefined;
  readonly gone: string | undefined;
}

const CHECK = "opening";
const BOTH = call("RouterInfo", { "svc.router.version": "", "i2p.router.version": "" });

/** Gets a token, and learns how the server is to be spoken to. */
export async function open(session: Session): Promise<Opened> {
  let noToken = await session.logIn(CHECK);
  // A server that has just started may let the first caller wait.
  for (let tries = 0; session.unanswered && tries < 2; tries++) noToken = await session.logIn(CHECK);
  const { view } = await session.exchange(CHECK, BOTH);
  if (view.http === undefined)
    return { server: "", noToken, gone: `the server does not answer: ${view.trouble}` };
  const id = isObject(view.json) ? show(view.json["id"]) : undefined;
  if (id === undefined || !id.startsWith('"conformance-')) await tryNumbers(session);
  const answer = resultOf((await session.exchange(CHECK, BOTH)).view) ?? {};
  if (session.target.names !== "auto") session.names = session.target.names;
  else session.names = "svc.router.version" in answer || !("i2p.router.version" in answer) ? "svc" : "i2p";
  const version = answer["svc.router.version"] ?? answer["i2p.router.version"];
  return { server: typeof version === "string" ? version.slice(0, 100) : "", noToken, gone: undefined };
}

/** Uses numbers as ids when they come back and strings do not. */
async function tryNumbers(session: Session): Promise<void> {
  session.numbersAsIds = true;
  const { view } = await session.exchange(CHECK, BOTH);
  const id = isObject(view.json) ? view.json["id"] : undefined;
  session.numbersAsIds = /^\d+$/.test(show(id));
}
