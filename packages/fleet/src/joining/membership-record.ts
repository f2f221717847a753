/** What a node keeps of its fleet. */
export interface MembershipRecord {
  readonly fleet: string;
  readonly name: string;
  /** With which it joined. */
  readonly invitation: string;
  readonly addresses: readonly string[];
  /** Where the bus was before it moved, until the new place has worked once. */
  readonly former?: readonly string[];
  readonly certificate: string | null;
  readonly jwt: string;
  /** In base64. */
  readonly reportKey: string;
  readonly reconnectJitter: number;
  /** Given when an operator decided that this machine is the node; one without it, or with a lower one, is a copy. */
  readonly generation?: number;
}
