import { type Reason, reason, textOfReason } from "@pilothouse/protocol";
import { describe, expect, it, vi } from "vitest";
import { Memory } from "../memory.js";
import type { Engine } from "./engine.js";
import { Supervision } from "./supervision.js";

/** A router that is only played, with a note of all that was done to it. */
function play(stored?: string, alive?: string) {
  let now = 1_000_000;
  let life = alive;
  let lives = 0;
  const done: string[] = [];
  const logged: string[] = [];
  const crashes: string[] = [];
  const storage = { text: stored };
  const engine: Engine = {
    every: 3_600_000,
    everySteady: 3_600_000,
    longestDrain: 600_000,
    find: async () => life,
    start: async () => {
      done.push("start");
      life = `life ${++lives}`;
      return life;
    },
    stop: async () => void done.push("stop"),
    kill: async () => void done.push("kill"),
    drain: async () => void done.push("drain"),
    cancel: async () => void done.push("cancel"),
    ending: async ({ replaced = false } = {}) => ({
      stopped: replaced ? world.restartedByAdmin : world.stoppedByAdmin,
      why: reason("exit.signal", { signal: "SIGSEGV" }),
    }),
  };
  const world = {
    engine,
    done,
    logged,
    crashes,
    storage,
    answers: true,
    /** How far the time of day was set. */
    clockOff: 0,
    stoppedByAdmin: false,
    restartedByAdmin: false,
    rolledBack: undefined as Reason | undefined,
    dies: () => {
      life = undefined;
    },
    foreignLife: () => {
      life = `foreign ${++lives}`;
    },
    passes: (ms: number) => {
      now += ms;
    },
    now: () => now,
    open: async () => {
      const memory = await Memory.open({
        load: async () => storage.text,
        save: async (text) => {
          storage.text = text;
        },
      });
      const supervision = new Supervision({
        engine: world.engine,
        memory,
        clock: { now: () => now + world.clockOff, ticks: () => now },
        log: (message) => logged.push(message),
        warn: (message) => logged.push(`warning: ${message}`),
        lastLines: async () => ["its last words"],
        answers: async () => world.answers,
        up: async () => void done.push("up"),
        failed: async () => {
          done.push("failed");
          return world.rolledBack;
        },
        foreign: async () => void done.push("foreign"),
        crashed: (why) => void crashes.push(textOfReason(why)),
      });
      await supervision.open();
      return supervision;
    },
  };
  return world;
}

const phase = (supervision: Supervision) => supervision.state.name;

