import { RpcError } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Access } from "../auth/auth.js";
import { type Session, sessionId } from "../auth/sessions/session.js";
import type { Alongside } from "../store/store.js";
import { putValue } from "../store/values.js";
import { Call } from "./call.js";
import { Stage } from "./testing/stage.js";

let stage: Stage;
let session: Session;
beforeEach(async () => {
  stage = await Stage.open();
  session = stage.auth.tokens.check(stage.token);
});
afterEach(() => stage.close());

const batch = () => ({ after: [] as (() => void)[], ended: [] as Session[], turn: async () => {} });
const callOf = (by: Session | undefined = session, shared = batch()) =>
  new Call({ address: "192.0.2.9" }, by, stage.audit, stage.auth.tokens, shared);

describe("a call on record", () => {
  it("is recorded with who made it, what it changed and that it went well", async () => {
    const changes = [{ name: "a", old: null, new: "1" }];
    const result = await callOf().audited("login", async (changed) => {
      changed(changes);
      return 5;
    });
    expect(result).toBe(5);
    const [entry] = await stage.audit.read(1);
    expect(entry).toMatchObject({ action: "login", outcome: "ok", details: changes, address: "192.0.2.9" });
    expect(entry?.session).toBe(sessionId(session));
  });

  it("is recorded without a session where there is none, and without details where none are given", async () => {
    await new Call({ address: "x" }, undefined, stage.audit, stage.auth.tokens, batch()).audited(
      "backup",
      () => 1,
    );
    expect(await stage.audit.read(1)).toMatchObject([
      { action: "backup", session: null, details: [], outcome: "ok" },
    ]);
  });

  it("is not recorded when it says that it changed nothing", async () => {
    await callOf().audited("apply", (changed) => changed([]));
    expect(await stage.recorded()).toEqual([]);
  });

  it("is recorded with the name of its error, and what it had changed by then", async () => {
    const changes = [{ name: "a", old: null, new: "1" }];
    const failing = (error: Error) =>
      callOf().audited("Restart", (changed) => {
        changed(changes);
        throw error;
      });
    await expect(failing(new RpcError("noApi"))).rejects.toThrow("API version");
    await expect(failing(new Error("x"))).rejects.toThrow("x");
    await expect(callOf().audited("Reseed", () => Promise.reject(new Error("y")))).rejects.toThrow("y");
    expect(await stage.recorded()).toEqual([
      { action: "Reseed", outcome: "internal", details: [] },
      { action: "Restart", outcome: "internal", details: changes },
      { action: "Restart", outcome: "noApi", details: changes },
    ]);
  });
});

describe("the record of a call in the write of its change", () => {
  const CHANGES = [{ name: "a", old: null, new: "1" }];
  const ENTRY = { action: "token created", outcome: "ok", details: CHANGES };
  const put = (alongside: readonly Alongside[]) =>
    stage.store.write((db) => putValue(db, "a", "1"), alongside);

  it("is made once, with what it changed as it is known in there", async () => {
    await callOf().audited("token created", (_changed, entry) => put([entry(() => CHANGES)]));
    expect(await stage.recorded()).toEqual([ENTRY]);
  });

  it("is none where nothing was changed", async () => {
    await callOf().audited("token created", async (changed, entry) => {
      await put([entry([])]);
      changed([]);
    });
    expect(await stage.recorded()).toEqual([]);
  });

  it("is only that of its failure where the write was refused", async () => {
    const refused = callOf().audited("token created", (_changed, entry) =>
      stage.store.write(() => {
        throw new RpcError("unknownToken");
      }, [entry(CHANGES)]),
    );
    await expect(refused).rejects.toMatchObject({ kind: "unknownToken" });
    expect(await stage.recorded()).toEqual([{ ...ENTRY, outcome: "unknownToken", details: [] }]);
  });

  it("is made afterwards where the write has failed and the change was made all the same", async () => {
    await callOf().audited("token created", async (changed, entry) => {
      const failing = { insert: () => void JSON.parse("{"), finish: () => {} };
      await put([entry(CHANGES), failing]).catch(() => {});
      changed(CHANGES);
    });
    expect(await stage.recorded()).toEqual([ENTRY]);
  });

  it("can say how the call fails, and is then the only one; a later failure is one more", async () => {
    const failing = (known: unknown) =>
      callOf().audited("token created", async (_changed, entry) => {
        await put([entry(CHANGES, known)]);
        throw new RpcError("refused");
      });
    await expect(failing(new RpcError("refused"))).rejects.toMatchObject({ kind: "refused" });
    expect(await stage.recorded()).toEqual([{ ...ENTRY, outcome: "refused" }]);
    await expect(failing(undefined)).rejects.toMatchObject({ kind: "refused" });
    expect((await stage.recorded()).slice(0, 2)).toEqual([
      { ...ENTRY, outcome: "refused", details: [] },
      ENTRY,
    ]);
  });
});

describe("the scope of a call", () => {
  const scopeOf = (access?: Access, by?: Session) => {
    const peer = { address: "x", ...(access && { access }) };
    return new Call(peer, by, stage.audit, stage.auth.tokens, batch()).scope;
  };

  it("is that of its session, or what the carrier vouches for; the operator may do everything", () => {
    expect(scopeOf(undefined, { ...session, scope: "operate" })).toBe("operate");
    expect(scopeOf("operator")).toBe("all");
    expect([scopeOf("read"), scopeOf("settings"), scopeOf("all")]).toEqual(["read", "settings", "all"]);
  });

  it("is the least where nobody is known", () => {
    expect(scopeOf()).toBe("read");
  });
});

describe("what a call does after its answer", () => {
  const done: string[] = [];
  const later = (shared: ReturnType<typeof batch>) => {
    done.length = 0;
    callOf(session, shared).afterwards(
      () => done.push("done"),
      () => done.push("revoked"),
    );
    return () => {
      for (const work of shared.after) work();
      return done;
    };
  };

  it("is done", () => {
    expect(later(batch())()).toEqual(["done"]);
  });

  it("is not done when the session was revoked meanwhile", async () => {
    const work = later(batch());
    await stage.auth.tokens.revoke(session);
    expect(work()).toEqual(["revoked"]);
  });

  it("is done when the session was ended by the same request", async () => {
    const shared = batch();
    const work = later(shared);
    callOf(session, shared).endsItself();
    await stage.auth.tokens.revoke(session);
    expect(work()).toEqual(["done"]);
  });

  it("is not done when another session of the same request ended itself", async () => {
    const shared = batch();
    const work = later(shared);
    const { token } = await stage.auth.tokens.issue("192.0.2.9", false, () => true);
    callOf(stage.auth.tokens.check(token), shared).endsItself();
    await stage.auth.tokens.revoke(session);
    expect(work()).toEqual(["revoked"]);
  });

  it("is always permitted without a session, and with one until it is ended", async () => {
    expect(
      new Call({ address: "x" }, undefined, stage.audit, stage.auth.tokens, batch()).sessionSignal.aborted,
    ).toBe(false);
    const { sessionSignal } = callOf();
    expect(sessionSignal.aborted).toBe(false);
    await stage.auth.tokens.revoke(session);
    expect(sessionSignal.aborted).toBe(true);
    expect(callOf().sessionSignal.aborted).toBe(true);
  });
});
