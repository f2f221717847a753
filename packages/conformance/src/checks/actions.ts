import { type Asking, ask, call, type Need, type Step } from "../check/check.js";
import { error, mayHave, only, result } from "../check/want.js";
import { errorClause, s44 } from "../spec/clause.js";
import { either, flag, type Kind, nil, text } from "../spec/kinds.js";

const KEYED = s44(
  "Result: object keyed by each requested action name, holding the value above (for example `Restart` maps to null).",
);

const act = (name: string, kind: Kind): Step => ({
  send: { ...call("RouterManager", { [name]: true }), patience: "action" },
  want: [mayHave(name, kind), only(name)],
});

const action = (
  id: string,
  name: string,
  kind: Kind,
  says: string,
  needs: readonly Need[],
  more: Partial<Step> & Pick<Partial<Asking>, "late"> = {},
): Asking => {
  const { late, ...step } = more;
  return {
    id: `actions.${id}`,
    level: "MUST",
    says,
    clause: KEYED,
    needs: ["token", ...needs],
    ...(late === undefined ? {} : { late }),
    steps: [{ ...act(name, kind), ...step }],
  };
};

/** What ends or changes the router runs only when it was allowed, and in this order. */
export const ACTIONS: readonly Asking[] = [
  {
    id: "actions.unknown",
    level: "SHOULD",
    says: "An unknown action is refused.",
    clause: errorClause(-32602),
    needs: ["token"],
    steps: [ask(call("RouterManager", { NoSuchAction: true }), error(-32602))],
  },
  {
    id: "actions.case",
    level: "SHOULD",
    says: "The name of an action in other letters is unknown.",
    clause: errorClause(-32602),
    needs: ["token"],
    steps: [ask(call("RouterManager", { findupdates: true }), error(-32602))],
  },
  action("findupdates", "FindUpdates", either(flag, text), "FindUpdates answers a boolean or a string.", [
    "restart",
  ]),
  action("update", "Update", text, "Update answers a string.", ["update"]),
  action("reseed", "Reseed", nil, "Reseed answers null.", ["restart"]),
  {
    id: "actions.two",
    level: "SHOULD",
    says: "Of several actions in a request, each is in the result.",
    clause: s44("Params: `Token` plus one or more action keys below."),
    needs: ["token", "restart"],
    steps: [
      {
        send: { ...call("RouterManager", { FindUpdates: true, Reseed: true }), patience: "action" },
        want: [mayHave("FindUpdates", either(flag, text)), mayHave("Reseed", nil), result],
      },
    ],
  },
  action("restartgraceful", "RestartGraceful", nil, "RestartGraceful answers null.", ["restart"], {
    late: 1,
  }),
  action("restart", "Restart", nil, "Restart answers null, and the router comes back.", ["restart"], {
    late: 1,
    thenAwait: "back",
  }),
  action("shutdowngraceful", "ShutdownGraceful", nil, "ShutdownGraceful answers null.", ["shutdown"], {
    late: 3,
  }),
  action("shutdown", "Shutdown", nil, "Shutdown answers null.", ["shutdown"], { late: 3 }),
];
