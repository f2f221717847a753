import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Arrivals } from "./arrivals.js";

class Connection extends EventEmitter {
  constructor(readonly name: string) {
    super();
  }
  destroy(): void {
    this.emit("close");
  }
}

describe("Connections that arrive", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function stage() {
    const begun: string[] = [];
    const arrivals = new Arrivals((socket) => void begun.push((socket as unknown as Connection).name));
    const come = (owner: string, count: number) =>
      Array.from({ length: count }, (_, n) => {
        const socket = new Connection(`${owner}${n}`);
        arrivals.come(owner, socket as unknown as Socket);
        return socket;
      });
    return { arrivals, begun, come };
  }

  it("begin at once, as many as a person's programs open", async () => {
    const { begun, come } = stage();
    come("a", 64);
    expect(begun).toHaveLength(64);
  });

  it("begin one after the other where one address opens very many, and those of others at once", async () => {
    const { begun, come } = stage();
    come("a", 2_000);
    come("b", 1);
    expect(begun).toHaveLength(65);
    expect(begun.at(-1)).toBe("b0");
    await vi.advanceTimersByTimeAsync(100);
    expect(begun.slice(65)).toEqual(Array.from({ length: 10 }, (_, n) => `a${64 + n}`));
  });

  it("do not begin when they have ended meanwhile", async () => {
    const { begun, come } = stage();
    const sockets = come("a", 66);
    sockets[64]?.destroy();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toHaveLength(65);
    expect(begun.at(-1)).toBe("a65");
  });

  it("begin at once again after a rest, and leave no timer behind", async () => {
    const { begun, come } = stage();
    come("a", 64);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(vi.getTimerCount()).toBe(0);
    come("a", 64);
    expect(begun).toHaveLength(128);
  });

  it("are ended with their endpoint while they wait", async () => {
    const { arrivals, begun, come } = stage();
    const ended = vi.fn();
    for (const socket of come("a", 66)) socket.once("close", ended);
    arrivals.close();
    expect(ended).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toHaveLength(64);
  });
});
