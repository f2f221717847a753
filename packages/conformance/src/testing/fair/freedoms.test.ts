import { describe, expect, it } from "vitest";
import { CHECKS } from "../../checks/index.js";
import { judged } from "../judging.js";
import { FREEDOMS } from "./freedoms.js";

describe("A server that is right by the letter", () => {
  it.concurrent.each(FREEDOMS)(
    "fails nothing that it must do when it $says",
    async ({ server, meets, should }) => {
      const ids = CHECKS.map(({ id }) => id).filter((id) => meets?.test(id) ?? true);
      const { results, leftovers, noVerdict } = await judged(server(), ids);
      const failed = results.filter(({ outcome }) => outcome === "fail");
      const found = failed.map(({ id, level }) => `${level} ${id}`).toSorted();
      const reasons = failed.map(({ id, reason }) => `${id}: ${reason}`).join("\n");
      expect(found, reasons).toEqual((should ?? []).map((id) => `SHOULD ${id}`).toSorted());
      expect([leftovers, noVerdict]).toEqual([[], undefined]);
    },
  );
});
