import type { Clock } from "@pilothouse/drivers/port";
import { changeDocument, readDocument, UNCHANGED } from "../state/documents.js";
import type { FleetState } from "../state/state.js";
import { EnrolmentError } from "./enrolment.js";
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

export function requireName(name: string): void {
  if (name.length <= LONGEST && NAME.test(name)) return;
  throw new EnrolmentError(
    `${JSON.stringify(name)} is not a name for a node; it wants 1 to ${LONGEST} of a-z, 0-9, dots and hyphens, a letter or digit at both ends`,
    "name",
  );
}

/** A name made from the name of a machine, which can be any text. */
export function nameFrom(text: string): string {
  const fitting = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, "-")
    .slice(0, LONGEST)
    .replaceAll(/^[.-]+|[.-]+$/g, "");
  return fitting || "node";
}

/** Makes the name the node's, unless another has it. */
export async function claimName(
  { state, clock }: { readonly state: FleetState; readonly clock: Clock },
  name: string,
  node: string,
): Promise<boolean> {
  const key = `name/${name}`;
  const holder = (await readDocument<Claim>(state, key))?.node;
  const record = holder === undefined ? undefined : await readDocument<NodeRecord>(state, `node/${holder}`);
  const claimed = await changeDocument<Claim>(state, key, (now) => {
    const free = now === undefined || now.node === node;
    // Read before: if somebody else has claimed it since then, that is a new claim.
    const unused = now?.node === holder && record?.name !== name && clock.now() - (now?.at ?? 0) > UNUSED_MS;
    return free || unused ? { node, at: clock.now() } : UNCHANGED;
  });
  return claimed?.node === node;
}

/** The name, or the first of name-2, name-3, … that is free. */
export async function claimLike(
  parts: Parameters<typeof claimName>[0],
  name: string,
  node: string,
): Promise<string> {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? "" : `-${n}`;
    const tried = name.slice(0, LONGEST - suffix.length) + suffix;
    if (await claimName(parts, tried, node)) return tried;
  }
}

export const releaseName = async (state: FleetState, name: string, node: string): Promise<void> => {
  await changeDocument<Claim>(state, `name/${name}`, (now) => (now?.node === node ? undefined : UNCHANGED));
};
