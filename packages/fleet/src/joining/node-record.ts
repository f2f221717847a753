/** What the fleet keeps of a node under `node/<id>`, as JSON. */
export interface NodeRecord {
  /** 1 to 63 of a-z, 0-9, dot and hyphen; unique in the fleet. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** When it joined, or asked to, in milliseconds since the epoch. */
  readonly joined: number;
  /** The invitation it came with. */
  readonly invitation: string;
  /** It has asked to join, and was not accepted yet. */
  readonly waiting?: true;
  /** When it was accepted or refused; the hub's audit says by whom. */
  readonly accepted?: number;
  readonly refused?: number;
}

/** What is kept of a node that was removed, under `revoked/<id>`: it is cut off by it, for good. */
export interface RevokedNode {
  readonly name: string;
  readonly at: number;
}
