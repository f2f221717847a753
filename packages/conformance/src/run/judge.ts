import type { Asking, Step } from "../check/check.js";
import { errorCodeOf, field, Unsupported, type Verdict, type View } from "../check/want.js";
import { converse } from "../wire/connection.js";
import { show } from "../wire/json.js";
import { partsOf, type Send } from "../wire/request.js";
import { filled, type Variables, variablesOf } from "../wire/template.js";
import { pause } from "./pause.js";
import type { Result, Shown } from "./result.js";
import type { Session } from "./session.js";

const LONGEST_TIMER = 2 ** 31 - 1;

export type Judged = Pick<Result, "outcome" | "reason" | "exchanges"> & {
  /** There was no reply, or none that could be read to its end. */
  readonly silent?: boolean;
};

/** What a step says about a reply. */
function verdictOf(step: Step, view: View): Verdict {
  const { method } = step.send;
  const wantsUnknown = step.want.some(({ unknownMethod }) => unknownMethod);
  if (errorCodeOf(view) === -32601 && !wantsUnknown && method !== undefined && method !== "Authenticate")
    return new Unsupported(`${method} is an unknown method here: error -32601`);
  if (view.http === undefined && step.want.some(({ takesTrouble }) => !takesTrouble)) return view.trouble;
  for (const want of step.want) {
    const verdict = want.judge(view);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

/** A setting that is not there for a check, in words for whoever runs it. */
const lacking = (name: string): string => LACKING[name] ?? `there is no $${name} on this server`;
const LACKING: { readonly [name: string]: string } = {
  FACTORY_PASSWORD: "the password of this server is the factory default, which must be changed on first use",
  TUNNEL: "the server has no tunnel, or lists none by its name",
};

/** How often a request is sent again whose reply may become right. */
const AGAIN = 10;

async function verdictInTime(step: Step, check: string, session: Session, variables: Variables) {
  for (let tries = 0; ; tries++) {
    if (step.pause === "settle") await pause(session.target.settle, session.signal);
    if (step.pause === "expiry") await pause((session.target.tokenLifetime ?? 0) * 1.1 + 50, session.signal);
    const beside = step.beside === undefined ? undefined : await hold(session, step.beside, variables);
    const exchanged = await session.exchange(check, step.send, variables);
    beside?.abort();
    const verdict = verdictOf(step, exchanged.view);
    const isRight = verdict === undefined || verdict instanceof Unsupported;
    if (isRight || step.again !== true || tries >= AGAIN || session.signal?.aborted)
      return { ...exchanged, verdict };
  }
}

/** Runs the steps of a check until one of them fails. */
export async function judge(check: Asking, session: Session, given: Variables): Promise<Judged> {
  const traces: (() => Shown)[] = [];
  let variables = given;
  for (const step of check.steps) {
    const known = { ...session.variables, ...variables, ID: "" };
    const missing =
      typeof step.send.body === "string"
        ? variablesOf(step.send.body).find((name) => !(name in known))
        : undefined;
    if (missing !== undefined) return { outcome: "skipped", reason: lacking(missing) };
    const { view, trace, verdict } = await verdictInTime(step, check.id, session, variables);
    const wanted = step.want.map(({ says }) => says).join("; ") || "any answer";
    traces.push(() => ({ ...trace(), wanted }));
    const silent = view.http === undefined;
    if (view.late && step.send.patience === "blocking")
      return { outcome: "skipped", reason: `${view.trouble}: give it longer with --action-timeout`, silent };
    if (verdict instanceof Unsupported)
      return { outcome: "unsupported", reason: session.said(verdict.reason), silent };
    if (verdict !== undefined) {
      const exchanges = traces.map((one) => one());
      if (check.undo !== undefined) await session.exchange(check.id, check.undo, variables);
      return { outcome: "fail", reason: session.said(verdict), exchanges, silent };
    }
    variables = { ...variables, ...kept(step, view) };
  }
  return { outcome: "pass" };
}

function kept({ keep = {} }: Step, view: View): Variables {
  return Object.fromEntries(
    Object.entries(keep).flatMap(([variable, name]) => {
      const value = typeof name === "string" ? field(view, name) : name(view);
      if (value === undefined) return [];
      return [[variable, typeof value === "string" ? value : show(value)]];
    }),
  );
}

/** Sends the beginning of a request that is never finished, and keeps the connection until it is aborted. */
async function hold(session: Session, send: Send, variables: Variables): Promise<AbortController> {
  const { url, limits } = session.target;
  const body = Buffer.from(filled(String(send.body), { ...session.variables, ...variables, ID: '"held"' }));
  const end = new AbortController();
  const tooLate = setTimeout(() => end.abort(), limits.timeout);
  await new Promise<void>((sent) => {
    // With a limit of its own it would end just before the request that it is to keep waiting, and let it through.
    const endless = { ...limits, timeout: LONGEST_TIMER };
    void converse(url, { parts: partsOf(url, send, body), sent }, endless, end.signal).then(() => sent());
  });
  clearTimeout(tooLate);
  return end;
}