describe("a router under supervision", () => {
  it("is started, and runs when it answers", async () => {
    const world = play();
    world.answers = false;
    const router = await world.open();
    await router.look();
    expect(phase(router)).toBe("starting");
    world.answers = true;
    await router.look();
    expect(phase(router)).toBe("running");
    expect(world.done).toEqual(["start", "up"]);
    await router.close();
  });

  it("is looked at often while it starts or ends, and seldom while it runs or is stopped", async () => {
    vi.useFakeTimers();
    try {
      const world = play();
      let looks = 0;
      const { find } = world.engine;
      world.engine = {
        ...world.engine,
        every: 250,
        everySteady: 1_000,
        find: (known) => {
          looks++;
          return find(known);
        },
      };
      world.answers = false;
      const router = await world.open();
      const looksIn = async (ms: number) => {
        looks = 0;
        await vi.advanceTimersByTimeAsync(ms);
        return looks;
      };
      expect([phase(router), await looksIn(2_000)]).toEqual(["starting", 8]);
      world.answers = true;
      await router.look();
      expect([phase(router), await looksIn(2_000)]).toEqual(["running", 2]);
      await router.request("Shutdown");
      expect([phase(router), await looksIn(2_000)]).toEqual(["stopping", 8]);
      world.dies();
      await router.look();
      expect([phase(router), await looksIn(2_000)]).toEqual(["stopped", 2]);
      await router.close();
      expect(await looksIn(10_000)).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("counts every start, also by others", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    expect(router.starts).toBe(1);
    await router.request("Restart");
    world.dies();
    await router.look();
    expect(router.starts).toBe(2);
    await router.look();
    world.foreignLife();
    await router.look();
    expect(router.starts).toBe(3);
    await router.close();
  });

  it("has a note on how it ended by itself, until something is asked of it", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    expect(router.note).toBeUndefined();
    world.dies();
    await router.look();
    expect(textOfReason(router.note ?? "")).toBe("The router ended by itself: killed by SIGSEGV");
    world.passes(60_000);
    await router.look();
    await router.look();
    expect([phase(router), router.note?.code]).toEqual(["running", "start.ended"]);
    await router.request("Restart");
    expect(router.note).toBeUndefined();
    await router.close();
  });

  it("has a note that a bad configuration was rolled back, while it runs with the good one", async () => {
    const world = play();
    world.rolledBack = reason("rollBack.neither");
    world.answers = false;
    const router = await world.open();
    world.dies();
    await router.look();
    world.passes(60_000);
    await router.look();
    world.answers = true;
    await router.look();
    expect(phase(router)).toBe("running");
    expect(router.note).toMatchObject({
      code: "start.failed",
      values: { "cause.code": "exit.signal", "done.code": "rollBack.neither" },
    });
    expect(textOfReason(router.note ?? "")).toMatch(
      /^The router did not start: killed by SIGSEGV. It does not/,
    );
    await router.close();
  });

  it("is soon started with another configuration, however often it has crashed before", async () => {
    const world = play();
    world.answers = false;
    const router = await world.open();
    const fails = async () => {
      world.dies();
      await router.look();
      const { until } = router.state as { until: number };
      world.passes(until - world.now());
      await router.look();
      return until;
    };
    for (let crash = 0; crash < 5; crash++) await fails();
    world.rolledBack = reason("rollBack.neither");
    const now = world.now();
    expect((await fails()) - now).toBe(1_000);
    await router.close();
  });

  it("is taken over when it already runs, and not started", async () => {
    const world = play(JSON.stringify({ mark: "life 7" }), "life 7");
    const router = await world.open();
    expect(phase(router)).toBe("running");
    expect(world.done).toEqual(["up"]);
    await router.close();
  });

  it("is recognised as another one when somebody else has started it", async () => {
    const world = play(JSON.stringify({ mark: "life 7", drain: { next: "stop", until: 5 } }), "life 8");
    const router = await world.open();
    expect(phase(router)).toBe("running");
    expect(world.done).toEqual(["foreign", "up"]);
    await router.close();
  });

  it("continues a wait that was begun before, and does not begin it again", async () => {
    const drain = { next: "restart", until: 1_500_000 };
    const world = play(JSON.stringify({ mark: "life 7", drain }), "life 7");
    const router = await world.open();
    expect(router.state).toEqual({ name: "draining", ...drain });
    await router.request("RestartGraceful");
    await router.request("ShutdownGraceful");
    expect(world.done).toEqual([]);
    expect(router.state).toEqual({ name: "draining", next: "stop", until: drain.until });
    await router.close();
  });

  it("gets the drain command once, and that is saved before it is sent", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    let keptFirst = "";
    world.engine.drain = async () => {
      keptFirst = world.storage.text ?? "";
      world.done.push("drain");
    };
    await router.request("ShutdownGraceful");
    await router.request("ShutdownGraceful");
    expect(world.done.filter((operation) => operation === "drain")).toHaveLength(1);
    expect(JSON.parse(keptFirst).drain).toEqual({ next: "stop", until: world.now() + 600_000 });
    world.dies();
    await router.look();
    expect(phase(router)).toBe("stopped");
    expect(JSON.parse(world.storage.text ?? "")).not.toHaveProperty("drain");
    await router.close();
  });

  it("keeps running as if nothing had been asked when the drain command fails", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    world.engine.drain = () => Promise.reject(new Error("busy"));
    await expect(router.request("ShutdownGraceful")).rejects.toThrow("busy");
    expect(phase(router)).toBe("running");
    expect(JSON.parse(world.storage.text ?? "")).not.toHaveProperty("drain");
    await router.close();
  });

  it("is ended when its wait has lasted too long, and killed when it does not end", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    await router.request("RestartGraceful");
    world.passes(600_000);
    await router.look();
    expect(phase(router)).toBe("stopping");
    world.passes(30_000);
    await router.look();
    expect(world.done.slice(-3)).toEqual(["drain", "stop", "kill"]);
    world.dies();
    await router.look();
    expect(world.done.at(-1)).toBe("start");
    await router.close();
  });

  it("is started again after a crash, after twice as long each time", async () => {
    const world = play();
    const router = await world.open();
    const waits: number[] = [];
    for (let crash = 0; crash < 9; crash++) {
      await router.look();
      expect(phase(router)).toBe("running");
      world.dies();
      await router.look();
      expect(phase(router)).toBe("crashed");
      let waited = 0;
      for (; phase(router) === "crashed"; waited += 500) {
        world.passes(500);
        await router.look();
      }
      waits.push(waited);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(world.logged.join()).toContain("its last words");
    await router.close();
  });

  it("is started again after twice as long each time also when it never comes up", async () => {
    const world = play();
    world.answers = false;
    const router = await world.open();
    for (const wait of [1_000, 2_000, 4_000, 8_000]) {
      world.dies();
      await router.look();
      world.passes(wait - 1);
      await router.look();
      expect(phase(router)).toBe("crashed");
      world.passes(1);
      await router.look();
      expect(phase(router)).toBe("starting");
    }
    await router.close();
  });

  it("is forgiven earlier crashes after a long run", async () => {
    const world = play();
    const router = await world.open();
    for (let crash = 0; crash < 4; crash++) {
      await router.look();
      world.passes(600_000);
      world.dies();
      await router.look();
      world.passes(1_000);
      await router.look();
      expect(phase(router)).toBe("starting");
    }
    await router.close();
  });

  it("is said to have failed when it ends before it has come up", async () => {
    const world = play();
    world.answers = false;
    const router = await world.open();
    world.dies();
    await router.look();
    expect(world.done).toEqual(["start", "failed"]);
    await router.close();
  });

  it("is tried again when it cannot be started, unless a stop was requested", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    world.engine.start = () => Promise.reject(new Error("no such program"));
    world.dies();
    await router.look();
    world.passes(1_000);
    await router.look();
    expect(phase(router)).toBe("crashed");
    expect(world.logged.at(-1)).toBe("warning: no such program");
    await router.request("Shutdown");
    world.passes(100_000);
    await router.look();
    expect(phase(router)).toBe("stopped");
    await router.close();
  });

  it("says so when the first start fails, and when a restart does", async () => {
    const world = play();
    world.engine.start = () => Promise.reject(new Error("no such program"));
    await expect(world.open()).rejects.toThrow("no such program");
  });

  it("counts as running when somebody starts it by hand", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    await router.request("Shutdown");
    world.dies();
    await router.look();
    expect(phase(router)).toBe("stopped");
    world.foreignLife();
    await router.look();
    expect(phase(router)).toBe("running");
    expect(world.done).toContain("foreign");
    await router.close();
  });

  it("is started again in time when the clock is set back or ahead meanwhile", async () => {
    for (const hours of [-1, 1]) {
      const world = play();
      const router = await world.open();
      await router.look();
      world.dies();
      await router.look();
      expect(phase(router)).toBe("crashed");
      world.clockOff = hours * 3_600_000;
      await router.look();
      expect(phase(router)).toBe("crashed");
      world.passes(1_000);
      await router.look();
      expect(phase(router)).toBe("starting");
      await router.close();
    }
  });

  it("waits as long for its last tunnel when the clock is set, also under another driver", async () => {
    const world = play();
    const first = await world.open();
    await first.look();
    await first.request("ShutdownGraceful");
    expect(first.phase).toMatchObject({ until: world.now() + 600_000 });
    world.clockOff = -3_600_000;
    expect(first.phase).toMatchObject({ until: world.now() - 3_600_000 + 600_000 });
    await first.close();
    const second = await world.open();
    expect(phase(second)).toBe("draining");
    world.passes(600_000);
    await second.look();
    expect(phase(second)).toBe("stopping");
    await second.close();
  });

  it("is reported when it crashes: why, what it logged last, and when it is started again", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    world.dies();
    await router.look();
    expect(router.phase).toEqual({
      name: "crashed",
      until: world.now() + 1_000,
      report: {
        cause: "killed by SIGSEGV",
        why: reason("exit.signal", { signal: "SIGSEGV" }),
        lines: ["its last words"],
      },
    });
    expect(world.logged.join("\n")).toContain(
      "warning: The router ended by itself (killed by SIGSEGV) and is started again in 1 s; the last lines of its log:\nits last words",
    );
    await router.close();
  });

  it("is soon started again after a requested restart, after any number of crashes before", async () => {
    const world = play();
    const router = await world.open();
    const crash = async () => {
      await router.look();
      world.dies();
      await router.look();
      return router.state.name === "crashed" ? router.state.until - world.now() : undefined;
    };
    expect(await crash()).toBe(1_000);
    world.passes(1_000);
    await router.look();
    expect(await crash()).toBe(2_000);
    await router.request("Restart");
    expect(await crash()).toBe(1_000);
    await router.close();
  });

  it("stays stopped when its administrator has stopped it, until a start is asked for", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    world.stoppedByAdmin = true;
    world.dies();
    await router.look();
    expect(phase(router)).toBe("stopped");
    world.passes(3_600_000);
    await router.look();
    expect(phase(router)).toBe("stopped");
    expect(world.done).toEqual(["start", "up"]);
    await router.request("Restart");
    await router.look();
    expect(phase(router)).toBe("running");
    await router.close();
  });

  it("is not started again when its administrator stops it while a start is due", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    world.dies();
    await router.look();
    world.stoppedByAdmin = true;
    world.passes(60_000);
    await router.look();
    expect(phase(router)).toBe("stopped");
    await router.close();
  });

  it("is tried again when it cannot be started after a stop of our own, which is no administrator's", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    const { start } = world.engine;
    world.engine.start = () => Promise.reject(new Error("not now"));
    await router.request("Restart");
    world.stoppedByAdmin = true;
    world.dies();
    await router.look();
    expect(phase(router)).toBe("crashed");
    world.engine.start = start;
    world.passes(1_000);
    await router.look();
    await router.look();
    expect(phase(router)).toBe("running");
    world.dies();
    await router.look();
    expect(phase(router)).toBe("stopped");
    await router.close();
  });
});

