import type { Clock } from "@pilothouse/drivers/port";
import { badKey } from "@pilothouse/protocol";
import { changeDocument, readDocument, UNCHANGED } from "../state/documents.js";
import type { FleetState } from "../state/state.js";
import { readFingerprint } from "./join-messages.js";
import type { NodeRecord } from "./node-record.js";

const LONGEST = 63;
const NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;
/** A hub that died between claiming a name and writing the node's record leaves an unused claim. */
const UNUSED_MS = 60_000;

/** What is kept under `name/<name>`: no two hubs can give away the same name. */
interface Claim {
  readonly node: string;
  readonly at: number;
}

/** A node with such a name could be taken for another node, which has that fingerprint or key. */
const looksLikeIdentity = (name: string): boolean =>
  readFingerprint(name) !== undefined || /^u[a-z2-7]{55}$/.test(name);

export function requireName(name: string): void {
  if (looksLikeIdentity(name))
    throw badKey(
      "name",
      `${JSON.stringify(name)} looks like the fingerprint or the key of a node; choose a name that does not`,
    );
  if (name.length <= LONGEST && NAME.test(name)) return;
  throw badKey(
    "name",
    `${JSON.stringify(name)} is not a name for a node; it wants 1 to ${LONGEST} of a-z, 0-9, dots and hyphens, a letter or digit at both ends`,
  );
}

/** A name made from the name of a machine, which can be any text. */
export function nameFrom(text: string): string {
  const fitting = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, "-")
    .slice(0, LONGEST)
    .replaceAll(/^[.-]+|[.-]+$/g, "");
  if (looksLikeIdentity(fitting)) return `node-${fitting}`.slice(0, LONGEST);
  return fitting || "node";
}

interface NameNeeds {
  readonly state: FleetState;
  readonly clock: Clock;
}

/** Whether a node could claim the name, as things are. */
export async function nameIsFree(options: NameNeeds, name: string, node: string): Promise<boolean> {
  const claim = await readDocument<Claim>(options.state, `name/${name}`);
  return (await isFreeFor(options, name, claim))(claim, node);
}

/** Makes the name the node's, unless another has it. */
export async function claimName(options: NameNeeds, name: string, node: string): Promise<boolean> {
  const { state, clock } = options;
  const key = `name/${name}`;
  const isFree = await isFreeFor(options, name, await readDocument<Claim>(state, key));
  const claimed = await changeDocument<Claim>(state, key, (now) =>
    isFree(now, node) ? { node, at: clock.now() } : UNCHANGED,
  );
  return claimed?.node === node;
}

async function isFreeFor({ state, clock }: NameNeeds, name: string, seen: Claim | undefined) {
  const record = seen && (await readDocument<NodeRecord>(state, `node/${seen.node}`));
  return (now: Claim | undefined, node: string): boolean => {
    if (now === undefined || now.node === node) return true;
    // If somebody else has claimed it since it was read, that is a new claim.
    return now.node === seen?.node && record?.name !== name && clock.now() - now.at > UNUSED_MS;
  };
}

/** The first is the name itself, then come name-2, name-3, … */
export function nameLike(name: string, n: number): string {
  const suffix = n === 1 ? "" : `-${n}`;
  return name.slice(0, LONGEST - suffix.length) + suffix;
}

/** The name, or the first of name-2, name-3, … that is free. */
export async function claimLike(options: NameNeeds, name: string, node: string): Promise<string> {
  for (let n = 1; ; n++) {
    const tried = nameLike(name, n);
    if (await claimName(options, tried, node)) return tried;
  }
}

export const releaseName = async (state: FleetState, name: string, node: string): Promise<void> => {
  await changeDocument<Claim>(state, `name/${name}`, (now) => (now?.node === node ? undefined : UNCHANGED));
};
