import { Applier } from "../../../packages/server/src/features/apply/applier.js";
import { RecordedSettings } from "../../../packages/server/src/features/router-settings/recorded-settings.js";
import { SENTENCES } from "../world/sentences.js";
import { type Fault, leaveOut, replace } from "./fault.js";

const AT_ONCE = {
  a: { who: 0, some: [[0, 0]], network: false },
  b: { who: 0, some: [[1, 0]], network: false },
} as const;
const TEMPLATE = { who: 0, network: [[3, 1]], advanced: [[0, 0]] } as const;
const RESTARTS = { who: 0, network: [[0, 1]], advanced: [[0, 0]], graceful: false } as const;

const without = (settings: ReadonlyMap<string, string>, lost: string) =>
  new Map([...settings].filter(([name]) => name !== lost));

export const TOGETHER: readonly Fault[] = [
  {
    name: "who saves at the same time overwrites what the other saved",
    put: () =>
      replace(
        RecordedSettings,
        "writeAll",
        (was) =>
          async function (this: RecordedSettings, { set, ...rest }, ...more) {
            const all = { ...rest, replace: new Map([...(await this.all()), ...(set ?? [])]) };
            await new Promise(setImmediate);
            return was.call(this, all, ...more);
          },
      ),
    breaks: SENTENCES.atOnce,
    steps: [["two save at once", AT_ONCE]],
  },
  {
    name: "of a template only half is written",
    put: () =>
      replace(
        RecordedSettings,
        "inOneTurn",
        (was) =>
          function (this: RecordedSettings, work) {
            const nothing = async () => ({ before: new Map(), after: new Map() });
            return was.call(this, (writes) => work({ ...writes, writeAll: nothing }));
          } as typeof was,
      ),
    breaks: SENTENCES.answer,
    steps: [["apply a template without a restart", TEMPLATE]],
  },
  {
    name: "nobody looks whether the router has come back with a template",
    put: () => replace(Applier, "look", () => async () => {}),
    breaks: SENTENCES.applied,
    steps: [
      ["time passes", { seconds: 25 }],
      ["apply a template with a restart", RESTARTS],
      ["time passes", { seconds: 90 }],
    ],
  },
  {
    name: "what was set since is lost when a template is taken back",
    put: () =>
      replace(
        RecordedSettings,
        "inOneTurn",
        (was) =>
          function (this: RecordedSettings, work) {
            return was.call(this, (writes) => {
              const writeAll: typeof writes.writeAll = ({ replace: old, ...rest }, ...more) =>
                writes.writeAll(old === undefined ? rest : { replace: without(old, "note.b") }, ...more);
              return work({ ...writes, writeAll });
            });
          } as typeof was,
      ),
    breaks: SENTENCES.byItself,
    steps: [
      ["time passes", { seconds: 25 }],
      ["apply a template with a restart", RESTARTS],
      ["set advanced settings", { who: 0, some: [[1, 0]] }],
      ["order", { who: 0, action: "Shutdown" }],
      ["time passes", { seconds: 90 }],
      ["time passes", { seconds: 90 }],
    ],
  },
  {
    name: "a switch is forgotten at the next start",
    put: () => leaveOut("INSERT INTO value", ([name]) => name === "webapp.jsonrpc.autostart"),
    breaks: "Settings of the service are what its configuration says",
    steps: [
      ["switch the interface on the HTTP endpoint", { who: 0, change: { autostart: true } }],
      ["restart the service", {}],
      ...Array.from({ length: 8 }, () => ["echo", { who: 0 }] as const),
    ],
  },
];
