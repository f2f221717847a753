import type { RouterSettings } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import type { Scope, WritableKey } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessionId } from "../../auth/sessions/session.js";
import { inMemory, recorded } from "../../rpc/testing/recorded.js";
import { Stage } from "../../rpc/testing/stage.js";
import { changesHandlers } from "./changes-handlers.js";

let stage: Stage;
let router: Simulator;
let parts: ReturnType<typeof recorded>;
beforeEach(async () => {
  stage = await Stage.open();
  router = new Simulator({ seed: 1, clock: stage.clock, storage: inMemory() });
  await router.start();
  parts = recorded(stage, router.settings);
});
afterEach(() => stage.close());

const IN = "svc.router.net.bw.in";
const ACTOR = { address: "192.0.2.7", session: "a session", name: "ann" };
const bandwidth = (value: string) => new Map<WritableKey, string>([["router.net.bw.in", value]]);
const write = (value: string) => parts.settings.writeNetwork(bandwidth(value), ACTOR);
const setAdvanced = (name: string, value: string) =>
  parts.settings.writeAll({ set: new Map([[name, value]]) }, ACTOR);
/** Past the record, as by hand in the router's own console. */
const behind = () => router.settings;
const current = async () => (await behind().network()).values.get("router.net.bw.in");

const ask = (params: object = {}) => stage.call("pilothouse.changes", params, changesHandlers(parts));
const tokenWith = async (scope: Scope) => {
  const wanted = { name: scope, scope, lifetimeMs: 1_000, address: "192.0.2.1", factory: false };
  return (await stage.auth.tokens.issueForProgram(wanted, new AbortController().signal)).token;
};
/** Some routers have one limit for both directions. */
const withOneLimit = (settings: RouterSettings): RouterSettings =>
  Object.assign(Object.create(settings), {
    writeNetwork(...[writes, ...more]: Parameters<RouterSettings["writeNetwork"]>) {
      const value = writes.get("router.net.bw.in") ?? writes.get("router.net.bw.out") ?? null;
      const both = new Map(writes).set("router.net.bw.in", value).set("router.net.bw.out", value);
      return settings.writeNetwork(both, ...more);
    },
  });
const NOTHING = { differences: [], conflicts: [], saved: false, restartNeeded: false };

describe("the list of changes", () => {
  it("is shorter where changes are long, and goes on where it ended", async () => {
    for (let n = 1; n <= 12; n++) await setAdvanced("long", String(n).padEnd(60_000, " x"));
    const ids: number[] = [];
    let pages = 0;
    for (let before: number | undefined; ids.at(-1) !== 1; before = ids.at(-1)) {
      const { result } = await ask({ limit: 500, ...(before !== undefined && { before }) });
      const changes = result?.["changes"] as { id: number }[];
      ids.push(...changes.map(({ id }) => id));
      pages++;
    }
    expect(ids).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(pages).toBeGreaterThan(1);
    // A comparison still takes all of them into account.
    expect((await ask({ from: 0, limit: 1 })).result).toMatchObject({
      differences: [{ name: "long", old: null }],
    });
  });

  it("lets others in between, also when many read it at once", async () => {
    const many = (value: string) => new Map(Array.from({ length: 3_000 }, (_, n) => [`s${n}`, value]));
    for (const value of ["1", "2", "3", "4"]) await parts.settings.writeAll({ set: many(value) }, ACTOR);
    let rounds = 0;
    let over = false;
    const count = () => {
      rounds++;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: 5 }, () => ask({ from: 0 })));
    over = true;
    // Each takes several turns to read the record and to show it. If they shared their turns, it would be a fifth of this.
    expect(rounds).toBeGreaterThanOrEqual(5 * 6);
  });

  it("is empty before the first", async () => {
    expect((await ask()).result).toEqual({ changes: [], ...NOTHING });
  });

  it("says who changed what and when, and hides secrets", async () => {
    await write("100");
    await parts.settings.writeAll({ set: new Map([["my.password", "swordfish"]]) }, { address: "local" });
    const at = stage.clock.now();
    expect((await ask()).result).toEqual({
      changes: [
        {
          ...{ id: 2, at, address: "local", session: null, name: null, part: "advanced", undoes: [] },
          differences: [{ name: "my.password", old: null, new: "(hidden)" }],
        },
        {
          ...{ id: 1, at, ...ACTOR, part: "network", undoes: [] },
          differences: [{ name: IN, old: "1024", new: "100" }],
        },
      ],
      ...NOTHING,
    });
    expect((await ask({ part: "network" })).result).toMatchObject({ changes: [{ id: 1 }] });
    expect(await stage.recorded()).toEqual([]);
  });
});

