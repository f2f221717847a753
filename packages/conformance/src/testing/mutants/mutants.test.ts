import { describe, expect, it } from "vitest";
import { CHECKS } from "../../checks/index.js";
import { judged, TOKEN_LIFETIME } from "../judging.js";
import { MUTANTS } from "./index.js";

const ids = new Set(CHECKS.map(({ id }) => id));
const outcomes = (run: Awaited<ReturnType<typeof judged>>) =>
  new Map(run.results.map(({ id, outcome }) => [id, outcome]));

describe("The deliberate faults", () => {
  it("are 150 or more, each with a name of its own and with checks that exist", () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(150);
    expect(new Set(MUTANTS.map(({ id }) => id)).size).toBe(MUTANTS.length);
    expect(
      MUTANTS.flatMap(({ caught, during = [] }) => [...caught, ...during]).filter((id) => !ids.has(id)),
    ).toEqual([]);
  });

  it.concurrent.each(MUTANTS)(
    "$id is caught: a server that $says",
    async ({ caught, during = [], fault }) => {
      const expires = caught.some((id) => /expired|removed/.test(id));
      // A server that hangs is given up on early, but not so early that a busy machine looks like one.
      const hangs = caught.some((id) => ["http.prompt", "security.waiting", "http.close"].includes(id));
      const run = await judged(
        { behaviour: fault, ...(expires ? { tokenLifetime: TOKEN_LIFETIME } : {}) },
        [...caught, ...during],
        {
          ...(expires ? { tokenLifetime: TOKEN_LIFETIME } : {}),
          actionTimeout: 3_000,
          ...(hangs ? { limits: { timeout: 1_000, maxReply: 1_048_576 } } : {}),
        },
      );
      const seen = outcomes(run);
      expect(caught.map((id) => [id, seen.get(id)])).toEqual(caught.map((id) => [id, "fail"]));
    },
  );
});
