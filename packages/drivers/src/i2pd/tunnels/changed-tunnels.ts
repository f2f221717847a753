import { reason, TUNNEL_OPTIONS, type TunnelOption, tunnelName } from "@pilothouse/protocol";
import { requireFit, type SettingRefused, type TunnelChange } from "../../port.js";
import { isBare, type KeptKey } from "./kept-keys.js";
import { readKey } from "./key-file.js";
import { configOf, hasKeyFile, isServer, refused, TRANSIENT, type Values, withOptions } from "./mapping.js";
import { encoded, type OwnTunnel } from "./own-file.js";
import type { Found } from "./tunnel-files.js";

/** What there is before a change. */
export interface Before {
  readonly found: readonly Found[];
  readonly kept: readonly KeptKey[];
  /** The bytes of a key file of the router; undefined when there is none that we may read. */
  keyAt(file: string): Uint8Array | undefined;
  /** Whether a file of the data directory is there. */
  isThere(file: string): boolean;
}

/** What there is to be after it. */
export interface After {
  readonly own: ReadonlyMap<string, OwnTunnel>;
  readonly adopted: readonly Found[];
  /** Key files of the router that are written, or removed (undefined). */
  readonly keys: ReadonlyMap<string, Uint8Array | undefined>;
  /** The keys that are kept aside, by their address. */
  readonly kept: ReadonlyMap<string, { readonly name: string; readonly bytes: Uint8Array }>;
  /** Those of them that were put there, or back, by these changes. */
  readonly touched: ReadonlySet<string>;
  /** Somebody asked for a restart, whether there is something new or not. */
  readonly restart: boolean;
}

/** All changes, one after the other; the first that cannot be made refuses all. */
export function changedTunnels(before: Before, changes: readonly TunnelChange[]): After {
  const making = new Making(before);
  for (const change of changes) making.change(change);
  return making;
}

class Making implements After {
  readonly own: Map<string, OwnTunnel>;
  readonly adopted: Found[] = [];
  readonly keys = new Map<string, Uint8Array | undefined>();
  readonly kept: Map<string, { readonly name: string; readonly bytes: Uint8Array }>;
  readonly touched = new Set<string>();
  restart = false;

  constructor(readonly before: Before) {
    this.own = new Map(before.found.flatMap(({ own }) => (own === undefined ? [] : [[own.name, own]])));
    this.kept = new Map(before.kept.map(({ address, name, bytes }) => [address, { name, bytes }]));
  }

  change(change: TunnelChange): void {
    if (change.action === "create") this.#create(change);
    else if (change.action === "edit") this.#edit(this.#ownOf(change.name), change);
    else if (change.action === "delete") this.#delete(change);
    else if (change.action === "adopt") this.#adopt(change.name);
    else {
      const tunnel = this.#ownOf(change.name);
      if (change.action === "restart") this.restart = true;
      else this.own.set(tunnel.name, { ...tunnel, stopped: change.action === "stop" });
    }
  }

