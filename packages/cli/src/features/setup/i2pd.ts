import { ATTACHED_CONFIG, attaching, detaching, putBack, removingCopy } from "./attach.js";
import type { Found, FoundToMove, Mode, Setup } from "./found.js";
import { moving, movingBack } from "./move.js";
import { PLACES } from "./places.js";
import type { Changes } from "./settings-file.js";
import { withoutSettings, withSettings } from "./settings-file.js";
import { runs, type Step } from "./step.js";

const SETTINGS: { readonly [M in Mode]: Changes } = {
  move: { router: "i2pd" },
  attach: {
    router: "i2pd",
    "i2pd.mode": "attach",
    "i2pd.data_dir": PLACES.data,
    "i2pd.config": ATTACHED_CONFIG,
    "i2pd.start_command": ["systemctl", "start", "i2pd"],
    "i2pd.stop_command": ["systemctl", "stop", "i2pd"],
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
    text: withSettings(HEADER, SETTINGS[mode]),
  };
  return [record, ...steps, settings, ...restart];
}

/** The way back, in order: everything is then as it was. `aside` is for what Pilothouse has made. */
export function undoSteps(setup: Setup, found: Found, aside: string): Step[] {
  const forget: Step = { description: "Nothing is set up any more.", remove: PLACES.record };
  return setup.mode === "move"
    ? [
        ...(found.isMoved ? stopping : []),
        ...settingsBefore(setup, found),
        ...restart,
        ...movingBack(found, setup.unitWasOn, aside),
        forget,
      ]
    : [
        ...settingsBefore(setup, found),
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

function settingsBefore(setup: Setup, found: Found): Step[] {
  const { before, mode } = setup;
  const own = putBack(PLACES.serviceSettings, "Take the settings of setup away.", before);
  if (before !== undefined && before.replaced[PLACES.settings] === undefined) return [own];
  return [
    {
      description: `Take ${Object.keys(SETTINGS[mode]).join(", ")} out of the settings of Pilothouse.`,
      write: PLACES.settings,
      text: textBefore(setup, found),
    },
  ];
}

/**
 * Version 0.1 changed the package's own file. To the byte, unless somebody has changed it since: then only what setup
 * has set is taken out.
 */
function textBefore({ mode, before }: Setup, { settings }: Found): string {
  const text = before?.replaced[PLACES.settings];
  const isOurs = text !== undefined && [text, withSettings(text, SETTINGS[mode])].includes(settings);
  return isOurs ? text : withoutSettings(settings, Object.keys(SETTINGS[mode]));
}
