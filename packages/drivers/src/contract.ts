import { describe, it } from "vitest";
import type { Case, Harness } from "./contract/harness.js";
import { LIFE_CASES } from "./contract/life-cases.js";
import { SETTINGS_CASES } from "./contract/settings-cases.js";

export type { Harness } from "./contract/harness.js";

const CASES = { ...LIFE_CASES, ...SETTINGS_CASES };
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
          await run(harness);
        } finally {
          await harness.dispose();
        }
      });
  });
}