  #create({ name, config, key, kept }: Extract<TunnelChange, { action: "create" }>): void {
    this.#requireFree(name, "Name");
    const made = withOptions(new Map(), sectionOf(config));
    const isShared = made.has("keys") && key === undefined && kept === undefined;
    const bytes = isShared ? undefined : this.#keyFor(name, key, kept);
    const isKeyed = isServer(made) || bytes !== undefined;
    if (isKeyed && made.has("keys"))
      throw refused("Shared", "A tunnel with a key of its own does not share the destination of others");
    const keys = isKeyed ? this.#freeKeyFile(name) : (made.get("keys") ?? TRANSIENT);
    const values = new Map([...made, ["keys", keys] as const]);
    if (bytes !== undefined) {
      this.keys.set(keys, bytes);
      this.#keep(name, bytes);
    }
    this.own.set(name, {
      ...{ name, values },
      description: config.get("Description"),
      stopped: config.get("StartOnLoad") === "false",
    });
  }

  #edit(tunnel: OwnTunnel, { set, newName = tunnel.name }: Extract<TunnelChange, { action: "edit" }>): void {
    if (newName.toLowerCase() !== tunnel.name.toLowerCase()) this.#requireFree(newName, "NewName");
    else requireFit(tunnelName, newName, "NewName");
    this.#checkSignature(tunnel.values, set.get("SigType"));
    const [description, start] = [set.get("Description"), set.get("StartOnLoad")];
    const options = sectionOf(set);
    const bytes = this.#bytesOf(tunnel);
    this.own.delete(tunnel.name);
    this.own.set(newName, {
      name: newName,
      values: options.size === 0 ? tunnel.values : withOptions(tunnel.values, options),
      description: description === undefined ? tunnel.description : (description ?? undefined),
      stopped: start === undefined ? tunnel.stopped : start === "false",
    });
    if (bytes !== undefined) this.#keep(newName, bytes);
  }

  #delete({ name, forgetKey }: Extract<TunnelChange, { action: "delete" }>): void {
    const isGone = !this.own.has(name) && [...this.kept.values()].some((one) => one.name === name);
    if (!(forgetKey && isGone)) this.#withdraw(this.#ownOf(name));
    if (!forgetKey) return;
    const live = this.#liveAddresses();
    for (const [address, one] of this.kept)
      if (one.name === name && !live.has(address)) this.kept.delete(address);
  }

  /** Its key goes from the router's directory when it is kept aside, and nobody else has it. */
  #withdraw(tunnel: OwnTunnel): void {
    this.own.delete(tunnel.name);
    const bytes = this.#bytesOf(tunnel);
    const file = tunnel.values.get("keys");
    if (bytes === undefined || !hasKeyFile(file)) return;
    if (typeof readKey(bytes) === "string") return;
    this.#keep(tunnel.name, bytes);
    if (!this.#allValues().some((values) => values.get("keys") === file)) this.keys.set(file, undefined);
  }

  #adopt(name: string): void {
    const all = this.before.found.filter((one) => one.name === name && one.own === undefined);
    const [found] = all;
    if (this.own.has(name)) throw refused("Name", `"${name}" is a tunnel of this service already`);
    if (found === undefined) throw unknown(name);
    requireFit(tunnelName, name, "Name");
    if (all.length > 1)
      throw refused(
        "Name",
        `"${name}" is the name of tunnels in ${all.map(({ file }) => file).join(" and ")}`,
      );
    if (found.fault !== undefined) throw refused("Name", `i2pd cannot read ${found.file}: ${found.fault}`);
    const keys = found.values.get("keys");
    if (hasKeyFile(keys) && !isBare(keys))
      throw refused("Name", `Its key is kept as "${keys}", which is no name in the data directory of i2pd`);
    this.adopted.push(found);
    const own = { name, values: found.values, description: undefined, stopped: false };
    this.own.set(name, own);
    const bytes = this.#bytesOf(own);
    if (bytes !== undefined) this.#keep(name, bytes);
  }

  #ownOf(name: string): OwnTunnel {
    const tunnel = this.own.get(name);
    if (tunnel !== undefined) return tunnel;
    const foreign = this.before.found.find((one) => one.name === name && one.own === undefined);
    if (foreign === undefined) throw unknown(name);
    throw refused("Name", `"${name}" is in ${foreign.file}, which is not ours: adopt the tunnel first`);
  }

  #requireFree(name: string, key: "Name" | "NewName"): void {
    requireFit(tunnelName, name, key);
    const isTaken = (other: string) => other.toLowerCase() === name.toLowerCase();
    if ([...this.own.keys()].some(isTaken)) throw refused(key, reason("tunnel.nameTaken", { name }));
    const foreign = this.#foreign().find((one) => isTaken(one.name));
    if (foreign !== undefined) throw refused(key, reason("tunnel.nameTakenIn", { name, file: foreign.file }));
  }

  #foreign(): readonly Found[] {
    return this.before.found.filter((one) => one.own === undefined && !this.adopted.includes(one));
  }

  #allValues(): readonly Values[] {
    return [...this.own.values(), ...this.#foreign()].map(({ values }) => values);
  }

  /** The key that a new tunnel is given: by the caller, or because it is kept. */
  #keyFor(name: string, key: Uint8Array | undefined, kept: string | undefined): Uint8Array | undefined {
    if (key !== undefined) {
      const read = readKey(key);
      if (typeof read === "string") throw refused("Key", `The key ${read}`);
      this.#requireUnused(read.address);
      return Uint8Array.from(key);
    }
    const live = this.#liveAddresses();
    const found =
      kept === undefined
        ? [...this.kept].findLast(([address, one]) => one.name === name && !live.has(address))?.[1]
        : this.kept.get(kept);
    if (kept === undefined) return found?.bytes;
    if (found === undefined)
      throw refused("Name", `"${name}" cannot have the address ${kept} again: its key is not kept`);
    this.#requireUnused(kept);
    return found.bytes;
  }

  #requireUnused(address: string): void {
    const user = this.#liveAddresses().get(address);
    if (user !== undefined) throw refused("Key", `The tunnel "${user}" has the address ${address}`);
  }

  #liveAddresses(): ReadonlyMap<string, string> {
    return new Map(
      [...this.own.values(), ...this.#foreign()].flatMap((tunnel) => {
        const bytes = this.#bytesOf(tunnel);
        const key = bytes && readKey(bytes);
        return typeof key === "object" ? [[key.address, tunnel.name]] : [];
      }),
    );
  }

  #bytesOf({ values }: { readonly values: Values }): Uint8Array | undefined {
    const file = values.get("keys");
    if (!hasKeyFile(file)) return undefined;
    return this.keys.has(file) ? this.keys.get(file) : this.before.keyAt(file);
  }

  #freeKeyFile(name: string): string {
    const used = new Set(this.#allValues().map((values) => values.get("keys")));
    const isFree = (file: string) =>
      !used.has(file) &&
      (this.keys.has(file) ? this.keys.get(file) === undefined : !this.before.isThere(file));
    for (let nth = 1; ; nth++) {
      const file = `${encoded(name)}${nth === 1 ? "" : `-${nth}`}.dat`;
      if (isFree(file)) return file;
    }
  }

  /** The newest comes last. */
  #keep(name: string, bytes: Uint8Array): void {
    const key = readKey(bytes);
    if (typeof key === "string") return;
    this.kept.delete(key.address);
    this.kept.set(key.address, { name, bytes });
    this.touched.add(key.address);
  }

  /** It is part of the key, and i2pd does not look at it again. */
  #checkSignature(values: Values, wanted: string | null | undefined): void {
    const bytes = this.#bytesOf({ values });
    const key = bytes && readKey(bytes);
    if (wanted === undefined || typeof key !== "object" || wanted === configOf(values).get("SigType")) return;
    if (wanted !== String(key.signature) && !(wanted === null && !values.has("signaturetype")))
      throw refused(
        "SigType",
        "It is part of the address of a tunnel: create another tunnel for another signature",
      );
  }
}

/** Without what is not in the section of a tunnel. Values are checked: what ends a line could be another one. */
function sectionOf<V extends string | null>(
  options: ReadonlyMap<TunnelOption, V>,
): ReadonlyMap<TunnelOption, V> {
  for (const [option, value] of options)
    if (value !== null) requireFit(TUNNEL_OPTIONS[option].type, value, option);
  return new Map([...options].filter(([option]) => option !== "Description" && option !== "StartOnLoad"));
}

const unknown = (name: string): SettingRefused => refused("Name", `This router has no tunnel "${name}"`);
