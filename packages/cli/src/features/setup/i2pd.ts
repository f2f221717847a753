import { stringify } from "smol-toml";
import { ATTACHED_CONFIG, attaching, detaching, putBack, removingCopy } from "./attach.js";
import type { Found, FoundToMove, Mode, Setup } from "./found.js";
import { moving, movingBack } from "./move.js";
import { PLACES } from "./places.js";
import { runs, type Step } from "./step.js";

const SETTINGS: { readonly [M in Mode]: object } = {
  move: { router: "i2pd" },
  attach: {
    router: "i2pd",
    i2pd: {
      mode: "attach",
      data_dir: PLACES.data,
      config: ATTACHED_CONFIG,
      start_command: ["systemctl", "start", "i2pd"],
      stop_command: ["systemctl", "stop", "i2pd"],
    },
  },
};

const HEADER = "# Written by pilothouse setup i2pd; pilothouse setup i2pd --undo removes it.\n";

const restart: readonly Step[] = [
  runs("Let systemd read its units again.", ["systemctl", "daemon-reload"]),
  // One that failed often may not be started for a while.
  runs("Let systemd forget earlier failures.", ["systemctl", "reset-failed", "pilothouse"]),
  runs("Restart Pilothouse with these settings.", ["systemctl", "restart", "pilothouse"]),
];

/** All that setup does, in order. */
export const setupSteps = {
  move: (found: FoundToMove): Step[] => stepsAround("move", found, moving(found)),
  attach: (found: Found): Step[] => stepsAround("attach", found, attaching(found)),
};

function stepsAround(mode: Mode, found: Found, steps: readonly Step[]): Step[] {
  const { unitIsOn: unitWasOn, data, isMember, replaced } = found;
  const setup: Setup = { mode, unitWasOn, before: { data, isMember, replaced } };
  const record: Step = {
    description: "Remember what was set up, for --undo.",
    write: PLACES.record,
    text: `${JSON.stringify(setup)}\n`,
    // It holds files that not everybody may read.
    mode: 0o600,
  };
  const settings: Step = {
    description: "Give Pilothouse these settings, in a file of their own.",
    write: PLACES.serviceSettings,
    text: HEADER + stringify(SETTINGS[mode]),
  };
  return [record, ...steps, settings, ...restart];
}

/** The way back, in order: everything is then as it was. `aside` is for what Pilothouse has made. */
export function undoSteps(setup: Setup, found: Found, aside: string): Step[] {
  const settings = putBack(PLACES.serviceSettings, "Take the settings of setup away.", setup.before);
  const forget: Step = { description: "Nothing is set up any more.", remove: PLACES.record };
  return setup.mode === "move"
    ? [
        ...(found.isMoved ? stopping : []),
        settings,
        ...restart,
        ...movingBack(found, setup.unitWasOn, aside),
        forget,
      ]
    : [
        settings,
        ...detaching(setup),
        ...restart,
        runs("Restart i2pd, if it runs, with its own configuration.", ["systemctl", "try-restart", "i2pd"]),
        ...removingCopy(setup, found, aside),
        forget,
      ];
}

/** What the process of i2pd is called: in Debian 12, and since then. */
const NAMES = ["i2pd", "i2pd-daemon"];

/** By their process, not by the service: that may be what does not work. It would start the router again. */
const stopping: readonly Step[] = [
  runs("Stop Pilothouse.", ["systemctl", "stop", "pilothouse"]),
  ...NAMES.map((name) =>
    runs(`Stop the router that it runs, if its process is called ${name}.`, [
      ...["start-stop-daemon", "--stop", "--oknodo", "--user", "pilothouse", "--name", name],
      ...["--retry", "TERM/30/KILL/5"],
    ]),
  ),
];
