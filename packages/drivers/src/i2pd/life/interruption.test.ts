import { EventEmitter, once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reason } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { FileChanges } from "../file-changes/file-changes.js";
import { RouterChanges } from "../file-changes/router-changes.js";
import { Memory, type Stored } from "../memory.js";
import type { Engine } from "./engine.js";
import { whileStopped } from "./interruption.js";
import { Supervision } from "./supervision.js";

/** A router that is only played, with a note of all that was done to it. */
async function played({ starts = true, ends = true, isTakenOver = true, stored = {} as Stored } = {}) {
  let life: string | undefined = "life 0";
  let now = 0;
  const done: string[] = [];
  const crashes: unknown[] = [];
  const engine: Engine = {
    every: 3_600_000,
    everySteady: 3_600_000,
    longestDrain: 600_000,
    find: async () => {
      now += 10_000;
      return life;
    },
    start: async () => {
      done.push("start");
      life = starts ? "life 1" : undefined;
      return "life 1";
    },
    stop: async () => {
      done.push("stop");
      if (ends) life = undefined;
    },
    kill: async () => {
      done.push("kill");
      life = undefined;
    },
    drain: async () => {},
    cancel: async () => {},
    ending: async () => ({ stopped: false, why: reason("exit.signal", { signal: "SIGSEGV" }) }),
  };
  const clock = { now: () => now };
  const supervision = new Supervision({
    ...{ engine, clock, log: () => {}, warn: () => {} },
    memory: await Memory.open({ load: async () => JSON.stringify(stored), save: async () => {} }),
    lastLines: async () => [],
    answers: async () => life !== undefined,
    up: async () => {},
    failed: async () => undefined,
    foreign: async () => {},
    crashed: (why) => crashes.push(why),
  });
  if (isTakenOver) await supervision.open();
  const work = async () => void done.push("work");
  const end = () => {
    life = undefined;
  };
  return { supervision, engine, done, crashes, clock, work, end };
}

it("works between the end of a router and its next start", async () => {
  const { supervision, done, clock, work } = await played();
  expect(await whileStopped(supervision, clock, work)).toBe("restarted");
  expect(done).toEqual(["stop", "work", "start"]);
  expect(supervision.state.name).toBe("running");
});

it("kills a router that does not end in time", async () => {
  const { supervision, done, clock, work } = await played({ ends: false });
  await whileStopped(supervision, clock, work);
  expect(done).toEqual(["stop", "kill", "work", "start"]);
});

it("does not start a router that was stopped before", async () => {
  const { supervision, done, clock, work } = await played();
  await supervision.request("Shutdown");
  await supervision.look();
  expect(await whileStopped(supervision, clock, work)).toBe("not running");
  expect(done).toEqual(["stop", "work"]);
});

it("starts the router again when the work fails, and tells why", async () => {
  const { supervision, done, clock } = await played();
  const failing = whileStopped(supervision, clock, () => Promise.reject(new Error("the disk is full")));
  await expect(failing).rejects.toThrow("the disk is full");
  expect(done).toEqual(["stop", "start"]);
});

it("tells that the router did not come up", async () => {
  const { supervision, clock, work } = await played({ starts: false });
  await expect(whileStopped(supervision, clock, work)).rejects.toThrow("did not start");
});

it("does not cut a graceful wait short", async () => {
  const { supervision, done, clock, work } = await played();
  await supervision.request("RestartGraceful");
  await expect(whileStopped(supervision, clock, work)).rejects.toThrow("graceful");
  expect(done).toEqual([]);
});

it("starts a router again that a killed service had told to end for a change, and calls that no crash", async () => {
  const { supervision, done, crashes, clock, end } = await played({ isTakenOver: false });
  const controlDir = scratch();
  const path = join(controlDir, "a.conf");
  new FileChanges(controlDir).prepare([{ path, becomes: "new", mode: 0o600 }], true);
  const changes = new RouterChanges({ controlDir, clock, log: () => {} }, () => supervision);
  await changes.open(() => supervision.open());
  end();
  await supervision.look();
  expect(done).toEqual(["stop", "start"]);
  expect(crashes).toEqual([]);
});

it("does not cut a graceful wait short for a change that a killed service had not begun", async () => {
  const drain = { next: "stop", until: 500_000 } as const;
  const { supervision, done, clock } = await played({
    isTakenOver: false,
    stored: { mark: "life 0", drain },
  });
  const controlDir = scratch();
  const path = join(controlDir, "a.conf");
  new FileChanges(controlDir).prepare([{ path, becomes: "new", mode: 0o600 }], true);
  const changes = new RouterChanges({ controlDir, clock, log: () => {} }, () => supervision);
  await changes.open(() => supervision.open());
  expect([supervision.state, done]).toEqual([{ name: "draining", ...drain }, []]);
});

