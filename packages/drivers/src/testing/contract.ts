import { describe, it } from "vitest";
import { ADDRESS_BOOK_CASES } from "./contract/address-book-cases.js";
import type { Case, Harness } from "./contract/harness.js";
import { LIFE_CASES } from "./contract/life-cases.js";
import { SETTINGS_CASES } from "./contract/settings-cases.js";
import { TUNNEL_CASES } from "./contract/tunnel-cases.js";

export type { Harness } from "./contract/harness.js";

const CASES = { ...LIFE_CASES, ...SETTINGS_CASES, ...TUNNEL_CASES, ...ADDRESS_BOOK_CASES };
type CaseTitle = keyof typeof CASES;

export interface ContractOptions {
  /** Cases that this router cannot pass, each with the reason. */
  readonly skips?: { readonly [title in CaseTitle]?: string };
  /** For routers that live in real time. */
  readonly timeoutMs?: number;
}

/** The suite that every driver passes: what `port.ts` promises, seen from outside. */
export function describeRouter(
  name: string,
  makeHarness: () => Promise<Harness>,
  { skips = {}, timeoutMs = 30_000 }: ContractOptions = {},
): void {
  describe(`${name}, as a router`, () => {
    for (const [title, run] of Object.entries<Case>(CASES))
      it(title, { timeout: timeoutMs }, async (context) => {
        const reason = skips[title as CaseTitle];
        if (reason === "") throw new Error("A skipped case needs a reason");
        if (reason !== undefined) return context.skip(reason);
        const harness = await makeHarness();
        try {
          if (title in TUNNEL_CASES && harness.router.tunnels === undefined)
            return context.skip("this router has no way to tunnels");
          if (title in ADDRESS_BOOK_CASES && harness.router.addressBook === undefined)
            return context.skip("this router has no way to an address book");
          await run(harness);
        } finally {
          await harness.dispose();
        }
      });
  });
}
