import { type Access, ROOT } from "@pilothouse/system";
import { deployFile } from "../../package-file.js";
import type { Found, Setup } from "./found.js";
import { PLACES, RULE } from "./places.js";
import { type Owned, runs, type Step, stepsIf } from "./step.js";

/** Where i2pd.conf is for the driver. */
export const ATTACHED_CONFIG = `${PLACES.attached}/i2pd.conf`;
/** What the service puts into the folder gets i2pd's group by itself. */
const FOLDER: Owned = { user: "pilothouse", group: "i2pd", mode: 0o2750 };
const FILE: Owned = { user: "pilothouse", group: "i2pd", mode: 0o640 };
const CLOSED: Owned = { user: ROOT, group: ROOT, mode: 0o700 };

/**
 * The service changes i2pd.conf by putting a new file in place of the old one, for which it needs a folder of its own.
 * In /etc/i2pd it could put anything in place of what root works with later.
 */
export function attaching({ data }: Found): Step[] {
  return [
    runs("Let Pilothouse read the router's data.", ["usermod", "--append", "--groups", "i2pd", "pilothouse"]),
    ...(data === undefined ? [] : [openData(data, data.mode | 0o050)]),
    { description: "Make a folder for a copy of i2pd.conf.", folder: PLACES.attached, owned: CLOSED },
    {
      description: "Copy i2pd.conf. The original stays as it is.",
      copy: PLACES.config,
      to: ATTACHED_CONFIG,
      owned: FILE,
    },
    { description: "Let Pilothouse change the copy.", folder: PLACES.attached, owned: FOLDER },
    {
      description: "Let i2pd use the copy, from its next start on.",
      write: PLACES.routerDropIn,
      text: deployFile("i2pd-pilothouse.conf"),
    },
    {
      description: "Let the unit of Pilothouse reach these.",
      write: PLACES.dropIn,
      text: deployFile("pilothouse-attach.conf"),
    },
    {
      description: "Let it start and stop that one unit.",
      write: RULE,
      text: deployFile("50-pilothouse.rules"),
    },
  ];
}

const openData = ({ uid, gid }: Access, mode: number): Step => ({
  description: "Change who may read the folder of the router's data.",
  folder: PLACES.data,
  owned: { user: uid, group: gid, mode },
});

/** What lets the one and the other reach the copy. */
export const detaching = ({ before }: Setup): Step[] => [
  putBack(PLACES.routerDropIn, "Let i2pd use its own i2pd.conf again.", before),
  putBack(PLACES.dropIn, "Take the unit's access away.", before),
  putBack(RULE, "Take the right to start and stop i2pd away.", before),
];

/** Once nothing uses the copy any more. What Pilothouse has changed in it is kept in its data directory. */
export function removingCopy({ before }: Setup, found: Found, aside: string): Step[] {
  return [
    ...stepsIf(found.hasCopy, {
      description: "Keep the copy of i2pd.conf, for Pilothouse alone.",
      copy: ATTACHED_CONFIG,
      to: aside,
    }),
    ...stepsIf(
      found.isAttached,
      { description: "Take the folder of the copy back.", folder: PLACES.attached, owned: CLOSED },
      runs("Remove it.", ["rm", "-rf", PLACES.attached]),
    ),
    ...(before.data && found.data ? [openData(found.data, before.data.mode)] : []),
    ...stepsIf(
      found.isMember && !before.isMember,
      runs("Take Pilothouse out of i2pd's group.", ["gpasswd", "--delete", "pilothouse", "i2pd"]),
    ),
  ];
}

export const putBack = (path: string, description: string, before: Setup["before"]): Step => {
  const text = before.replaced[path];
  return text === undefined ? { description, remove: path } : { description, write: path, text };
};
