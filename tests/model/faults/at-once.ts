import { RecordedSettings } from "../../../packages/server/src/features/router-settings/recorded-settings.js";
import { SENTENCES } from "../world/sentences.js";
import { type Fault, leaveOut, replace } from "./fault.js";

const AT_ONCE = {
  a: { who: 0, some: [[0, 0]], network: false },
  b: { who: 0, some: [[1, 0]], network: false },
} as const;
const TEMPLATE = { who: 0, network: [[3, 1]], advanced: [[0, 0]] } as const;

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