describe("a question that makes no sense", () => {
  const AS_WELL = "wants undo or goTo as well";
  const gone = (id: number) => `is ${id}, which is the id of no change that is kept`;

  it("is refused with the key that is wrong", async () => {
    await write("100");
    for (const [params, key, why] of [
      [{ to: 1 }, "to", "wants from as well"],
      [{ preview: true }, "preview", AS_WELL],
      [{ force: true, from: 1 }, "force", AS_WELL],
      [{ goTo: 0 }, "goTo", "wants part as well: network or advanced or tunnels or names"],
      [{ goTo: 9, part: "network" }, "goTo", gone(9)],
      [{ undo: 8 }, "undo", gone(8)],
      [{ from: 7 }, "from", gone(7)],
      [{ from: 1, to: 6 }, "to", gone(6)],
      [{ undo: 1, part: "advanced" }, "undo", "is the id of a change of the network settings"],
    ] as const)
      expect((await ask(params)).error).toMatchObject({
        ...{ code: -32602, message: `Invalid parameters: ${key} ${why}` },
        data: { key },
      });
    expect(await current()).toBe("100");
  });

  it("is refused when it is more than one", async () => {
    await write("100");
    for (const params of [
      { from: 1, undo: 1 },
      { undo: 1, goTo: 0, part: "network" },
      { from: 0, goTo: 0, part: "network" },
    ])
      expect((await ask(params)).error).toEqual({
        code: -32602,
        message: "Invalid parameters: from, undo and goTo exclude each other: give one of them",
      });
    expect(await current()).toBe("100");
  });
});

describe("going back", () => {
  const BACK = [{ name: IN, old: "100", new: "1024" }];

  it("puts the old values back, on record", async () => {
    const session = sessionId(stage.auth.tokens.check(stage.token));
    await write("100");
    const { result } = await ask({ undo: 1, part: "network" });
    expect(result).toMatchObject({ ...NOTHING, differences: BACK, saved: true });
    expect(result?.["changes"]).toMatchObject([{ id: 2, session, undoes: [1] }, { id: 1 }]);
    expect(await current()).toBe("1024");
    const entry = { action: "settings undone", outcome: "ok", details: BACK };
    expect(await stage.recorded()).toEqual([entry]);
    await write("100");
    expect((await ask({ goTo: 0, part: "network" })).result).toMatchObject({
      differences: BACK,
      saved: true,
    });
    expect(await stage.recorded()).toEqual([entry, entry]);
  });

  it("only shows what it would do in a preview, and leaves no record", async () => {
    await write("100");
    await behind().writeNetwork(bandwidth("300"));
    for (const params of [{ undo: 1 }, { goTo: 0, part: "network" }])
      expect((await ask({ ...params, preview: true })).result).toMatchObject({
        changes: [{ id: 1 }],
        differences: [{ name: IN, old: "300", new: "1024" }],
        conflicts: [{ name: IN, wanted: "100", now: "300", change: null }],
        saved: false,
        restartNeeded: false,
      });
    expect([await current(), await stage.recorded()]).toEqual(["300", []]);
  });

  it("knows a value that is on record under another name of it", async () => {
    parts = recorded(stage, withOneLimit(router.settings));
    const both = new Map<WritableKey, string>([
      ["router.net.bw.in", "100"],
      ["router.net.bw.out", "100"],
    ]);
    await parts.settings.writeNetwork(both, ACTOR);
    await write("300");
    expect((await ask({ goTo: 0, part: "network", preview: true })).result).toMatchObject({ conflicts: [] });
    expect((await ask({ goTo: 0, part: "network" })).result).toMatchObject({ saved: true });
    expect(await current()).toBe("1024");
  });

  it("does what a preview showed, with the conflicts that it named", async () => {
    await write("100");
    await behind().writeNetwork(bandwidth("300"));
    const plan = (await ask({ undo: 1, preview: true })).result?.["plan"];
    expect((await ask({ undo: 1, plan })).result).toMatchObject({ saved: true });
    expect(await current()).toBe("1024");
  });

  it("is refused where a preview showed something else, and says what is there now", async () => {
    await write("100");
    for (const params of [{ undo: 1 }, { goTo: 0, part: "network" }]) {
      await write("100");
      const plan = (await ask({ ...params, preview: true })).result?.["plan"];
      await write("400");
      expect((await ask({ ...params, plan })).error).toMatchObject({
        code: -32602,
        data: { key: "plan" },
        message: `Invalid parameters: plan did not show this: ${IN} is "400" now and would become "1024". Nothing was changed; preview it again`,
      });
      expect(await current()).toBe("400");
      // What was put back in the meantime needs no undoing.
      await write("1024");
      expect((await ask({ ...params, plan })).result).toMatchObject({ saved: false });
    }
    for (const plan of ["", "nonsense"]) {
      await write("500");
      expect((await ask({ undo: 1, plan })).error).toMatchObject({ data: { key: "plan" } });
    }
    expect((await ask({ plan: "x" })).error).toMatchObject({ data: { key: "plan" } });
  });

  it("from where there is nothing to go back changes nothing, and leaves no record", async () => {
    await write("100");
    await write("1024");
    const { result } = await ask({ goTo: 2, part: "network" });
    expect(result).toMatchObject({ ...NOTHING, changes: [{ id: 2 }, { id: 1 }] });
    expect(await stage.recorded()).toEqual([]);
  });

  it("is refused where a value was changed again since, unless forced", async () => {
    const refusal = (since: string) => ({
      code: -32602,
      data: expect.objectContaining({ key: IN }),
      message: `Invalid parameters: ${IN} was changed again since, ${since}. Nothing was changed; with force it is put back anyway`,
    });
    await write("100");
    await behind().writeNetwork(bandwidth("300"));
    expect((await ask({ undo: 1 })).error).toMatchObject(
      refusal('without a record: it was "100" and is "300"'),
    );
    await write("200");
    expect((await ask({ undo: 1 })).error).toMatchObject(refusal('by change 2: it was "100" and is "200"'));
    expect(await current()).toBe("200");
    expect((await ask({ undo: 1, force: true })).result).toMatchObject({ saved: true });
    expect(await current()).toBe("1024");
  });

  it("says when a value was removed since, and shows no secret", async () => {
    await setAdvanced("my.option", "1");
    await setAdvanced("my.option", "2");
    const { "my.option": _, ...others } = Object.fromEntries(await behind().all());
    await behind().writeAll({ replace: new Map(Object.entries(others)) });
    expect((await ask({ undo: 2 })).error?.message).toContain('it was "2" and is unset.');
    await setAdvanced("my.password", "swordfish");
    await setAdvanced("my.password", "marlin");
    expect((await ask({ undo: 3 })).error?.message).toContain('it was "(hidden)" and is "(hidden)".');
  });

  it.each([
    ["with a secret", "my.password"],
    ["of what decides whose updates the router installs", "router.trustedUpdateKeys"],
  ])("%s needs the scope of everything", async (_what, name) => {
    await setAdvanced(name, "swordfish");
    await write("100");
    const Token = await tokenWith("settings");
    expect((await ask({ undo: 1, Token })).error).toEqual({
      code: -32008,
      message: `The token does not allow this: to put ${name} back needs the scope all, and this token has settings`,
      data: expect.objectContaining({ scope: "all" }),
    });
    expect((await behind().all()).get(name)).toBe("swordfish");
    expect((await ask({ undo: 2, Token })).result).toMatchObject({ saved: true });
    expect((await ask({ undo: 1 })).result).toMatchObject({ saved: true });
    expect((await behind().all()).has(name)).toBe(false);
  });
});

