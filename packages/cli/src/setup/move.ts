import type { Found } from "./found.js";
import { PLACES, profileOf } from "./places.js";
import { runs, type Step } from "./step.js";

export function moving(found: Found): Step[] {
  const { localProfile } = found;
  return [
    runs("Stop i2pd, and do not start it at boot any more: Pilothouse runs it from now on.", [
      ...["systemctl", "disable", "--now", "i2pd"],
    ]),
    ...copying(),
    ...(localProfile === undefined ? [] : profileSteps(found, `${withoutRules(localProfile)}${RULES}`)),
  ];
}

const as = (user: string, ...groups: string[]): string[] => [
  ...["setpriv", `--reuid=${user}`, `--regid=${user}`],
  groups.length === 0 ? "--clear-groups" : `--groups=${groups.join(",")}`,
];

/**
 * What is read is read as i2pd's user, and what is written is written as the service's: root would follow the links
 * of the one and the other. Links in the router's data stay links, except its configuration, which the service
 * must be able to change.
 */
function copying(): Step[] {
  const ours = as("pilothouse");
  const packing = [...as("i2pd"), "tar", "--create", "--mode=go=", "--ignore-failed-read"];
  const unpacking = [...ours, "tar", "--extract", `--directory=${DRAFT}`];
  return [
    runs("Make room for a copy of the router, for Pilothouse alone.", [...ours, "rm", "-rf", DRAFT]),
    runs("The same.", [...ours, "mkdir", "--mode=700", DRAFT]),
    runs("Copy the router's identity and tunnels. The originals stay.", [
      ...["bash", "-o", "pipefail", "-c"],
      `${packing.join(" ")} --directory=${PLACES.data} . | ${unpacking.join(" ")}`,
    ]),
    runs("Copy its configuration, which i2pd's group can read.", [
      ...[...as("pilothouse", "i2pd"), "cp", "--remove-destination", PLACES.config, `${DRAFT}/i2pd.conf`],
    ]),
    runs("Close the copy to others.", [...ours, "chmod", "600", `${DRAFT}/i2pd.conf`]),
    runs("Put it in place.", [...ours, "mv", "-f", "-T", DRAFT, PLACES.copy]),
  ];
}

const DRAFT = `${PLACES.copy}.copying`;

/** What Pilothouse has changed in its copy stays there under another name. */
export const movingBack = (found: Found, unitWasOn: boolean, aside: string): Step[] => [
  ...(found.isMoved
    ? [
        runs("Keep the copy of the router under another name.", [
          ...[...as("pilothouse"), "mv", "-f", "-T", PLACES.copy, aside],
        ]),
      ]
    : []),
  ...(found.localProfile?.includes(RULES) ? profileSteps(found, withoutRules(found.localProfile)) : []),
  ...(unitWasOn
    ? [runs("Start i2pd again, now and at boot.", ["systemctl", "enable", "--now", "i2pd"])]
    : []),
];

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
    ? [runs("Let AppArmor read that.", ["apparmor_parser", "-r", "-T", "-W", profileOf(binary).file])]
    : []),
];
