import { RpcError } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { RouterQueue } from "./router-queue.js";

describe("The queue for the router", () => {
  it("is limited: callers past the limit are asked to try again, until a place is free", async () => {
    const routerQueue = new RouterQueue(2);
    const ends: (() => void)[] = [];
    const waits = () => routerQueue.wait(() => new Promise<void>((resolve) => ends.push(resolve)));
    const first = waits();
    const second = routerQueue.enter();
    const refused = await waits().catch((error: unknown) => error as RpcError);
    expect(refused).toBeInstanceOf(RpcError);
    expect(refused).toMatchObject({ kind: "refused", retryAfter: 1 });
    second();
    const third = waits();
    for (const end of ends) end();
    await Promise.all([first, third]);
    await expect(routerQueue.stay(async () => "served")).resolves.toBe("served");
  });

  it("keeps no caller longer than the limit, but keeps the place until the work is done", async () => {
    const routerQueue = new RouterQueue(1, 5);
    let end = () => {};
    const hung = routerQueue.wait(() => new Promise<void>((resolve) => (end = resolve)));
    await expect(hung).rejects.toMatchObject({
      message: "The router did not answer within 5 ms",
      reason: "timeout",
    });
    await expect(routerQueue.wait(async () => "no")).rejects.toThrow("too many requests");
    end();
    await new Promise(setImmediate);
    await expect(routerQueue.wait(async () => "yes")).resolves.toBe("yes");
  });

  it("frees the place of work that fails", async () => {
    const routerQueue = new RouterQueue(1);
    const fails = () => routerQueue.wait(() => Promise.reject(new Error("broken")));
    await expect(fails()).rejects.toThrow("broken");
    await expect(fails()).rejects.toThrow("broken");
  });
});
