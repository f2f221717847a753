import { Store } from "../../../packages/server/src/store/store.js";
import { InProcess } from "../in-process/in-process.js";
import { SENTENCES } from "../world/sentences.js";
import { type Fault, leaveOut, replace } from "./fault.js";

const SAVE = ["set advanced settings", { who: 0, some: [[0, 0]] }] as const;

export const LIFE: readonly Fault[] = [
  {
    name: "a restored backup does not bring the settings back",
    put: () =>
      replace(
        InProcess,
        "restore",
        () =>
          function (this: InProcess) {
            return this.restart();
          },
      ),
    breaks: SENTENCES.restore,
    steps: [["back up", {}], SAVE, ["restore a backup", { n: 0 }]],
  },
  {
    name: "who was logged in when a backup was made is logged in after it is restored",
    put: () => leaveOut("DELETE FROM token WHERE program = 0"),
    breaks: SENTENCES.restore,
    steps: [
      ["log in", {}],
      ["back up", {}],
      ["restore a backup", { n: 0 }],
    ],
  },
  {
    name: "what a full disk did not take is answered as saved",
    put: () =>
      replace(
        Store,
        "write",
        (was) =>
          async function (this: Store, change, alongside) {
            await was.call(this, change, alongside).catch(() => {});
          },
      ),
    breaks: SENTENCES.answer,
    steps: [["the disk is full", {}], SAVE],
  },
  {
    name: "once the disk was full nothing is written any more",
    put: () => {
      let failed: unknown;
      replace(
        Store,
        "write",
        (was) =>
          async function (this: Store, change, alongside) {
            if (failed !== undefined) throw failed;
            await was.call(this, change, alongside).catch((error: unknown) => {
              failed = error;
              throw error;
            });
          },
      );
    },
    breaks: SENTENCES.answer,
    steps: [["the disk is full", {}], SAVE, ["the disk has room again", {}], SAVE],
  },
  {
    name: "a kill loses what was answered since the start",
    put: () => {
      let first: Promise<unknown> | undefined;
      replace(
        InProcess,
        "settled",
        (was) =>
          async function (this: InProcess) {
            await was.call(this);
            first ??= this.backup();
            await first;
          },
      );
      replace(
        InProcess,
        "kill",
        () =>
          async function (this: InProcess) {
            await this.restore(await first);
          },
      );
    },
    breaks: SENTENCES.byItself,
    steps: [SAVE, ["kill -9", {}]],
  },
];
