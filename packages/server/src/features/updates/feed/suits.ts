import { FeedFault } from "./feed-fault.js";
import type { Manifest } from "./manifest.js";

/** Debian's names, which operators know, for those that Node has others for. */
const DEBIAN: { readonly [arch: string]: string } = { x64: "amd64", ia32: "i386", arm: "armhf" };

/** For a file that runs on every machine. */
export const ANY_ARCHITECTURE = "any";
export const THIS_ARCHITECTURE = DEBIAN[process.arch] ?? process.arch;

export interface Wanted {
  /** The kind of router that is to be updated. */
  readonly product: string;
  readonly architecture?: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Throws unless the manifest, whose signature is already checked, is meant for this router on this machine and has
 * not expired. Without an expiry, an attacker with the feed's server could keep offering an old version for ever.
 */
export function checkSuits(
  { product, architecture, expires }: Manifest,
  { product: ours, architecture: here = THIS_ARCHITECTURE, now }: Wanted,
): void {
  if (product !== ours) throw new FeedFault("other", "forOther", { theirs: product, ours });
  if (architecture !== ANY_ARCHITECTURE && architecture !== here)
    throw new FeedFault("other", "forOtherMachine", { theirs: architecture, ours: here });
  if (Date.parse(expires) <= now) throw new FeedFault("expired", "until", { expires });
}
