import { createHash, createHmac } from "node:crypto";

/** It did not work; the message says why. `final`: the same token will never do. */
export class JoinError extends Error {
  override readonly name = "JoinError";
  constructor(
    message: string,
    readonly final = false,
  ) {
    super(message);
  }
}

/** What a machine asks: to be taken in, and then to be counted as a member, when its own login has worked. */
export interface JoinRequest {
  readonly step: "ask" | "confirm";
  readonly fleet: string;
  readonly invitation: string;
  readonly node: string;
  /** The key with which it will sign its answers. */
  readonly signing: string;
  /** A key made for this request: what is secret in the answer is locked for it (`keys/box.ts`). */
  readonly box: string;
  /** What it would like to be called. */
  readonly name: string;
  /** Whether the name was chosen, and another one would not do. */
  readonly chosen: boolean;
  readonly nonce: string;
  /** The node's clock. */
  readonly at: number;
  /** That it knows the invitation's secret. */
  readonly proof: string;
}

/** What a member has to know. */
interface MemberGrant {
  /** A login that lasts long enough to try it, and to take the last step. */
  readonly jwt: string;
  readonly addresses: readonly string[];
  /** The bus's certificate or its authority's (PEM); null where systems know it. */
  readonly certificate: string | null;
  readonly reconnectJitter: number;
}

/** The hub's answer, signed by the fleet. */
export interface JoinAnswer {
  readonly nonce: string;
  /** The hub's clock. */
  readonly at: number;
  /** Why not, for people. */
  readonly refused?: string;
  /** The refusal is for good: asking again is of no use. */
  readonly final?: boolean;
  readonly waiting?: { readonly name: string };
  readonly member?: MemberGrant;
  /**
   * Done; with the login that lasts, and the key for its reports, in a box that neither the bus nor another machine
   * with the same token can open. Not before: hubs show who reports, and whoever has a token can ask with any number
   * of keys.
   */
  readonly joined?: { readonly name: string; readonly jwt: string; readonly reportKey: string };
}

export const proofOf = (
  secret: Uint8Array,
  { step, fleet, invitation, node, signing, name, chosen, nonce }: Omit<JoinRequest, "proof" | "box">,
): string =>
  createHmac("sha256", secret)
    .update([step, fleet, invitation, node, signing, name, chosen, nonce].join("\n"))
    .digest("base64url");

/** Lets people check that the waiting node is the one in front of them. */
export const fingerprintOf = (node: string): string =>
  (createHash("sha256").update(node).digest("hex").slice(0, 24).match(/.{4}/g) ?? []).join("-");

/** The fingerprint in a text, in the form above; upper case and other separators are fine. Undefined unless it is whole. */
export function readFingerprint(text: string): string | undefined {
  const digits = text.replaceAll(/[\s:.-]/g, "").toLowerCase();
  return /^[0-9a-f]{24}$/.test(digits) ? digits.match(/.{4}/g)?.join("-") : undefined;
}
