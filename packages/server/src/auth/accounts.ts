import type { Scope } from "@pilothouse/protocol";

/** A password that opens something. */
export interface Opener {
  readonly isFactory: boolean;
  /** Rises with each change: a login that began under an older one must not succeed. */
  readonly generation: number;
  /** Only in the hasher's turn. */
  matches(candidate: string): Promise<boolean>;
}

/** The account of a person, in addition to the service's own password. */
export interface Account extends Opener {
  readonly person: string;
  /** What its sessions may do here. */
  readonly scope: Scope;
}

/** The accounts of a service that has some. */
export interface Accounts {
  /** Whether there are any. */
  readonly exist: boolean;
  find(person: string): Account | undefined;
  /** Whether its sessions here must end, and could not be ended yet, as on a full disk. */
  isEnding?(person: string): boolean;
}