it.each([
  ["started again", "ready"],
  ["told to end", "stop"],
] as const)("takes a router over that cannot be %s for a change that was not begun", async (_, cannot) => {
  const { supervision, engine, done, clock } = await played({ isTakenOver: false });
  engine[cannot] = async () => {
    throw new Error("polkit refuses");
  };
  const controlDir = scratch();
  const path = join(controlDir, "a.conf");
  new FileChanges(controlDir).prepare([{ path, becomes: "new", mode: 0o600 }], true);
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const changes = new RouterChanges({ controlDir, clock, log }, () => supervision);
  await changes.open(() => supervision.open());
  expect([supervision.state.name, done]).toEqual(["running", []]);
  expect(logged.at(-1)).toContain("polkit refuses");
});

it("puts a broken-off change back for the next start of a router that has just ended by itself", async () => {
  const { supervision, done, clock, end } = await played({ isTakenOver: false });
  const controlDir = scratch();
  const path = join(controlDir, "a.conf");
  writeFileSync(path, "old");
  new FileChanges(controlDir).prepare([{ path, becomes: "new", mode: 0o600 }], true).apply();
  const changes = new RouterChanges({ controlDir, clock, log: () => {} }, () => supervision);
  await changes.open(async () => {
    await supervision.open();
    end();
  });
  expect(readFileSync(path, "utf8")).toBe("old");
  await supervision.look();
  expect(done).toEqual(["start"]);
});

it.each<[string, (closed: Promise<unknown>) => Promise<unknown>]>([
  ["nothing is known", () => new Promise(() => {})],
  ["nobody can be asked any more, so that nothing seems wrong", (closed) => closed],
  [
    "nobody can be asked any more, so that it seems wrong",
    (closed) => closed.then(() => Promise.reject(new Error("It does not answer"))),
  ],
])(
  "leaves a change to the next service if this one ends before it is seen to work: %s",
  async (_, verify) => {
    const { supervision, done, clock } = await played();
    const controlDir = scratch();
    const path = join(controlDir, "a.conf");
    const changes = new RouterChanges({ controlDir, clock, log: () => {} }, () => supervision);
    const happens = new EventEmitter();
    const [verifying, closed] = [once(happens, "verifying"), once(happens, "closed")];
    const change = (becomes: string) =>
      changes.run(() =>
        changes.change({
          files: [{ path, becomes, mode: 0o600 }],
          restarts: true,
          verify: async () => {
            happens.emit("verifying");
            await verify(closed);
          },
          rolledBack: (why) => new Error(why),
        }),
      );
    const [broken, next] = [change("one"), change("two")].map((one) =>
      one.catch((error: Error) => error.name),
    );
    await verifying;
    const closing = supervision.close().then(() => changes.close());
    happens.emit("closed");
    await closing;
    expect([await broken, await next, done]).toEqual(["AbortError", "AbortError", ["stop", "start"]]);
    expect(readFileSync(path, "utf8")).toBe("one");
    expect(new FileChanges(controlDir).pending()?.isBegun).toBe(true);
  },
);

it("does not hold up the end of the service for what waits for an answer, which changes nothing after it", async () => {
  const { supervision, clock } = await played();
  const controlDir = scratch();
  const path = join(controlDir, "a.conf");
  const changes = new RouterChanges({ controlDir, clock, log: () => {} }, () => supervision);
  const happens = new EventEmitter();
  const asked = once(happens, "asked");
  const change = changes.run(async () => {
    const answered = once(happens, "answered");
    happens.emit("asked");
    await answered;
    await changes.change({
      files: [{ path, becomes: "new", mode: 0o600 }],
      restarts: false,
      verify: async () => {},
      rolledBack: (why) => new Error(why),
    });
  });
  const broken = change.catch((error: Error) => error.name);
  await asked;
  await supervision.close();
  await changes.close();
  happens.emit("answered");
  expect(await broken).toBe("AbortError");
  expect(existsSync(path)).toBe(false);
});

it("begins nothing with the router when the service ends", async () => {
  const { supervision, done, clock, work } = await played();
  const closing = supervision.close();
  await expect(whileStopped(supervision, clock, work)).rejects.toThrow("aborted");
  await closing;
  expect(done).toEqual([]);
});
