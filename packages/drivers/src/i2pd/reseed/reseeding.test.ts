import type { Link } from "@pilothouse/client";
import { describe, expect, it } from "vitest";
import { NotPossible } from "../../port.js";
import { Control } from "../control/control.js";
import { Reseeding } from "./reseeding.js";

/** A control service: what it answers at once, what never. */
const control = (answers: (method: string) => boolean) =>
  new Control({
    send(text, { signal }) {
      const { id, method } = JSON.parse(text);
      const reply = { text: `{"id":${id},"result":{"i2p.router.uptime":1}}`, status: 200 } as Reply;
      if (answers(method)) return Promise.resolve(reply);
      return new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
      );
    },
  });

type Reply = Awaited<ReturnType<Link["send"]>>;

describe("a reseed", () => {
  it("is refused when the router hangs, and is not reported as begun", async () => {
    const reseeding = new Reseeding(() => 0);
    const refused = reseeding.begin(control(() => false));
    await expect(refused).rejects.toThrow(NotPossible);
    await expect(refused).rejects.toThrow("does not answer");
    expect(reseeding.going).toBe(false);
  });

  it("has begun when the router answers, and then is busy with it", async () => {
    const reseeding = new Reseeding(() => 0);
    await reseeding.begin(control((method) => method === "RouterInfo"));
    expect(reseeding.blocks).toBe(true);
    reseeding.end();
  });

  it("is not begun when the session that asked ends while the router is waited for", async () => {
    const asked: string[] = [];
    const session = new AbortController();
    const revoking = control((method) => {
      asked.push(method);
      session.abort(new Error("revoked"));
      return true;
    });
    const reseeding = new Reseeding(() => 0);
    await expect(reseeding.begin(revoking, session.signal)).rejects.toThrow("revoked");
    expect([asked, reseeding.going]).toEqual([["RouterInfo"], false]);
  });

  it("is refused when the router does not run", async () => {
    await expect(new Reseeding(() => 0).begin(undefined)).rejects.toThrow("does not run");
  });
});
