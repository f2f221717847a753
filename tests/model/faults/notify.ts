import { Notifier } from "../../../packages/server/src/features/notify/notifier.js";
import { Outbox } from "../../../packages/server/src/features/notify/outbox.js";
import { SENTENCES } from "../world/sentences.js";
import { type Fault, leaveOut, replace } from "./fault.js";

const LASTS = "A finding that lasts is notified, and none of a rule that is off.";
const ONCE = "Each notification is sent once";

const A_WHILE = ["time passes", { seconds: 25 }] as const;
const LONGER = ["time passes", { seconds: 90 }] as const;
const WEBHOOK = ["set settings of the service", { who: 0, some: [[2, 0]] }] as const;
/** A budget that is used up is a finding at once. */
const USED_UP = ["set settings of the service", { who: 0, some: [[0, 0]] }] as const;
const OFF = ["set settings of the service", { who: 0, some: [[3, 0]] }] as const;
const STOPPED = [A_WHILE, ["order", { who: 0, action: "Shutdown" }], LONGER, LONGER] as const;

export const NOTIFY: readonly Fault[] = [
  {
    name: "nothing is notified",
    put: () => replace(Notifier, "tick", () => async () => {}),
    breaks: LASTS,
    steps: [WEBHOOK, USED_UP, LONGER, LONGER],
  },
  {
    name: "what is notified is lost on its way",
    put: () => replace(Outbox, "put", () => () => {}),
    breaks: LASTS,
    steps: [WEBHOOK, USED_UP, LONGER, LONGER],
  },
  {
    name: "a rule that is off is notified",
    put: () => {
      const put = new WeakSet<Notifier>();
      replace(
        Notifier,
        "tick",
        (was) =>
          function (this: Notifier) {
            const { alertSource } = this.options;
            const check: typeof alertSource.check = (before, given) =>
              alertSource.check(before, { ...given, isOn: () => true });
            if (!put.has(this))
              Object.assign(this, { options: { ...this.options, alertSource: { ...alertSource, check } } });
            put.add(this);
            return was.call(this);
          },
      );
    },
    breaks: LASTS,
    steps: [WEBHOOK, OFF, ...STOPPED],
  },
  {
    name: "a test of notifications is not sent",
    put: () => replace(Notifier, "test", () => async () => undefined),
    breaks: SENTENCES.answer,
    steps: [WEBHOOK, ["send a test of notifications", { who: 0 }]],
  },
  {
    name: "a notification is sent twice",
    put: () =>
      replace(
        Outbox,
        "put",
        (was) =>
          function (this: Outbox, ...given) {
            was.call(this, ...given);
            was.call(this, ...given);
          },
      ),
    breaks: ONCE,
    steps: [WEBHOOK, USED_UP, LONGER, LONGER],
  },
  {
    name: "what is notified is forgotten",
    put: () => leaveOut("INSERT INTO value", ([name]) => name === "notify.states"),
    breaks: ONCE,
    steps: [WEBHOOK, USED_UP, LONGER, ["restart the service", {}], LONGER],
  },
];
