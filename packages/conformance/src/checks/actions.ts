import { type Asking, ask, call, type Step, should } from "../check/check.js";
import { error, has, mayHave, only } from "../check/want.js";
import { errorClause, s44 } from "../spec/clause.js";
import { either, flag, type Kind, nil, text } from "../spec/kinds.js";
import type { Send } from "../wire/request.js";

const KEYED = s44(
  "Result: object keyed by each requested action name, holding the value above (for example `Restart` maps to null).",
);

const act = (
  name: string,
  kind: Kind,
  leaves?: Step["leaves"],
  patience: Send["patience"] = "action",
): Step => ({
  send: { ...call("RouterManager", { [name]: true }), patience },
  want: [mayHave(name, kind)],
  ...(leaves && { leaves }),
});
const FIND: Step = act("FindUpdates", either(flag, text), undefined, "blocking");

const action = (
  id: string,
  says: string,
  step: Step,
  needs: NonNullable<Asking["needs"]>,
  late?: NonNullable<Asking["late"]>,
): Asking => ({
  id: `actions.${id}`,
  level: "MUST",
  says,
  clause: KEYED,
  needs,
  ...(late === undefined ? {} : { late }),
  steps: [step],
});

/** What ends or changes the router runs only when it was allowed, and in this order. */
export const ACTIONS: readonly Asking[] = [
  should(
    "actions.unknown",
    "An unknown action is refused.",
    errorClause(-32602),
    ask(call("RouterManager", { NoSuchAction: true }), error(-32602)),
  ),
  should(
    "actions.case",
    "The name of an action in other letters is unknown.",
    errorClause(-32602),
    ask(call("RouterManager", { findupdates: true }), error(-32602)),
  ),
  action("findupdates", "FindUpdates answers a boolean or a string.", FIND, ["restart"]),
  {
    id: "actions.only",
    level: "SHOULD",
    says: "The result holds the action that was asked for and nothing else.",
    clause: KEYED,
    needs: ["restart"],
    steps: [{ ...FIND, want: [...FIND.want, only("FindUpdates")] }],
  },
  action("reseed", "Reseed answers null.", act("Reseed", nil), ["restart"]),
  {
    id: "actions.two",
    level: "MUST",
    says: "Two actions that are answered alone are both in the result of one request.",
    clause: s44(
      "Params: `Token` plus one or more action keys below. … Result: object keyed by each requested action name",
    ),
    needs: ["restart"],
    steps: [
      FIND,
      act("Reseed", nil),
      {
        send: { ...call("RouterManager", { FindUpdates: true, Reseed: true }), patience: "blocking" },
        want: [has("FindUpdates", either(flag, text)), has("Reseed", nil)],
      },
    ],
  },
  action("update", "Update answers a string.", act("Update", text, "any time", "blocking"), ["update"], 1),
  action(
    "restartgraceful",
    "RestartGraceful answers null.",
    act("RestartGraceful", nil, "any time"),
    ["restart"],
    1,
  ),
  action(
    "restart",
    "Restart answers null, and the router comes back.",
    act("Restart", nil, "back"),
    ["restart"],
    1,
  ),
  action(
    "shutdowngraceful",
    "ShutdownGraceful answers null.",
    act("ShutdownGraceful", nil, "gone"),
    ["shutdown"],
    3,
  ),
  action("shutdown", "Shutdown answers null.", act("Shutdown", nil), ["shutdown"], 3),
];
