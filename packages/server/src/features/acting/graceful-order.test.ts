import { NotPossible } from "@pilothouse/drivers/port";
import { reason } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { routerWith, Stage } from "../../rpc/testing/stage.js";
import { RouterQueue } from "../sampling/router-queue.js";
import { GracefulOrder } from "./graceful-order.js";
import { actingHandlers } from "./handlers.js";

let stage: Stage;
let order: GracefulOrder;
/** What the router waits for. */
let waits: string | undefined;
let canCancel: boolean;
/** Whether the router does not take what it is asked to do. */
let fails: boolean;
beforeEach(async () => {
  stage = await Stage.open();
  canCancel = true;
  fails = false;
  waits = undefined;
  order = open();
});
afterEach(async () => {
  await order.stop();
  await stage.close();
});

const router = routerWith({
  lifecycle: async (action: string) => {
    if (fails) throw new Error("it does not answer");
    waits = action.endsWith("Graceful") ? action : undefined;
  },
  cancel: async () => {
    if (!canCancel) throw new NotPossible(reason("router.noCancel"));
    const waited = waits !== undefined;
    waits = undefined;
    return waited;
  },
});

/** As the service does at its start. */
function open(): GracefulOrder {
  const { store, audit, clock, log } = stage;
  const opened = new GracefulOrder({ store, grants: stage.auth.grants, router, audit, clock, log });
  opened.start();
  return opened;
}

const handlers = (routerQueue = new RouterQueue()) =>
  actingHandlers({
    ...{
      router,
      sampler: { expire: () => {} } as never,
      updater: {} as never,
      routerQueue,
      order,
      log: stage.log,
    },
    ...{ grants: stage.auth.grants, closing: new AbortController().signal },
  });
const ask = (action: string, token = stage.token, routerQueue = new RouterQueue()) =>
  stage.call("RouterManager", { [action]: null, Token: token }, handlers(routerQueue));
/** As a hub asks, with the name that it has given to its order. */
const fromHub = async (method: string, params: object, name?: string) => {
  const peer = { address: "fleet", access: "operate", ...(name !== undefined && { order: name }) } as const;
  const { result, afterwards } = await stage.call(method, { ...params, Token: undefined }, handlers(), peer);
  afterwards?.();
  return result;
};
const act = async (action: string, token = stage.token) => {
  const { error, afterwards } = await ask(action, token);
  expect(error).toBeUndefined();
  afterwards?.();
};
const session = () => stage.auth.tokens.check(stage.token);
const program = async () => {
  const wanted = { name: "ci", scope: "operate", lifetimeMs: 60_000, address: "x", factory: false } as const;
  return stage.auth.tokens.issueForProgram(wanted, new AbortController().signal);
};

describe("a graceful restart that waits", () => {
  it.each(["", "and the service was restarted"])(
    "is cancelled and recorded when its token was revoked %s",
    async (restarted) => {
      const { token, session: made } = await program();
      await act("RestartGraceful", token);
      await order.check();
      expect(waits).toBe("RestartGraceful");
      await stage.auth.tokens.revoke(made);
      if (restarted !== "") {
        await order.stop();
        order = open();
      }
      await order.check();
      expect(waits).toBeUndefined();
      expect((await stage.recorded())[0]).toMatchObject({
        action: "RestartGraceful not done: the token ci was revoked or has expired",
        outcome: "refused",
      });
      waits = "of somebody else";
      await order.check();
      expect(waits).toBe("of somebody else");
    },
  );

  it("goes on when the person logs out, and is cancelled when the session is ended by another", async () => {
    await act("RestartGraceful");
    await stage.auth.tokens.logOut(session(), new AbortController().signal);
    await order.check();
    expect(waits).toBe("RestartGraceful");
    const { token, session: other } = await stage.auth.tokens.issue("x", false, () => true);
    await act("ShutdownGraceful", token);
    await stage.auth.tokens.revoke(other);
    await order.check();
    expect(waits).toBeUndefined();
  });

  it("belongs to the one who ordered it last", async () => {
    const { token, session: made } = await program();
    await act("RestartGraceful", token);
    await act("RestartGraceful");
    await stage.auth.tokens.revoke(made);
    await order.check();
    expect(waits).toBe("RestartGraceful");
  });

  it.each(["Restart", "ShutdownGraceful"])(
    "is still watched when a %s after it is not carried out",
    async (action) => {
      const { token, session: made } = await program();
      await act("RestartGraceful", token);
      const { token: other, session: ended } = await stage.auth.tokens.issue("x", false, () => true);
      const { afterwards } = await ask(action, other);
      await stage.auth.tokens.revoke(ended);
      afterwards?.();
      expect((await ask(action, undefined, new RouterQueue(0))).error?.message).toContain(
        "too many requests",
      );
      fails = true;
      await act(action);
      await expect.poll(() => stage.logged("error")).toHaveLength(1);
      expect(waits).toBe("RestartGraceful");
      await stage.auth.tokens.revoke(made);
      await order.check();
      expect(waits).toBeUndefined();
    },
  );

  it.each(["", "and the service was restarted"])(
    "is cancelled by the hub that ordered it, and by no other %s",
    async (restarted) => {
      const again = async () => {
        if (restarted === "") return;
        await order.stop();
        order = open();
      };
      const cancel = (name?: string) => fromHub("pilothouse.cancel", {}, name);
      await fromHub("RouterManager", { RestartGraceful: null }, "first");
      await again();
      await order.check();
      expect(await cancel("second")).toEqual({ Cancelled: false });
      expect(await cancel("first")).toEqual({ Cancelled: true });
      await fromHub("RouterManager", { RestartGraceful: null }, "first");
      await act("ShutdownGraceful");
      await again();
      expect(await cancel("first")).toEqual({ Cancelled: false });
      expect(waits).toBe("ShutdownGraceful");
      // A hub of an earlier version names none.
      expect(await cancel()).toEqual({ Cancelled: true });
    },
  );

  describe("on a full disk", () => {
    const whileFull = async (work: () => Promise<void>) => {
      const write = vi.spyOn(stage.store, "write").mockRejectedValue(new Error("database or disk is full"));
      await work();
      write.mockRestore();
    };

    it("gives way to a restart at once, and is forgotten when there is room again", async () => {
      const { token, session: made } = await program();
      await act("RestartGraceful", token);
      await whileFull(() => act("Restart"));
      expect(waits).toBeUndefined();
      await order.check();
      await order.stop();
      order = open();
      await stage.auth.tokens.revoke(made);
      waits = "of somebody else";
      await order.check();
      expect(waits).toBe("of somebody else");
    });

    it("is still watched when another is refused", async () => {
      const { token, session: made } = await program();
      await act("RestartGraceful", token);
      await whileFull(async () => {
        expect((await ask("ShutdownGraceful")).error).toBeDefined();
      });
      await stage.auth.tokens.revoke(made);
      await order.check();
      expect(waits).toBeUndefined();
    });
  });

  it("is named in the log when the router cannot cancel it", async () => {
    const { token, session: made } = await program();
    await act("RestartGraceful", token);
    await stage.auth.tokens.revoke(made);
    canCancel = false;
    await order.check();
    expect(waits).toBe("RestartGraceful");
    expect(stage.logged("warn").map(({ message }) => message)).toEqual([
      "this could not be cancelled, though the token ci was revoked or has expired",
    ]);
  });
});
