/** What the fleet keeps of a node under `node/<id>`, as JSON. */
export interface NodeRecord {
  /** 1 to 63 of a-z, 0-9, dot and hyphen; unique in the fleet. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** When it joined or was accepted, in milliseconds since the epoch. */
  readonly joined: number;
  /** The invitation it came with; empty for one that was adopted. */
  readonly invitation: string;
  /** The key that signs its answers; absent until the node has named one, if it was adopted. */
  readonly signing?: string;
  /** When it was accepted, if it had to wait; the hub's audit says by whom. */
  readonly accepted?: number;
  /** Since when two machines are known to use its key. Nothing is changed on it until an operator decides. */
  readonly duplicate?: number;
  /** Given by that decision to the one that stays, and kept by it. One with a lower number is a copy. */
  readonly generation?: number;
}

/** A request to join that an operator has to decide on, under `waiting/<invitation>/<node>`. It ends with its invitation. */
export interface WaitingRecord {
  /** The name that it asks for. It gets one when it is accepted; until then others may take this one. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly since: number;
  readonly invitation: string;
  /** When it was refused. It is kept so that the node hears of it. */
  readonly refused?: number;
}

/** What is kept of a node that was removed, under `revoked/<id>`: it is cut off by it, for good. */
export interface RevokedNode {
  readonly name: string;
  readonly at: number;
}
