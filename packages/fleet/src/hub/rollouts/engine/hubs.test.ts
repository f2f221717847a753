import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EngineOptions } from "./engine-parts.js";
import { Stage } from "./testing/stage.js";

type Gate = (phase: "before" | "after") => Promise<void>;

/** Every write and every command of a hub passes the gate, before it happens and after. */
const through = (gate: Gate) => (options: EngineOptions) => ({
  state: {
    get: (key: string) => options.state.get(key),
    list: (prefix: string) => options.state.list(prefix),
    watch: options.state.watch.bind(options.state),
    remove: options.state.remove.bind(options.state),
    close: () => options.state.close(),
    put: async (key: string, text: string, revision: number) => {
      await gate("before");
      const written = await options.state.put(key, text, revision);
      await gate("after");
      return written;
    },
  },
  bus: {
    connected: true,
    notify: options.bus.notify,
    call: async (...args: Parameters<EngineOptions["bus"]["call"]>) => {
      await gate("before");
      const answer = await options.bus.call(...args);
      await gate("after");
      return answer;
    },
  },
});

const NODES = 4;
const ONCE = Array(NODES).fill(1);
const strategy = { maxParallel: 2, canary: 0, minHealthy: 1_000 };

describe("a hub that is ended at any step", () => {
  it("continues when it is started again: no node is restarted twice, none is forgotten", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }), async (lives) => {
        const stage = new Stage(NODES);
        const { id } = await stage.create(strategy);
        const live = async (left: number | undefined) => {
          let steps = left ?? Number.POSITIVE_INFINITY;
          let dead = false;
          await stage.hub(
            "hub",
            through(async () => {
              if (dead || steps-- <= 0) {
                dead = true;
                await new Promise<never>(() => {});
              }
            }),
          );
          for (let second = 0; second < 200 && !dead; second++) await stage.pass(1);
        };
        for (const left of lives) await live(left);
        await live(undefined);
        expect(await stage.read(id)).toMatchObject({ status: "done", progress: "dddd" });
        expect(stage.restarts).toEqual(ONCE);
        expect(stage.fleet.mostOut).toBeLessThanOrEqual(strategy.maxParallel);
      }),
      { numRuns: 25 },
    );
  });
});

describe("a hub that was away for hours", () => {
  it("finds nodes done that came back meanwhile, waits for the others, and restarts none again", async () => {
    const stage = new Stage(2);
    const engine = await stage.hub("hub");
    const { id } = await stage.create({ ...strategy, drainLimit: 60_000 });
    await stage.pass(3);
    expect(stage.restarts).toEqual([1, 1]);
    await engine.close();
    stage.hubs.delete("hub");
    for (const node of stage.fleet.nodes.values()) node.online = false;
    await stage.pass(3 * 3_600, 60);
    await stage.hub("hub");
    // Nodes that could not reach their hub for this long try less often.
    await stage.pass(300);
    expect(await stage.read(id)).toMatchObject({ status: "running", progress: "oo" });
    for (const node of stage.fleet.nodes.values()) node.online = true;
    expect(await stage.finish(id)).toMatchObject({ status: "done", progress: "dd" });
    expect(stage.restarts).toEqual([1, 1]);
  });
});

describe("two hubs", () => {
  it("run a roll-out by one of them, and the other takes over within ten seconds", async () => {
    const stage = new Stage(NODES);
    await stage.hub("hub");
    await stage.hub("other");
    const { id } = await stage.create(strategy);
    await stage.pass(10);
    expect((await stage.read(id)).lease.hub).toBe("hub");
    stage.hubs.delete("hub");
    await stage.pass(10);
    expect((await stage.read(id)).lease.hub).toBe("other");
    expect(await stage.finish(id)).toMatchObject({ status: "done", progress: "dddd" });
    expect(stage.restarts).toEqual(ONCE);
  });

  it("restart no node twice when one is stopped at any step and continues later", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 40 }), async (stopAt, seconds) => {
        const stage = new Stage(NODES);
        let steps = stopAt;
        let stopped: Promise<void> | undefined;
        let resume = () => {};
        await stage.hub(
          "hub",
          through(async () => {
            if (steps-- === 0)
              stopped = new Promise<void>((resolve) => {
                resume = resolve;
              });
            await stopped;
          }),
        );
        await stage.hub("other");
        const { id } = await stage.create(strategy);
        for (let second = 0; second < 300 && stopped === undefined; second++) await stage.pass(1);
        await stage.pass(seconds);
        resume();
        expect(await stage.finish(id)).toMatchObject({ status: "done", progress: "dddd" });
        expect(stage.restarts).toEqual(ONCE);
        expect(stage.fleet.mostOut).toBeLessThanOrEqual(strategy.maxParallel);
      }),
      { numRuns: 25 },
    );
  });

  it("never run it at the same time: only one of two that take over wins", async () => {
    const stage = new Stage(NODES);
    await stage.hub("a");
    await stage.hub("b");
    // The hub that was asked has died before its first step.
    const { id } = await stage.create(strategy);
    expect(await stage.finish(id)).toMatchObject({ status: "done", progress: "dddd" });
    expect(stage.restarts).toEqual(ONCE);
    expect((await stage.read(id)).lease.epoch).toBe(1);
  });
});
