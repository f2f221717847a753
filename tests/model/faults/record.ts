import { Audit } from "../../../packages/server/src/audit/audit.js";
import { EventLog } from "../../../packages/server/src/features/record/event-log.js";
import { SENTENCES } from "../world/sentences.js";
import { carryOut, type Fault, leaveOut, replace, show } from "./fault.js";

const EVENTS = "Each event is on record once, and none disappears.";
const WITHOUT = (kind: string) => () => leaveOut("INSERT INTO event", ([, one]) => one === kind);

export const RECORD: readonly Fault[] = [
  {
    name: "an event is counted twice",
    put: () => carryOut(2, "INSERT INTO event", ([, kind]) => kind === "settings.saved"),
    breaks: EVENTS,
    steps: [["set advanced settings", { who: 0, some: [[0, 0]] }]],
  },
  {
    name: "a change of settings is no event",
    put: WITHOUT("settings.saved"),
    breaks: EVENTS,
    steps: [["set advanced settings", { who: 0, some: [[0, 0]] }]],
  },
  {
    name: "a kill is not mentioned after it",
    put: WITHOUT("service.interrupted"),
    breaks: EVENTS,
    steps: [["kill -9", {}]],
  },
  {
    name: "the end of the service is not recorded",
    put: WITHOUT("service.stopped"),
    breaks: EVENTS,
    steps: [["restart the service", {}]],
  },
  {
    name: "the newest event is said to be an older one",
    put: () => show(EventLog, "newest", (was) => Math.max(0, was - 1)),
    breaks: EVENTS,
    steps: [],
  },
  {
    name: "a change is missing in the audit",
    put: () => leaveOut("INSERT INTO audit", (values) => values.includes("password change")),
    breaks: SENTENCES.audit,
    steps: [["change the password", { who: 0, password: "another password", keepTokens: true, own: true }]],
  },
  {
    name: "a failed login is missing in the audit",
    put: () => leaveOut("INSERT INTO audit", (values) => values.includes("wrongPassword")),
    breaks: SENTENCES.failedLogin,
    steps: [["log in with a wrong password", {}]],
  },
  {
    name: "the audit does not say who it was",
    put: () =>
      replace(
        Audit,
        "entry",
        (was) =>
          function (this: Audit, { address }, done) {
            return was.call(this, { address }, done);
          },
      ),
    breaks: SENTENCES.audit,
    steps: [
      ["log in", {}],
      ["set advanced settings", { who: 1, some: [[0, 0]] }],
    ],
  },
];
