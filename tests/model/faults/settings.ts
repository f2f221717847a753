import { Keeper } from "../../../packages/drivers/src/simulator/keeper.js";
import { SimulatorSettings } from "../../../packages/drivers/src/simulator/simulator-settings.js";
import { ChangeLog } from "../../../packages/server/src/features/router-settings/change-log.js";
import { RecordedSettings } from "../../../packages/server/src/features/router-settings/recorded-settings.js";
import { ServiceSettings } from "../../../packages/server/src/features/service-settings/service-settings.js";
import { SENTENCES } from "../world/sentences.js";
import { carryOut, type Fault, leaveOut, replace } from "./fault.js";

const ON_RECORD = "Every change of settings is on record once";
const SERVICE = "Settings of the service are what its configuration says";

export const SETTINGS: readonly Fault[] = [
  {
    name: "a change of settings is left out of the record",
    put: () => leaveOut("INSERT INTO change"),
    breaks: ON_RECORD,
    steps: [["set advanced settings", { who: 0, some: [[0, 0]] }]],
  },
  {
    name: "a change of settings is on record twice",
    put: () => carryOut(2, "INSERT INTO change"),
    breaks: ON_RECORD,
    steps: [["set advanced settings", { who: 0, some: [[0, 0]] }]],
  },
  {
    name: "an undo puts back only half",
    put: () =>
      replace(
        RecordedSettings,
        "undoPlan",
        (was) =>
          async function (this: RecordedSettings, request) {
            const { differences, conflicts } = await was.call(this, request);
            return { conflicts, differences: differences.slice(0, Math.ceil(differences.length / 2)) };
          },
      ),
    breaks: SENTENCES.undo,
    steps: [
      [
        "set advanced settings",
        {
          who: 0,
          some: [
            [0, 0],
            [1, 0],
          ],
        },
      ],
      ["undo a change", { who: 0, n: 0, force: false }],
    ],
  },
  {
    name: "an undo overwrites what was changed since",
    put: () =>
      replace(
        RecordedSettings,
        "undoPlan",
        (was) =>
          async function (this: RecordedSettings, request) {
            return { ...(await was.call(this, request)), conflicts: [] };
          },
      ),
    breaks: SENTENCES.answer,
    steps: [
      ["set advanced settings", { who: 0, some: [[0, 0]] }],
      ["set advanced settings", { who: 0, some: [[0, 1]] }],
      ["undo a change", { who: 0, n: 1, force: false }],
    ],
  },
  {
    name: "an undo is recorded as a change like any other",
    put: () =>
      replace(
        ChangeLog,
        "entry",
        (was) =>
          function (this: ChangeLog, change) {
            return was.call(this, { ...change, undoes: [] });
          },
      ),
    breaks: ON_RECORD,
    steps: [
      ["set advanced settings", { who: 0, some: [[0, 0]] }],
      ["undo a change", { who: 0, n: 0, force: false }],
    ],
  },
  {
    name: "the way back to an earlier state stops one change short",
    put: () =>
      replace(
        ChangeLog,
        "between",
        (was) =>
          async function (this: ChangeLog, after, to, reading) {
            const found = await was.call(this, after, to, reading);
            return found.length > 1 ? found.slice(1) : found;
          },
      ),
    breaks: SENTENCES.byItself,
    steps: [
      ["save network settings", { who: 0, some: [[0, 1]] }],
      ["set advanced settings", { who: 0, some: [[0, 0]] }],
      ["set advanced settings", { who: 0, some: [[1, 0]] }],
      ["go back to an earlier state", { who: 0, n: 2, force: false, part: "advanced" }],
    ],
  },
  {
    name: "settings that are replaced by others stay",
    put: () =>
      replace(
        SimulatorSettings,
        "writeAll",
        (was) =>
          function (this: SimulatorSettings, { replace: all, set }, signal) {
            return was.call(this, { set: new Map([...(all ?? []), ...(set ?? [])]) }, signal);
          },
      ),
    breaks: SENTENCES.byItself,
    steps: [
      ["set advanced settings", { who: 0, some: [[0, 0]] }],
      ["replace all advanced settings", { who: 0, some: [[1, 0]], keep: false }],
    ],
  },
  {
    name: "a setting is saved in memory only, and lost at the next start",
    put: () => leaveOut("INSERT INTO value", ([name]) => name === "router.simulator"),
    breaks: SENTENCES.restart,
    steps: [
      ["set advanced settings", { who: 0, some: [[0, 0]] }],
      ["restart the service", {}],
    ],
  },
  {
    name: "a setting that could not be saved counts all the same",
    put: () =>
      replace(
        Keeper,
        "change",
        (was) =>
          async function (this: Keeper, make, changed) {
            try {
              await was.call(this, make, changed);
            } catch (error) {
              this.stored = make(this.stored);
              throw error;
            }
          },
      ),
    breaks: SENTENCES.byItself,
    steps: [
      ["the disk is full", {}],
      ["set advanced settings", { who: 0, some: [[0, 0]] }],
    ],
  },
  {
    name: "of several settings of the service only one is set",
    put: () =>
      replace(
        ServiceSettings,
        "set",
        (was) =>
          function (this: ServiceSettings, values, signal, alongside) {
            return was.call(this, Object.fromEntries(Object.entries(values).slice(0, 1)), signal, alongside);
          },
      ),
    breaks: SERVICE,
    steps: [
      [
        "set settings of the service",
        {
          who: 0,
          some: [
            [0, 1],
            [3, 0],
          ],
        },
      ],
    ],
  },
  {
    name: "what was set counts more than the configuration",
    put: () =>
      replace(
        ServiceSettings,
        "over",
        (was) =>
          function (this: ServiceSettings, { settings }, stored) {
            return was.call(this, { settings }, stored);
          },
      ),
    breaks: SERVICE,
    steps: [
      ["set settings of the service", { who: 0, some: [[0, 1]] }],
      ["edit the service's configuration, and SIGHUP", { some: [[0, 0]] }],
    ],
  },
];
