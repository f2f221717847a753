import { NotPossible } from "@pilothouse/drivers/port";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { routerWith, Stage } from "../../rpc/testing/stage.js";
import { RouterQueue } from "../sampling/router-queue.js";
import { actingHandlers } from "./handlers.js";

let stage: Stage;
let done: string[];
let routerQueue: RouterQueue;
const closing = new AbortController();
const NO_ORDER = { replace: async () => () => {}, isCalled: () => false };
beforeEach(async () => {
  stage = await Stage.open();
  done = [];
  routerQueue = new RouterQueue(1);
});
afterEach(() => stage.close());

const handlers = (router: object = {}) =>
  actingHandlers({
    router: routerWith({
      lifecycle: async (action: string) => void done.push(action),
      reseed: async (sessionSignal: AbortSignal) => void done.push(`reseed ${sessionSignal.aborted}`),
      ...router,
    }),
    sampler: { expire: () => done.push("looked again") } as never,
    updater: {
      find: async (signal) => {
        done.push(`find ${signal === closing.signal}`);
        return true;
      },
      update: async (signal) => {
        done.push(`update ${signal.aborted}`);
        return "Installed";
      },
    },
    routerQueue,
    ...{ grants: stage.auth.grants, order: NO_ORDER },
    closing: closing.signal,
    log: stage.log,
  });
const act = (params: object, router?: object) => stage.call("RouterManager", params, handlers(router));

describe("An action", () => {
  it("that looks for updates or installs one answers what came of it", async () => {
    expect((await act({ FindUpdates: "", Update: "" })).result).toEqual({
      FindUpdates: true,
      Update: "Installed",
    });
    expect(done).toEqual(["find true", "update false"]);
    expect(await stage.recorded()).toEqual([
      { action: "Update", outcome: "ok", details: [] },
      { action: "FindUpdates", outcome: "ok", details: [] },
    ]);
  });

  it("that installs an update is broken off when the service ends, or the session", async () => {
    const seen: boolean[] = [];
    const updating = (end: (ends: AbortController) => unknown) => {
      const ends = new AbortController();
      return actingHandlers({
        router: routerWith({}),
        sampler: { expire: () => {} } as never,
        updater: {
          find: async () => true,
          update: async (signal) => {
            await end(ends);
            seen.push(signal.aborted);
            return "";
          },
        },
        routerQueue,
        ...{ grants: stage.auth.grants, order: NO_ORDER },
        closing: ends.signal,
        log: stage.log,
      });
    };
    const session = stage.auth.tokens.check(stage.token);
    for (const end of [
      () => {},
      (ends: AbortController) => ends.abort(),
      () => stage.auth.tokens.revoke(session),
    ])
      await stage.call("RouterManager", { Update: "" }, updating(end));
    expect(seen).toEqual([false, true, true]);
  });

  it("that starts a reseed answers null, and the router is read again", async () => {
    expect((await act({ Reseed: "" })).result).toEqual({ Reseed: null });
    expect(done).toEqual(["reseed false", "looked again"]);
  });

  it("that ends the router is carried out when the answer has left, and keeps its place until it is over", async () => {
    const { result, afterwards } = await act({ Restart: "" });
    expect(result).toEqual({ Restart: null });
    expect(done).toEqual([]);
    expect(() => routerQueue.enter()).toThrow("too many requests are waiting");
    afterwards?.();
    await expect.poll(() => done).toEqual(["Restart", "looked again"]);
    routerQueue.enter();
  });

  it("that the router refuses is logged", async () => {
    const error = new Error("no");
    const { afterwards } = await act({ Shutdown: "" }, { lifecycle: () => Promise.reject(error) });
    afterwards?.();
    await expect.poll(() => done).toEqual(["looked again"]);
    expect(stage.logged("error")).toEqual([
      {
        level: "error",
        fields: { err: error, action: "Shutdown" },
        message: "the router did not take the action",
      },
    ]);
    routerQueue.enter();
  });

  it("of a session that was revoked before the answer left is not carried out", async () => {
    const { afterwards } = await act({ Shutdown: "" });
    await stage.auth.tokens.revoke(stage.auth.tokens.check(stage.token));
    afterwards?.();
    expect(done).toEqual([]);
    expect(stage.logged("warn")).toEqual([
      {
        level: "warn",
        fields: { action: "Shutdown" },
        message: "not done: the session that asked for this was revoked before its answer left",
      },
    ]);
    routerQueue.enter();
  });

  it("that cannot be carried out now is refused before anything of the request is done, on record", async () => {
    const asked: string[] = [];
    const ready = async (action: string) => {
      asked.push(action);
      throw new NotPossible("it is not ours");
    };
    const { error, afterwards } = await act({ Reseed: "", RestartGraceful: "" }, { ready });
    expect(error).toMatchObject({ code: -32602, message: "Invalid parameters: it is not ours" });
    expect([asked, done, afterwards]).toEqual([["RestartGraceful"], [], undefined]);
    expect(await stage.recorded()).toEqual([
      { action: "RestartGraceful", outcome: "invalidParams", details: [] },
    ]);
  });

  it("that ends nothing does not ask whether the router is ready for that", async () => {
    const ready = () => Promise.reject(new Error("asked"));
    expect((await act({ Reseed: "" }, { ready })).error).toBeUndefined();
  });

  it("is not begun for a session that was revoked during the one before", async () => {
    const reseed = async () => {
      done.push("reseed");
    };
    const original = stage.auth.tokens.check(stage.token);
    const updating = actingHandlers({
      router: routerWith({ reseed }),
      sampler: { expire: () => {} } as never,
      updater: {
        find: async () => {
          await stage.auth.tokens.revoke(original);
          return true;
        },
        update: async () => "",
      },
      routerQueue,
      ...{ grants: stage.auth.grants, order: NO_ORDER },
      closing: closing.signal,
      log: stage.log,
    });
    const { error } = await stage.call("RouterManager", { FindUpdates: "", Reseed: "" }, updating);
    expect(error?.code).toBe(-32003);
    expect(done).toEqual([]);
  });

  it("waits in the routerQueue, and is refused when that is full", async () => {
    routerQueue.enter();
    for (const action of ["FindUpdates", "Update", "Reseed", "Restart"])
      expect([action, (await act({ [action]: "" })).error?.code]).toEqual([action, -32000]);
    expect(done).toEqual([]);
  });
});

describe("A graceful wait", () => {
  const cancel = (router: object) => stage.call("pilothouse.cancel", {}, handlers(router));

  it("is cancelled on record, and the router is read again", async () => {
    const { result } = await cancel({ cancel: async (sessionSignal: AbortSignal) => !sessionSignal.aborted });
    expect([result, done]).toEqual([{ Cancelled: true }, ["looked again"]]);
    expect(await stage.recorded()).toEqual([{ action: "Cancel", outcome: "ok", details: [] }]);
  });

  it("that is not there is nothing to cancel, and nothing to record", async () => {
    expect((await cancel({ cancel: async () => false })).result).toEqual({ Cancelled: false });
    expect(await stage.recorded()).toEqual([]);
  });

  it("of a router that cannot cancel continues, and the answer says why", async () => {
    const cannot = () => Promise.reject(new NotPossible("Its console is off"));
    expect((await cancel({ cancel: cannot })).error).toMatchObject({ code: -32602 });
    expect((await cancel({ cancel: cannot })).error?.message).toContain("Its console is off");
    expect((await cancel({})).error?.message).toContain("no way to cancel");
  });
});
