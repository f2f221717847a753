import { RecordedSettings } from "../../../packages/server/src/features/router-settings/recorded-settings.js";
import { Budget } from "../../../packages/server/src/features/traffic/budget/budget.js";
import { HeldLimits } from "../../../packages/server/src/features/traffic/budget/held-limits.js";
import { SENTENCES } from "../world/sentences.js";
import { type Fault, leaveOut, replace, show } from "./fault.js";

const SCHEDULE = ["set settings of the service", { who: 0, some: [[1, 0]] }] as const;
const NO_SCHEDULE = ["set settings of the service", { who: 0, some: [[1, 3]] }] as const;
const A_WHILE = ["time passes", { seconds: 25 }] as const;

const LONGER = ["time passes", { seconds: 90 }] as const;

export const BUDGET: readonly Fault[] = [
  {
    name: "the budget does nothing",
    put: () => replace(Budget, "tick", () => async () => {}),
    breaks: "The budget lowers the limits",
    steps: [A_WHILE, SCHEDULE, LONGER],
  },
  {
    name: "the budget lowers limits only once",
    put: () => {
      let looks = 0;
      replace(
        Budget,
        "tick",
        (was) =>
          async function (this: Budget) {
            if (looks++ < 3) await was.call(this);
          },
      );
    },
    breaks: "The budget lowers the limits",
    steps: [A_WHILE, SCHEDULE, LONGER, NO_SCHEDULE, LONGER],
  },
  {
    name: "your own limits are not put back",
    put: () => leaveOut("INSERT INTO value", ([name]) => String(name).startsWith("budget.held.")),
    breaks: SENTENCES.byItself,
    steps: [SCHEDULE, A_WHILE, ["restart the service", {}], NO_SCHEDULE, A_WHILE],
  },
  {
    name: "limits are put back to more than they were",
    put: () =>
      replace(
        RecordedSettings,
        "adjust",
        (was) =>
          function (this: RecordedSettings, decide, actor) {
            return was.call(
              this,
              async (view) =>
                new Map(
                  [...(await decide(view))].map(([key, value]) => [key, value === "1024" ? "1025" : value]),
                ),
              actor,
            );
          },
      ),
    breaks: SENTENCES.byItself,
    steps: [SCHEDULE, A_WHILE, NO_SCHEDULE, A_WHILE],
  },
  {
    name: "a limit that you set while it was lowered is lowered again",
    put: () =>
      show(HeldLimits, "all", (was) =>
        Object.fromEntries(Object.entries(was).filter(([, held]) => held !== undefined && !("left" in held))),
      ),
    breaks: SENTENCES.byItself,
    steps: [SCHEDULE, A_WHILE, ["save network settings", { who: 0, some: [[3, 1]] }], A_WHILE, A_WHILE],
  },
  {
    name: "the lowered limits are shown as your own",
    put: () =>
      replace(
        Budget,
        "view",
        (was) =>
          function (this: Budget, values) {
            const view = was.call(this, values);
            return view && { ...view, own: view.now };
          },
      ),
    breaks: SENTENCES.byItself,
    steps: [SCHEDULE, A_WHILE],
  },
];
