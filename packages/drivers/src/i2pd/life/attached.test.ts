import { memoryLink } from "@pilothouse/client";
import type { Run } from "@pilothouse/system";
import { describe, expect, it } from "vitest";
import { Control } from "../control/control.js";
import { Attached } from "./attached.js";

/** A router with set answers: an uptime, connection refused, or no answer. */
function attached(commands = { start: ["start"], stop: ["stop"] }) {
  const world = {
    now: 1_000_000,
    answer: 60_000 as number | "nobody" | "busy",
    ran: [] as string[],
    code: 0,
    stdout: "",
    /** How far the time of day was set. */
    set: 0,
  };
  const link = memoryLink(async (text) => {
    if (typeof world.answer === "string")
      throw Object.assign(new Error(world.answer), {
        code: world.answer === "nobody" ? "ECONNREFUSED" : "x",
      });
    const { id } = JSON.parse(text);
    return `{"id":${id},"result":{"i2p.router.uptime":${world.answer}},"jsonrpc":"2.0"}`;
  });
  const run: Run = async (argv) => {
    world.ran.push(argv.join(" "));
    return { code: world.code, stdout: world.stdout, stderr: "Unit i2pd.service not found.\n" };
  };
  const control = new Control(link);
  const engine = new Attached({
    commands,
    control: async () => control,
    clock: { now: () => 1_800_000_000_000 + world.now + world.set, ticks: () => world.now },
    run,
    prepare: async () => {},
    console: async () => undefined,
  });
  return { world, engine };
}

describe("a router that something else runs", () => {
  it("is the same one as long as it started at the same time", async () => {
    const { world, engine } = attached();
    const mark = await engine.find(undefined);
    world.now += 30_000;
    world.answer = 89_000;
    expect(await engine.find(mark)).toBe(mark);
    world.answer = 1_000;
    expect(await engine.find(mark)).not.toBe(mark);
  });

  it("is not asked for its uptime when somebody else has just heard it, and is another one by that too", async () => {
    const { world, engine } = attached();
    const mark = await engine.find(undefined);
    world.answer = "nobody";
    let heard = 60_000;
    const listening = new Attached({ ...engine.options, heard: () => heard });
    expect(await listening.find(mark)).toBe(mark);
    heard = 1_000;
    expect(await listening.find(mark)).not.toBe(mark);
  });

  it("is the same one when the clock is set by which it counts its uptime", async () => {
    const { world, engine } = attached();
    world.answer = 7_200_000;
    const mark = await engine.find(undefined);
    for (const set of [3_600_000, -3_600_000]) {
      world.set += set;
      world.answer += set;
      expect(await engine.find(mark)).toBe(mark);
    }
    world.answer = 1_000;
    expect(await engine.find(mark)).not.toBe(mark);
  });

  it("has crashed when systemd started it again by itself, and not when somebody did", async () => {
    const { world, engine } = attached({ start: ["systemctl", "start", "i2pd"], stop: ["stop"] });
    const ended = async (restarts: number, state = "active", replaced = true) => {
      world.stdout = `LoadState=loaded\nActiveState=${state}\nResult=success\nNRestarts=${restarts}\n`;
      return (await engine.ending({ replaced })).stopped;
    };
    expect([await ended(1), await ended(0)]).toEqual([false, true]);
    // Not answering, because somebody is just restarting it.
    expect(await ended(0, "deactivating", false)).toBe(true);
    expect([await ended(0, "activating", false), await ended(1, "activating", false)]).toEqual([true, false]);
    // Nobody knows.
    expect((await attached().engine.ending({ replaced: true })).stopped).toBe(false);
  });

  it("is gone when nothing listens, and only busy when it listens but does not answer", async () => {
    const { world, engine } = attached();
    const mark = await engine.find(undefined);
    world.answer = "busy";
    expect(await engine.find(mark)).toBe(mark);
    world.answer = "nobody";
    expect(await engine.find(mark)).toBeUndefined();
  });

  it("is ready for what it has the means for, and says so without doing anything", async () => {
    const { world, engine } = attached();
    world.answer = "busy";
    await engine.ready("start");
    await engine.ready("stop");
    await expect(engine.ready("drain")).rejects.toMatchObject({ reason: "timeout" });
    expect(world.ran).toEqual([]);
  });

  it("without commands cannot be started, and is asked to end through its control service", async () => {
    const { world, engine } = attached();
    const bare = new Attached({ ...engine.options, commands: undefined });
    await expect(bare.ready("start")).rejects.toMatchObject({ name: "NotPossible" });
    await bare.ready("stop");
    world.answer = "nobody";
    await expect(bare.ready("stop")).rejects.toMatchObject({ reason: "unreachable" });
  });

  it("has a minute to begin listening after it was started, once", async () => {
    const { world, engine } = attached();
    world.answer = "nobody";
    await engine.start();
    expect(await engine.find(undefined)).toBeDefined();
    world.now += 60_000;
    expect(await engine.find(undefined)).toBeUndefined();
    await engine.start();
    world.answer = 1_000;
    const mark = await engine.find(undefined);
    world.answer = "nobody";
    expect(await engine.find(mark)).toBeUndefined();
  });

  it("has as long to make its certificate, without which it cannot be asked", async () => {
    const { world, engine } = attached();
    const fresh = new Attached({ ...engine.options, control: async () => undefined });
    expect(await fresh.find(undefined)).toBeUndefined();
    await fresh.start();
    expect(await fresh.find(undefined)).toBeDefined();
    world.now += 60_000;
    expect(await fresh.find(undefined)).toBeUndefined();
  });

  it("gets the drain command once, although it does not answer it", async () => {
    const { world, engine } = attached();
    world.answer = "busy";
    await expect(engine.drain()).resolves.toBeUndefined();
    world.answer = "nobody";
    await expect(engine.drain()).rejects.toThrow("does not answer");
  });

  it("says what its commands said when they fail", async () => {
    const { world, engine } = attached();
    world.code = 5;
    await expect(engine.start()).rejects.toThrow("start ended with 5: Unit i2pd.service not found.");
    await expect(engine.stop()).rejects.toThrow("stop ended with 5");
    expect(world.ran).toEqual(["start", "stop"]);
  });
});
