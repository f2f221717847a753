import type { Access } from "@pilothouse/system";

/** How Pilothouse manages the i2pd of this machine: it runs a copy of it, or controls the one that systemd runs. */
export type Mode = "move" | "attach";

/** What was found on the machine. */
export interface Found {
  /** The program i2pd. */
  readonly binary: string;
  /** The rules of AppArmor for i2pd that are the administrator's own; undefined where it has no profile. */
  readonly localProfile: string | undefined;
  readonly appArmorIsOn: boolean;
  readonly hasPolkit: boolean;
  /** Whether i2pd runs or is to run at boot. */
  readonly unitIsOn: boolean;
  /** i2pd's data directory; undefined where there is none. */
  readonly data: Access | undefined;
  /** Whether the service's user is in i2pd's group. */
  readonly isMember: boolean;
  /** Whether there is a copy of the router that Pilothouse runs. */
  readonly isMoved: boolean;
  /** Whether there is a folder for the i2pd.conf of an attached i2pd, and whether the service has had the file in it. */
  readonly isAttached: boolean;
  readonly hasCopy: boolean;
  /** The texts of files that setup replaces, as far as they are there. */
  readonly replaced: { readonly [path: string]: string };
}

/** What a move also needs. Undo reads no file of i2pd's: what is in its place may be the reason to undo. */
export interface FoundToMove extends Found {
  /** i2pd's own configuration as a moved router gets it, and the services that are named in it to stay on. */
  readonly config: { readonly text: string; readonly named: readonly string[] };
}

/** What setup remembers of the machine as it was, for --undo. */
export interface Setup {
  readonly mode: Mode;
  readonly unitWasOn: boolean;
  readonly before: Pick<Found, "data" | "isMember" | "replaced">;
}
