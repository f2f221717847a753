import type { Changes } from "./settings-file.js";
import { withoutSettings, withSettings } from "./settings-file.js";
import type { Step } from "./step.js";

/** How Pilothouse manages the i2pd of this machine: it runs a copy of it, or controls the one that systemd runs. */
export type Mode = "move" | "attach";

/** Where Debian's packages of i2pd and Pilothouse have their things. */
export const PLACES = {
  /** Debian 12 has it in the first, Debian 13 in the second. */
  binaries: ["/usr/sbin/i2pd", "/usr/bin/i2pd"],
  data: "/var/lib/i2pd",
  config: "/etc/i2pd/i2pd.conf",
  polkit: "/etc/polkit-1/rules.d",
  settings: "/etc/pilothouse/pilothouse.toml",
  /** What was set up, so that it can be undone. Root's: the service's user must not choose what root undoes. */
  record: "/etc/pilothouse/setup-i2pd.json",
  dropIn: "/etc/systemd/system/pilothouse.service.d/setup-i2pd.conf",
  copy: "/var/lib/pilothouse/i2pd",
} as const;

/** AppArmor's profile of a program: "usr.sbin.i2pd". */
export const profileOf = (binary: string) => {
  const name = binary.slice(1).replaceAll("/", ".");
  return { file: `/etc/apparmor.d/${name}`, local: `/etc/apparmor.d/local/${name}` };
};

const RULE = `${PLACES.polkit}/50-pilothouse.rules`;

/** What was found on the machine. */
export interface Found {
  readonly settings: string;
  /** The program i2pd. */
  readonly binary: string;
  /** The rules of AppArmor for i2pd that are the administrator's own; undefined where it has no profile. */
  readonly localProfile: string | undefined;
  readonly appArmorIsOn: boolean;
  readonly hasPolkit: boolean;
  /** Whether i2pd runs or is to run at boot. */
  readonly unitIsOn: boolean;
}

const SETTINGS: { readonly [M in Mode]: Changes } = {
  move: { router: "i2pd" },
  attach: {
    router: "i2pd",
    "i2pd.mode": "attach",
    "i2pd.data_dir": PLACES.data,
    "i2pd.config": PLACES.config,
    "i2pd.start_command": ["systemctl", "start", "i2pd"],
    "i2pd.stop_command": ["systemctl", "stop", "i2pd"],
  },
};

const run = (says: string, argv: readonly string[]): Step => ({ says, run: argv });

const restart: readonly Step[] = [
  run("Let systemd read its units again.", ["systemctl", "daemon-reload"]),
  run("Restart Pilothouse with these settings.", ["systemctl", "restart", "pilothouse"]),
];

const names = (mode: Mode): string => Object.keys(SETTINGS[mode]).join(", ");

/** All that setup does, in order. */
export function setupSteps(mode: Mode, found: Found): Step[] {
  const record: Step = {
    says: "Remember what was set up, for --undo.",
    write: PLACES.record,
    text: `${JSON.stringify({ mode, unitWasOn: found.unitIsOn })}\n`,
  };
  const settings: Step = {
    says: `Set ${names(mode)} in the settings of Pilothouse.`,
    write: PLACES.settings,
    text: withSettings(found.settings, SETTINGS[mode]),
  };
  return [record, ...(mode === "move" ? moving(found) : attaching(found)), settings, ...restart];
}

function moving(found: Found): Step[] {
  const { localProfile } = found;
  return [
    run("Stop i2pd, and do not start it at boot any more: Pilothouse runs it from now on.", [
      ...["systemctl", "disable", "--now", "i2pd"],
    ]),
    ...copying(),
    ...(localProfile === undefined ? [] : profileSteps(found, `${withoutRules(localProfile)}${RULES}`)),
  ];
}

/**
 * The copy is made where only root can reach it, and moved as a whole: otherwise root would write into a folder
 * of the service's user, who could put links in the way. Links in the router's data stay links, except its
 * configuration, which the service must be able to change.
 */
