import { call } from "../check/check.js";
import { resultOf } from "../check/want.js";
import { isObject, show } from "../wire/json.js";
import type { LoginTrouble, Session } from "./session.js";

export interface Opened {
  /** What the server says that it is. */
  readonly server: string;
  /** Why nothing can be judged. */
  readonly noVerdict?: string;
  /** The login was answered, and neither with a token nor with the error about a wrong password. */
  readonly badLogin?: true;
}

const CHECK = "opening";
const BOTH = call("RouterInfo", { "svc.router.version": "", "i2p.router.version": "" });

const noToken = ({ why, unanswered, refused }: LoginTrouble): Opened => {
  if (unanswered) return { server: "", noVerdict: `the server does not answer a login: ${why}` };
  if (refused) return { server: "", noVerdict: `the server refuses the password: ${why}` };
  return { server: "", noVerdict: `the login gives no token: ${why}`, badLogin: true };
};

/** Gets a token, and learns how the server is to be spoken to. */
export async function open(session: Session): Promise<Opened> {
  const trouble = await session.logInPatiently(CHECK);
  if (session.signal?.aborted) return { server: "" };
  if (trouble !== undefined) return noToken(trouble);
  const { view } = await session.exchange(CHECK, BOTH, {}, 3);
  if (view.http === undefined && !session.signal?.aborted)
    return {
      server: "",
      noVerdict: `the server does not answer RouterInfo: ${session.said(view.trouble ?? "")}`,
    };
  const id = isObject(view.json) ? show(view.json["id"]) : undefined;
  if (id === undefined || !id.startsWith('"conformance-')) await tryNumbers(session);
  const answer = resultOf((await session.exchange(CHECK, BOTH)).view) ?? {};
  if (session.target.names !== "auto") session.names = session.target.names;
  else session.names = "svc.router.version" in answer || !("i2p.router.version" in answer) ? "svc" : "i2p";
  const version = answer["svc.router.version"] ?? answer["i2p.router.version"];
  return { server: typeof version === "string" ? session.said(version).slice(0, 100) : "" };
}

/** Uses numbers as ids when they come back and strings do not. */
async function tryNumbers(session: Session): Promise<void> {
  session.numbersAsIds = true;
  const { view } = await session.exchange(CHECK, BOTH);
  const id = isObject(view.json) ? view.json["id"] : undefined;
  session.numbersAsIds = /^\d+$/.test(show(id));
}