describe("settings that a roll-back has lost", () => {
  it("are on record and in an event, without their secrets, and can be put back", async () => {
    await write("100");
    await setAdvanced("my.password", "swordfish");
    const [before, config] = [await behind().network(), await behind().all()];
    await behind().writeAll({ replace: new Map([["i2np.bandwidth.inboundKBytesPerSecond", "1024"]]) });
    const after = await behind().network();
    const names = ["i2np.bandwidth.inboundKBytesPerSecond", "my.password"];
    const part = (settings: ReadonlyMap<string, string>) =>
      new Map([...settings].filter(([name]) => names.includes(name)));
    await parts.settings.reverted({
      ...{ file: "/x/i2pd.conf.failed", before, after },
      config: { before: part(config), after: part(await behind().all()) },
    });
    const { result } = await ask({ limit: 2 });
    const [advanced, network] = (result?.["changes"] ?? []) as object[];
    expect(network).toMatchObject({
      ...{ part: "network", name: "roll-back", address: "local" },
      differences: expect.arrayContaining([{ name: IN, old: "100", new: "1024" }]),
    });
    expect(advanced).toMatchObject({
      ...{ id: 4, part: "advanced", name: "roll-back" },
      differences: [
        { name: names[0], old: "100", new: "1024" },
        { name: "my.password", old: "(hidden)", new: null },
      ],
    });
    expect(await parts.settings.events.last("settings.reverted")).toMatchObject({
      data: { file: "/x/i2pd.conf.failed", lost: `${names[0]} = 100, my.password = (hidden)`, change: 4 },
    });
    await ask({ undo: 4 });
    expect([await current(), (await behind().all()).get("my.password")]).toEqual(["100", "swordfish"]);
  });
});
