import { reason } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { meaningOf } from "./steps.js";

const WANTED = { checksum: "c1", network: {}, advanced: {} };
const error = (message: string, reason?: string) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32603, message, data: { reason } } });
const result = (value: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, result: value });

describe("what a node answers", () => {
  it("is a failure in its own words, or in ours when it makes no sense", () => {
    expect(meaningOf("restart", error("the router is busy"), undefined)).toEqual({
      is: "failed",
      why: "the router is busy",
    });
    for (const text of ["", "null", "[]", "{}", '{"error":7}'])
      expect(meaningOf("restart", text, undefined)).toEqual({
        is: "failed",
        why: reason("rollout.noAnswer"),
      });
  });

  it("has the code that the node gives, in an error or for settings that it has put back, if it is known here", () => {
    const why = { code: "i2pd.noName", values: { name: "nonsense" } };
    const refused = (data: object) =>
      meaningOf("apply", JSON.stringify({ error: { message: "no such setting", data } }), WANTED);
    expect(refused(why)).toEqual({ is: "failed", why: { text: "no such setting", ...why } });
    const reverted = { state: "reverted", applied: null, reason: "no such setting", coded: why };
    expect(meaningOf("confirm", result(reverted), WANTED)).toEqual(refused(why));
    const nonsense = [
      { ...why, code: "of.later" },
      { ...why, code: "constructor" },
      { code: why.code },
      { ...why, values: { name: { deep: 1 } } },
      { ...why, values: { name: "x".repeat(5_000) } },
    ];
    for (const data of nonsense) expect(refused(data)).toEqual({ is: "failed", why: "no such setting" });
    const secret = refused({ ...why, values: { name: "password = hunter2-is-long" } });
    expect(JSON.stringify(secret)).not.toContain("hunter2");
  });

  it("is kept short and without secrets, whatever a compromised node sends", () => {
    for (const text of [
      error(`password = hunter2-is-long ${"x".repeat(30_000)}`),
      result({ FindUpdates: `password = hunter2-is-long ${"x".repeat(30_000)}` }),
    ]) {
      const { why = "" } = meaningOf("find", text, undefined) as { readonly why?: string };
      expect(why.length).toBeLessThan(2_100);
      expect(why).not.toContain("hunter2");
    }
  });

  it("is no failure when the node has begun it before: what became of it is yet to be seen", () => {
    const begun = error("the service ended while it carried this out", "begun");
    expect(meaningOf("restart", begun, undefined)).toEqual({ is: "taken" });
    expect(meaningOf("update", begun, undefined)).toEqual({ is: "pending" });
    expect(meaningOf("apply", begun, WANTED)).toEqual({ next: "confirm" });
  });

  it("is done only when it has applied what is wanted of it", () => {
    const confirmed = (state: string, applied: string | null) =>
      meaningOf("confirm", result({ state, applied, reason: null }), WANTED);
    expect(confirmed("applied", "c1")).toEqual({ is: "done" });
    expect(confirmed("pending", null)).toEqual({ is: "pending" });
    expect(confirmed("applied", "c2")).toMatchObject({ is: "failed" });
  });
});