const copying = (): Step[] => [
  run("Copy the router's identity, tunnels and configuration. The originals stay.", [
    ...["install", "--directory", "--mode=700", WORKSHOP],
  ]),
  run("The same.", ["cp", "-rP", "-T", PLACES.data, `${WORKSHOP}/i2pd`]),
  run("The same.", ["cp", "--remove-destination", PLACES.config, `${WORKSHOP}/i2pd/i2pd.conf`]),
  run("Give the copy to Pilothouse alone.", ["chown", "-Rh", "pilothouse:pilothouse", `${WORKSHOP}/i2pd`]),
  run("The same.", ["chmod", "-R", "go=", `${WORKSHOP}/i2pd`]),
  run("The same.", ["mv", "-T", "--no-clobber", `${WORKSHOP}/i2pd`, PLACES.copy]),
  run("The same.", ["rmdir", WORKSHOP]),
];

const WORKSHOP = "/var/lib/pilothouse.setup";

/** AppArmor lets i2pd use its own folders only. */
const RULES = `# pilothouse setup i2pd: begin
  owner /var/lib/pilothouse/i2pd/ rw,
  owner /var/lib/pilothouse/i2pd/** rwk,
# pilothouse setup i2pd: end
`;
const withoutRules = (text: string): string => text.replace(RULES, "");

const profileSteps = ({ binary, appArmorIsOn: isOn }: Found, text: string): Step[] => [
  { says: "Change what AppArmor lets i2pd use.", write: profileOf(binary).local, text },
  ...(isOn
    ? [run("Let AppArmor read that.", ["apparmor_parser", "-r", "-T", "-W", profileOf(binary).file])]
    : []),
];

function attaching({ hasPolkit }: Found): Step[] {
  return [
    run("Let Pilothouse read the router's data.", ["usermod", "--append", "--groups", "i2pd", "pilothouse"]),
    run("The same.", ["chmod", "g+rx", PLACES.data]),
    run("Let Pilothouse change the router's configuration.", ["chown", "pilothouse:i2pd", PLACES.config]),
    run("The same.", ["chmod", "640", PLACES.config]),
    run("Let it put a new file in place of the old one.", ["chgrp", "pilothouse", "/etc/i2pd"]),
    run("The same.", ["chmod", "775", "/etc/i2pd"]),
    { says: "Let the unit of Pilothouse reach these.", write: PLACES.dropIn, text: DROP_IN },
    ...(hasPolkit
      ? [{ says: "Let it start and stop that one unit.", write: RULE, text: POLKIT } satisfies Step]
      : []),
  ];
}

const DROP_IN = `[Service]
SupplementaryGroups=i2pd
PrivateUsers=no
ReadWritePaths=/etc/i2pd
`;

const POLKIT = `polkit.addRule(function (action, subject) {
  if (action.id == "org.freedesktop.systemd1.manage-units" && action.lookup("unit") == "i2pd.service" &&
      subject.user == "pilothouse") return polkit.Result.YES;
});
`;

/** The way back, in order. What Pilothouse has changed in its copy stays there under another name. */
export function undoSteps(mode: Mode, unitWasOn: boolean, found: Found, aside: string): Step[] {
  const settings: Step = {
    says: `Take ${names(mode)} out of the settings of Pilothouse.`,
    write: PLACES.settings,
    text: withoutSettings(found.settings, Object.keys(SETTINGS[mode])),
  };
  const forget: Step = { says: "Nothing is set up any more.", remove: PLACES.record };
  return mode === "move"
    ? [
        // The service that runs the router stops it first: after that, nothing else could find it.
        run("Stop the router that Pilothouse runs.", [
          ...["pilothouse", "--local", "shutdown", "--wait", "--timeout", "2m", "--yes"],
        ]),
        settings,
        ...restart,
        run("Keep the copy of the router under another name.", ["mv", "-T", PLACES.copy, aside]),
        ...(found.localProfile?.includes(RULES) ? profileSteps(found, withoutRules(found.localProfile)) : []),
        ...(unitWasOn
          ? [run("Start i2pd again, now and at boot.", ["systemctl", "enable", "--now", "i2pd"])]
          : []),
        forget,
      ]
    : [
        settings,
        { says: "Take the unit's access away.", remove: PLACES.dropIn },
        { says: "Take the right to start and stop i2pd away.", remove: RULE },
        run("Give the configuration back.", ["chown", "root:root", PLACES.config, "/etc/i2pd"]),
        run("The same.", ["chmod", "644", PLACES.config]),
        run("The same.", ["chmod", "755", "/etc/i2pd"]),
        run("Take Pilothouse out of i2pd's group.", ["gpasswd", "--delete", "pilothouse", "i2pd"]),
        ...restart,
        forget,
      ];
}
