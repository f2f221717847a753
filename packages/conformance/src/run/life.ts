import { call } from "../check/check.js";
import { field } from "../check/want.js";
import { Num } from "../wire/json.js";
import { pause } from "./pause.js";
import type { Session } from "./session.js";

/** While a router restarts, silence is no fault: nothing that is asked under this name is judged. */
export const WAITING = "waiting for the server";

/** When a router started, by the clock of the kit: it lies between these. */
export interface Life {
  readonly uptime: number;
  readonly earliest: number;
  readonly latest: number;
}

/** Undefined when the server does not tell. */
async function lifeOf(session: Session): Promise<Life | undefined> {
  const name = "svc.router.uptime";
  const sent = performance.now();
  const { view } = await session.exchange(WAITING, call("RouterInfo", { [name]: "" }));
  const got = performance.now();
  const value = field(view, name);
  const text = value instanceof Num ? value.text : value;
  if (typeof text !== "string" || !/^\d+(\.0+)?$/.test(text)) return undefined;
  const uptime = Number(text);
  return { uptime, earliest: sent - uptime, latest: got - uptime };
}

/** Asks until it is so, or the time for actions is up. */
async function until(session: Session, isSo: () => Promise<boolean>): Promise<boolean> {
  const { actionTimeout, settle } = session.target;
  const end = performance.now() + actionTimeout;
  for (;;) {
    if (await isSo()) return true;
    if (performance.now() > end || session.signal?.aborted) return false;
    await pause(Math.min(500, settle), session.signal);
  }
}

/** Whether the server gives tokens again, within the time for actions. */
export const answersAgain = (session: Session): Promise<boolean> =>
  until(session, async () => (await session.logIn(WAITING)) === undefined);

/**
 * The life that a restart is to end. A router that has just started is given time first: the beginnings of two
 * lives must be further apart than the uptime is exact.
 */
export async function lifeBefore(session: Session): Promise<Life | undefined> {
  let life: Life | undefined;
  await until(session, async () => {
    life = await lifeOf(session);
    return life === undefined || life.uptime >= 4 * session.target.settle;
  });
  return life;
}

/** Waits until the server answers again and its router has a new life; says what did not happen. */
export async function comesBack(session: Session, before: Life | undefined): Promise<string | undefined> {
  const { actionTimeout, settle } = session.target;
  let answers = false;
  const isBack = await until(session, async () => {
    answers = (await session.logIn(WAITING)) === undefined;
    if (!answers || before === undefined) return answers;
    const now = await lifeOf(session);
    // A service may outlive its router: while that is away, the uptime is 0.
    return now !== undefined && now.uptime > 0 && now.earliest > before.latest + settle;
  });
  if (isBack) return undefined;
  const within = `within ${actionTimeout / 1_000} s (--action-timeout)`;
  return answers ? `the uptime did not begin again ${within}` : `the server did not come back ${within}`;
}
