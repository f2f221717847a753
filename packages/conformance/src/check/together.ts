import type { Send } from "../wire/request.js";
import { ask, type Step } from "./check.js";
import { svc } from "./setting.js";
import { field, resultOf, summary, that, Unsupported } from "./want.js";

/** Asks for each key alone and then for all of them: what came back alone must come back with the others. */
export function aloneAndTogether<K extends string>(
  keys: readonly K[],
  send: (...keys: readonly K[]) => Send,
): Step[] {
  const alone = (key: K) => `ALONE ${key}`;
  const together = that("an entry for each key that came back alone", (view) => {
    const had = keys.filter((key) => alone(key) in view.variables);
    // Which keys a server has is judged key by key: one that is no good alone may spoil them all.
    if (resultOf(view) === undefined)
      return had.length < keys.length
        ? new Unsupported(`some of the keys are not answered alone, and all together get ${summary(view)}`)
        : `got ${summary(view)}`;
    const missing = had.filter((key) => field(view, svc(key)) === undefined);
    return missing.length === 0 ? undefined : `left out: ${missing.map(svc).join(", ")}`;
  });
  const each = keys.map((key) => ({ ...ask(send(key)), keep: { [alone(key)]: svc(key) } }));
  return [...each, ask(send(...keys), together)];
}
