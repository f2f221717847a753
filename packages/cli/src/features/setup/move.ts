import type { Found, FoundToMove } from "./found.js";
import { PLACES, profileOf } from "./places.js";
import { as, runs, type Step, stepsIf } from "./step.js";

export function moving(found: FoundToMove): Step[] {
  const { localProfile } = found;
  return [
    runs("Stop i2pd, and do not start it at boot any more: Pilothouse runs it from now on.", [
      ...["systemctl", "disable", "--now", "i2pd"],
    ]),
    ...copying(found),
    ...(localProfile === undefined ? [] : profileSteps(found, `${withoutRules(localProfile)}${RULES}`)),
  ];
}

/**
 * What is read is read as i2pd's user, and what is written is written as the service's: root would follow the links
 * of the one and the other. Links in the router's data stay links, except its configuration, which the service
 * must be able to change.
 */
function copying({ config: { text, named } }: FoundToMove): Step[] {
  const ours = as("pilothouse");
  const packing = [
    ...as("i2pd"),
    "tar",
    "--create",
    "--mode=go=",
    "--exclude=./i2pd.conf",
    "--ignore-failed-read",
  ];
  const unpacking = [...ours, "tar", "--extract", `--directory=${DRAFT}`];
  return [
    runs("Remove what an earlier attempt has left.", [...ours, "rm", "-rf", DRAFT]),
    runs("Make a folder for a copy of the router, for Pilothouse alone.", [
      ...[...ours, "mkdir", "--mode=700", DRAFT],
    ]),
    runs("Copy the router's identity and tunnels. The originals stay.", [
      ...["bash", "-o", "pipefail", "-c"],
      `${packing.join(" ")} --directory=${PLACES.data} . | ${unpacking.join(" ")}`,
    ]),
    {
      description: `Copy ${PLACES.config}.${stayingOn(named)}`,
      write: `${DRAFT}/i2pd.conf`,
      text,
      mode: 0o600,
    },
    runs("Put it in place.", [...ours, "mv", "-f", "-T", DRAFT, PLACES.copy]),
  ];
}

/** Pilothouse would start a router without these, unless its i2pd.conf names them. */
function stayingOn(named: readonly string[]): string {
  if (named.length === 0) return "";
  const open = named.includes("http")
    ? " On its console every user of this machine can stop the router; to switch it off later: pilothouse advanced set http.enabled=false"
    : "";
  return ` What is on stays on: ${named.map((name) => TITLES[name] ?? name).join(", ")}.${open}`;
}

const TITLES: { readonly [section: string]: string } = {
  http: "i2pd's own console",
  httpproxy: "HTTP proxy",
  socksproxy: "SOCKS proxy",
  sam: "SAM",
};

const DRAFT = `${PLACES.copy}.copying`;

/** What Pilothouse has changed in its copy stays there under another name. */
export const movingBack = (found: Found, unitWasOn: boolean, aside: string): Step[] => [
  ...stepsIf(
    found.isMoved,
    runs("Keep the copy of the router under another name.", [
      ...[...as("pilothouse"), "mv", "-f", "-T", PLACES.copy, aside],
    ]),
  ),
  ...(found.localProfile?.includes(RULES) ? profileSteps(found, withoutRules(found.localProfile)) : []),
  ...stepsIf(unitWasOn, runs("Start i2pd again, now and at boot.", ["systemctl", "enable", "--now", "i2pd"])),
];

/** AppArmor lets i2pd use its own folders only. */
const RULES = `# pilothouse setup i2pd: begin
  owner /var/lib/pilothouse/i2pd/ rw,
  owner /var/lib/pilothouse/i2pd/** rwk,
# pilothouse setup i2pd: end
`;
const withoutRules = (text: string): string => text.replace(RULES, "");

const profileSteps = ({ binary, appArmorIsOn: isOn }: Found, text: string): Step[] => [
  { description: "Change what AppArmor lets i2pd use.", write: profileOf(binary).local, text },
  ...stepsIf(
    isOn,
    runs("Let AppArmor read that.", ["apparmor_parser", "-r", "-T", "-W", profileOf(binary).file]),
  ),
];
