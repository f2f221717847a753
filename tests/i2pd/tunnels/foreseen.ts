import { createHash } from "node:crypto";
import { i2pBase64 } from "@pilothouse/protocol";
import type { TunnelChange } from "../../../packages/drivers/src/port.js";

/** Tunnels by name, each with its options in the order of the alphabet. */
export type Options = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Files of somebody else. */
export const FOREIGN = {
  "tunnels.conf": "# theirs\n[irc]\ntype = client\nport = 6668\ndestination = irc.i2p\nkeys = irc.dat\n",
  "tunnels.d/broken.conf": "[x]\ntype = server\nno equals sign\n",
};

/** The same numbers for the same seed. */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export const destination = (name: string): string => {
  const keys = createHash("shake256", { outputLength: 384 }).update(name).digest();
  return i2pBase64(Buffer.concat([keys, Buffer.from([5, 0, 4, 0, 7, 0, 0])]));
};

/** The options of those that are ours. */
export const optionsOf = (
  list: Iterable<{
    readonly name: string;
    readonly config: ReadonlyMap<string, string>;
    readonly foreign?: string | undefined;
  }>,
) =>
  new Map(
    [...list].flatMap(({ name, config, foreign }) =>
      foreign === undefined
        ? [[name, new Map([...config].filter(([option]) => option !== "TargetHost").sort())]]
        : [],
    ),
  );

/** As the interface says; what would be refused does not come here. */
export function changed(tunnels: Options, change: TunnelChange): Options {
  const after = new Map(tunnels);
  const config = new Map(after.get(change.name) ?? []);
  const put = (name: string, options: ReadonlyMap<string, string | null>) =>
    after.set(name, new Map([...new Map([...config, ...(options as ReadonlyMap<string, string>)])].sort()));
  if (change.action === "create") put(change.name, new Map([["StartOnLoad", "true"], ...change.config]));
  else if (!after.has(change.name)) return after;
  else if (change.action === "delete") after.delete(change.name);
  else if (change.action === "edit") {
    after.delete(change.name);
    put(change.newName ?? change.name, change.set);
  } else put(change.name, new Map([["StartOnLoad", String(change.action === "start")]]));
  return after;
}