describe("a crash is told", () => {
  const SEGV = "killed by SIGSEGV";

  it("each time, however soon the router runs again", async () => {
    const world = play();
    const router = await world.open();
    for (let crash = 1; crash <= 5; crash++) {
      await router.look();
      world.dies();
      await router.look();
      expect(world.crashes).toEqual(Array(crash).fill(SEGV));
      world.passes(60_000);
      await router.look();
    }
    await router.close();
  });

  it("also when the router ends before it has come up", async () => {
    const world = play();
    world.answers = false;
    const router = await world.open();
    for (let crash = 1; crash <= 3; crash++) {
      world.dies();
      await router.look();
      world.passes(60_000);
      await router.look();
    }
    expect(world.crashes).toEqual([SEGV, SEGV, SEGV]);
    await router.close();
  });

  it("also when somebody else has started it again before the next look, unless an administrator did", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    world.foreignLife();
    await router.look();
    expect(world.crashes).toEqual([SEGV]);
    world.restartedByAdmin = true;
    world.foreignLife();
    await router.look();
    expect(world.crashes).toEqual([SEGV]);
    await router.close();
  });

  it("but not an end that was asked for, nor one by its administrator", async () => {
    const world = play();
    const router = await world.open();
    for (const action of ["Restart", "RestartGraceful", "Shutdown"] as const) {
      await router.look();
      await router.request(action);
      world.dies();
      await router.look();
    }
    world.foreignLife();
    await router.look();
    world.stoppedByAdmin = true;
    world.dies();
    await router.look();
    expect([world.crashes, phase(router)]).toEqual([[], "stopped"]);
    await router.close();
  });

  it("and a start that fails, once for each reason", async () => {
    const world = play();
    const router = await world.open();
    await router.look();
    world.dies();
    await router.look();
    for (const message of ["no such program", "no such program", "no space"]) {
      world.engine.start = () => Promise.reject(new Error(message));
      world.passes(60_000);
      await router.look();
    }
    expect(world.crashes).toEqual([SEGV, "no such program", "no space"]);
    await router.close();
  });
});

describe("a graceful wait that is cancelled", () => {
  it("is forgotten on disk too, so that the next service does not end the router", async () => {
    const world = play();
    const supervision = await world.open();
    await supervision.look();
    expect(await supervision.cancel()).toBe(false);
    await supervision.request("ShutdownGraceful");
    expect(await supervision.cancel()).toBe(true);
    expect([phase(supervision), JSON.parse(world.storage.text ?? "").drain]).toEqual(["running", undefined]);
    world.passes(700_000);
    await supervision.look();
    expect([phase(supervision), world.done.includes("stop")]).toEqual(["running", false]);
  });

  it("continues when the router cannot cancel it, or the caller may no longer do so", async () => {
    const world = play();
    const supervision = await world.open();
    await supervision.look();
    await supervision.request("RestartGraceful");
    await expect(supervision.cancel(AbortSignal.abort())).rejects.toThrow();
    world.engine.cancel = () => Promise.reject(new Error("its console is off"));
    await expect(supervision.cancel()).rejects.toThrow("its console is off");
    expect(phase(supervision)).toBe("draining");
    expect(JSON.parse(world.storage.text ?? "").drain.next).toBe("restart");
  });
});
