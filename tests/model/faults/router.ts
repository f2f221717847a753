import { Simulator } from "@pilothouse/drivers/simulator";
import { SimulatorSettings } from "../../../packages/drivers/src/simulator/simulator-settings.js";
import { GracefulOrder } from "../../../packages/server/src/features/acting/graceful-order.js";
import { SENTENCES } from "../world/sentences.js";
import { type Fault, replace } from "./fault.js";

const RESTART = "A restart is asked for exactly while a saved setting waits for one.";
const A_WHILE = ["time passes", { seconds: 25 }] as const;
const PORT = ["save network settings", { who: 0, some: [[0, 1]] }] as const;

const asksForRestart = (make: (is: boolean) => boolean) =>
  replace(
    SimulatorSettings,
    "network",
    (was) =>
      async function (this: SimulatorSettings) {
        const view = await was.call(this);
        return { ...view, restartNeeded: make(view.restartNeeded) };
      },
  );

export const ROUTER: readonly Fault[] = [
  {
    name: "a setting that waits for a restart does not ask for one",
    put: () => asksForRestart(() => false),
    breaks: RESTART,
    steps: [PORT],
  },
  {
    name: "a restart is asked for although there was one",
    put: () => {
      let once = false;
      asksForRestart((is) => {
        once ||= is;
        return once;
      });
    },
    breaks: RESTART,
    steps: [PORT, ["order", { who: 0, action: "Restart" }], A_WHILE],
  },
  {
    name: "a shutdown starts the router again",
    put: () =>
      replace(
        Simulator,
        "lifecycle",
        (was) =>
          function (this: Simulator, action) {
            return was.call(this, action === "Shutdown" ? "Restart" : action);
          },
      ),
    breaks: SENTENCES.byItself,
    steps: [["order", { who: 0, action: "Shutdown" }], A_WHILE],
  },
  {
    name: "a restart is carried out twice",
    put: () =>
      replace(
        Simulator,
        "lifecycle",
        (was) =>
          async function (this: Simulator, action) {
            await was.call(this, action);
            setTimeout(() => void was.call(this, action), 10_000);
          },
      ),
    breaks: SENTENCES.byItself,
    steps: [["order", { who: 0, action: "Restart" }], A_WHILE, A_WHILE],
  },
  {
    name: "a cancelled wait ends all the same",
    put: () => replace(Simulator, "cancel", () => async () => true),
    breaks: SENTENCES.byItself,
    steps: [A_WHILE, ["order", { who: 0, action: "ShutdownGraceful" }], ["cancel", { who: 0 }], A_WHILE],
  },
  {
    name: "a router waits for the end that somebody ordered who was revoked",
    put: () => replace(GracefulOrder, "check", () => async () => {}),
    breaks: SENTENCES.byItself,
    steps: [
      A_WHILE,
      ["make a token", { who: 0, name: "script", scope: "operate", days: 1 }],
      ["order", { who: 1, action: "ShutdownGraceful" }],
      ["revoke a token", { who: 0, name: "script" }],
      A_WHILE,
    ],
  },
];
