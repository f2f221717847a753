import {
  neededOptions,
  type Reason,
  reason,
  TUNNEL_OPTIONS,
  type TunnelOption,
  type TunnelType,
} from "@pilothouse/protocol";
import { Explained, refuse } from "./port-errors.js";

/**
 * The tunnels of programs behind a router: hidden services and proxies. A driver that has them passes the suite of
 * `testing/contract/tunnel-cases.ts`. Changes are whole or not at all, and on disk when they resolve.
 */
export interface RouterTunnels {
  /** The options that this router has a counterpart for; none: the type itself is not to be had. */
  takes(type: TunnelType): readonly TunnelOption[];
  /** Every tunnel that the router's files define, its own and others', by name. */
  list(signal: AbortSignal): Promise<readonly Tunnel[]>;
  /** What these changes together would do. Refuses as `change` does, and changes nothing. */
  plan(changes: readonly TunnelChange[]): Promise<TunnelPlan>;
  /**
   * Carries all of them out, with one restart of the router where it needs one, and resolves when they are seen to
   * work. Rejects with `SettingRefused` before anything is changed, or with `TunnelsRolledBack` when the router runs
   * again as it did before. A refusal has the option that is to blame as its `key`, or `Name`: a name or a port that is
   * taken, by a tunnel, the router or another program; an option that this router has no counterpart for; a tunnel
   * that is not there, or is foreign. `sessionSignal` as for settings.
   */
  change(changes: readonly TunnelChange[], sessionSignal?: AbortSignal): Promise<TunnelsWritten>;
  /** The private key of a tunnel, as the router's key file has it; undefined: it has none yet. */
  key(name: string): Promise<Uint8Array | undefined>;
}

/** The options of a tunnel that are set, by name: as the interface spells them, and checked by its table. */
export type TunnelConfig = ReadonlyMap<TunnelOption, string>;

export interface Tunnel {
  readonly name: string;
  /** As the router names it where the interface has no such type. */
  readonly type: TunnelType | (string & {});
  readonly server: boolean;
  /** `StartOnLoad` is always among them, and `Type` where the interface has such a type. */
  readonly config: TunnelConfig;
  /** `stopped`: it is kept, and the router does not run it. `unknown`: the router does not tell. */
  readonly state: "running" | "starting" | "stopped" | "failed" | "unknown";
  /** Why it failed, for people. */
  readonly note?: Reason | string | undefined;
  /** The file that defines it where that is not ours: it is shown, and only changed once it is adopted. */
  readonly foreign?: string | undefined;
  /** Its address, once it has a key: `….b32.i2p`. */
  readonly address?: string | undefined;
  /** The whole destination, in I2P's Base64. */
  readonly destination?: string | undefined;
  /** The file with its key, where other users of the machine may read it. */
  readonly exposed?: string | undefined;
  /** Bytes since it runs, where the router counts them. */
  readonly traffic?: { readonly received: number; readonly sent: number } | undefined;
}

export type TunnelChange =
  | {
      readonly action: "create";
      readonly name: string;
      readonly config: TunnelConfig;
      /** As `key` gives it, also that of another router: the tunnel has its address. */
      readonly key?: Uint8Array;
      /**
       * The address that it has to have, whose key was kept aside when a tunnel was deleted: refused, with the key
       * `Name`, if it is not kept any more. Without both, a tunnel gets the key that was kept under its name, or a new
       * one.
       */
      readonly kept?: string;
    }
  /** Null unsets an option; what is not named stays. With another name it keeps its key, and so its address. */
  | {
      readonly action: "edit";
      readonly name: string;
      readonly set: ReadonlyMap<TunnelOption, string | null>;
      readonly newName?: string;
    }
  /** `start` and `stop` set `StartOnLoad` too. A foreign tunnel that is adopted moves to a file of ours, as it is. */
  | { readonly action: "start" | "stop" | "restart" | "adopt"; readonly name: string }
  /** Its key is kept aside unless it is to be forgotten, which is also possible when the tunnel is gone already. */
  | { readonly action: "delete"; readonly name: string; readonly forgetKey?: true };

export interface TunnelPlan {
  /** The router is restarted: everything that goes through it is interrupted for about so long. */
  readonly interruptsForMs: number | undefined;
  /** The tunnels that are interrupted, with those that are not changed. */
  readonly interrupted: readonly string[];
  /** The files that are written or removed, without their secrets. */
  readonly files: readonly { readonly path: string; readonly becomes: string | null }[];
  /** What a person should know before: a port that others can reach, a name that changes its address. */
  readonly warnings: readonly (Reason | string)[];
}

/** All tunnels right before and after. */
export interface TunnelsWritten {
  readonly before: readonly Tunnel[];
  readonly after: readonly Tunnel[];
}

/** The router did not take the change, and runs as it did before. */
export class TunnelsRolledBack extends Explained {
  override readonly name = "TunnelsRolledBack";
}

/** Two tunnels cannot listen on one port. */
export function requirePortsApart(
  tunnels: Iterable<{ readonly name: string; readonly config: ReadonlyMap<string, string> }>,
): void {
  const by = new Map<string, string>();
  for (const { name, config } of tunnels) {
    const port = config.get("Port");
    if (port === undefined || config.get("StartOnLoad") === "false") continue;
    const other = by.get(port);
    if (other !== undefined) refuse("Port", reason("tunnel.portOfTunnel", { port, name: other }));
    by.set(port, name);
  }
}

/** Names are not told apart by the size of their letters. */
export function requireFreeName(names: Iterable<string>, name: string, key = "Name"): void {
  for (const one of names)
    if (one.toLowerCase() === name.toLowerCase()) refuse(key, reason("tunnel.nameTaken", { name }));
}

/** The type of a tunnel that has all options which that type cannot do without. */
export function typeOfWhole(config: ReadonlyMap<string, string>): TunnelType {
  const type = TUNNEL_OPTIONS.Type.type.read(config.get("Type") ?? refuse("Type", "is missing"));
  for (const option of neededOptions(type))
    if (!config.has(option)) refuse(option, reason("tunnel.needs", { type, option }));
  return type;
}
