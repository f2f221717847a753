import { Life } from "../../../packages/drivers/src/simulator/life.js";
import { SimulatorAddressBook } from "../../../packages/drivers/src/simulator/services/simulator-address-book.js";
import { SimulatorTunnels } from "../../../packages/drivers/src/simulator/services/simulator-tunnels.js";
import { Auth } from "../../../packages/server/src/auth/auth.js";
import { RecordedSettings } from "../../../packages/server/src/features/router-settings/recorded-settings.js";
import { ManagedTunnels } from "../../../packages/server/src/features/tunnels/managed-tunnels.js";
import type { Step } from "../run/run.js";
import { SENTENCES } from "../world/sentences.js";
import { type Fault, replace } from "./fault.js";

const SHOWN = "A tunnel has the options and the address that were answered";
const ON_RECORD = "Every change of settings is on record once";

const change = (action: string, n = 0, m = 0): Step => [
  "change tunnels",
  { who: 0, changes: [{ action, n, m }] },
];
const UNDO: Step = ["undo a change", { who: 0, n: 0, force: true }];
const SETTLE: Step = ["time passes", { seconds: 25 }];

type Change = SimulatorTunnels["change"];

/** The router is given other changes than were asked for. */
const changeOtherwise = (make: (asked: Parameters<Change>[0]) => Parameters<Change>[0]) =>
  replace(
    SimulatorTunnels,
    "change",
    (was) =>
      function (this: SimulatorTunnels, changes, signal) {
        return was.call(this, make(changes), signal);
      },
  );

export const TUNNELS: readonly Fault[] = [
  {
    name: "a change of tunnels forgets that the router is to stop",
    put: () =>
      replace(
        Life,
        "needsRestart",
        () =>
          function (this: Life) {
            return this.isUp;
          },
      ),
    breaks: SENTENCES.answer,
    steps: [
      SETTLE,
      SETTLE,
      SETTLE,
      SETTLE,
      ["order", { who: 0, action: "ShutdownGraceful" }],
      change("create"),
    ],
  },
  {
    name: "an edit of a tunnel is answered, and not made",
    put: () =>
      changeOtherwise((all) => all.map((one) => (one.action === "edit" ? { ...one, set: new Map() } : one))),
    breaks: ON_RECORD,
    steps: [change("create"), change("edit", 0, 0)],
  },
  {
    name: "the key of a deleted tunnel is lost",
    put: () =>
      changeOtherwise((all) =>
        all.map((one) => (one.action === "delete" ? { ...one, forgetKey: true } : one)),
      ),
    breaks: SENTENCES.answer,
    steps: [change("create"), change("delete"), UNDO],
  },
  {
    name: "an undo of a deleted tunnel gives it another address",
    put: () =>
      changeOtherwise((all) =>
        all.map((one) =>
          one.action === "create" && one.kept !== undefined
            ? { action: "create", name: one.name, config: one.config, key: ownKey }
            : one,
        ),
      ),
    breaks: ON_RECORD,
    steps: [change("create"), change("delete"), UNDO],
  },
  {
    name: "a new name costs a tunnel its address",
    put: () =>
      changeOtherwise((all) =>
        all.flatMap((one) =>
          one.action === "edit" && one.newName !== undefined
            ? [
                { action: "delete" as const, name: one.name },
                { action: "create" as const, name: one.newName, config: WEB },
              ]
            : [one],
        ),
      ),
    breaks: ON_RECORD,
    steps: [change("create"), change("rename", 0, 0)],
  },
  {
    name: "a change of tunnels is left out of the record",
    put: () => replace(RecordedSettings, "writePart", () => (_part, work) => work()),
    breaks: ON_RECORD,
    steps: [change("create")],
  },
  {
    name: "a list of tunnels shows their keys",
    put: () =>
      replace(
        ManagedTunnels,
        "list",
        (was) =>
          async function (this: ManagedTunnels) {
            const all = await was.call(this);
            const keys = await Promise.all(all.map(({ name }) => this.of.key(name)));
            return all.map((one, n) => ({ ...one, note: Buffer.from(keys[n] ?? []).toString("base64") }));
          },
      ),
    breaks: "No secret is in any output",
    steps: [
      change("create"),
      SETTLE,
      ["export the key of a tunnel", { who: 0, n: 0, wrong: false }],
      ["change tunnels", { who: 0, changes: [{ action: "edit", n: 0, m: 1 }] }],
    ],
  },
  {
    name: "a key is given away without the password",
    put: () => replace(Auth, "requirePassword", () => async () => {}),
    breaks: SENTENCES.answer,
    steps: [change("create"), ["log in", {}], ["export the key of a tunnel", { who: 1, n: 0, wrong: true }]],
  },
  {
    name: "a name is answered as removed, and still leads there",
    put: () =>
      replace(
        SimulatorAddressBook,
        "remove",
        () => async (names) => names.map((name) => ({ name, address: "" })),
      ),
    breaks: SHOWN,
    steps: [
      ["add a name to the address book", { who: 0, n: 0, m: 0, manager: false }],
      ["remove a name from the address book", { who: 0, n: 0, manager: false }],
    ],
  },
];

const WEB = new Map([
  ["Type", "httpserver"],
  ["TargetPort", "8080"],
] as const);
/** The key of nobody else. */
const ownKey = Uint8Array.from({ length: 679 }, (_, n) => [5, 0, 4, 0, 7, 0, 0][n - 384] ?? (n * 7) % 251);
