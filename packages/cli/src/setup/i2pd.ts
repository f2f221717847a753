import { ATTACHED_CONFIG, attaching, detaching } from "./attach.js";
import type { Found, Mode, Setup } from "./found.js";
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

const restart: readonly Step[] = [
  runs("Let systemd read its units again.", ["systemctl", "daemon-reload"]),
  runs("Restart Pilothouse with these settings.", ["systemctl", "restart", "pilothouse"]),
];

const names = (mode: Mode): string => Object.keys(SETTINGS[mode]).join(", ");

/** All that setup does, in order. */
export function setupSteps(mode: Mode, found: Found): Step[] {
  const { unitIsOn: unitWasOn, data, isMember, replaced } = found;
  const setup: Setup = { mode, unitWasOn, before: { data, isMember, replaced } };
  const record: Step = {
    says: "Remember what was set up, for --undo.",
    write: PLACES.record,
    text: `${JSON.stringify(setup)}\n`,
    // It holds files that not everybody may read.
    mode: 0o600,
  };
  const settings: Step = {
    says: `Set ${names(mode)} in the settings of Pilothouse.`,
    write: PLACES.settings,
    text: withSettings(found.settings, SETTINGS[mode]),
  };
  return [record, ...(mode === "move" ? moving(found) : attaching(found)), settings, ...restart];
}

/** The way back, in order: everything is then as it was. `aside` is for what Pilothouse has made. */
export function undoSteps(setup: Setup, found: Found, aside: string): Step[] {
  const { mode, unitWasOn } = setup;
  const settings: Step = {
    says: `Take ${names(mode)} out of the settings of Pilothouse.`,
    write: PLACES.settings,
    text: settingsBefore(setup, found),
  };
  const forget: Step = { says: "Nothing is set up any more.", remove: PLACES.record };
  return mode === "move"
    ? [
        // The service that runs the router stops it first: after that, nothing else could find it.
        ...(found.isMoved
          ? [
              runs("Stop the router that Pilothouse runs.", [
                ...["pilothouse", "--local", "shutdown", "--wait", "--timeout", "2m", "--yes"],
              ]),
            ]
          : []),
        settings,
        ...restart,
        ...movingBack(found, unitWasOn, aside),
        forget,
      ]
    : [
        settings,
        ...detaching(setup, found, aside),
        ...restart,
        runs("Restart i2pd, if it runs, with its own configuration.", ["systemctl", "try-restart", "i2pd"]),
        forget,
      ];
}

/** To the byte, unless somebody has changed them since: then only what setup has set is taken out. */
function settingsBefore({ mode, before }: Setup, { settings }: Found): string {
  const text = before?.replaced[PLACES.settings];
  const isOurs = text !== undefined && [text, withSettings(text, SETTINGS[mode])].includes(settings);
  return isOurs ? text : withoutSettings(settings, Object.keys(SETTINGS[mode]));
}
