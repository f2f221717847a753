import { describe, expect, it } from "vitest";
import { Conflict, type FleetState, type Stored } from "../state.js";

/** What the suite must be given to judge an implementation. */
export interface StateHarness {
  /**
   * Opens the state. A second call while the first is open opens it as another hub would; after `close`, as after
   * a restart.
   */
  open(): Promise<FleetState>;
  /** Why it cannot be opened twice at the same time; absent when it can. */
  readonly alone?: string;
  /** Closes what is open and removes what was made. */
  dispose(): Promise<void>;
}

type Case = (harness: StateHarness) => Promise<void>;

const texts = (listed: ReadonlyMap<string, Stored>): object =>
  Object.fromEntries([...listed].map(([key, { text }]) => [key, text]));

const CASES: { readonly [title: string]: Case } = {
  async "has nothing under a key that was never written"({ open }) {
    const state = await open();
    expect(await state.get("node/a")).toBeUndefined();
    expect(await state.list("node/")).toEqual(new Map());
  },

  async "gives back a text as it was written, whatever is in it"({ open }) {
    const state = await open();
    const text = JSON.stringify({ name: "ä \u0000 '\" 😀", list: [1, null] });
    const revision = await state.put("node/a", text, 0);
    expect(await state.get("node/a")).toEqual({ text, revision });
    const empty = await state.put("node/b", "", 0);
    expect(await state.get("node/b")).toEqual({ text: "", revision: empty });
  },

  async "raises the revision with every write of a key"({ open }) {
    const state = await open();
    const first = await state.put("node/a", "1", 0);
    const second = await state.put("node/a", "2", first);
    const third = await state.put("node/a", "3", second);
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(second);
    expect(await state.get("node/a")).toEqual({ text: "3", revision: third });
  },

  async "creates a key only once"({ open }) {
    const state = await open();
    await state.put("node/a", "first", 0);
    await expect(state.put("node/a", "second", 0)).rejects.toBeInstanceOf(Conflict);
    expect((await state.get("node/a"))?.text).toBe("first");
  },

  async "refuses a write to a revision that is no longer the key's, or never was"({ open }) {
    const state = await open();
    const first = await state.put("node/a", "1", 0);
    const second = await state.put("node/a", "2", first);
    await expect(state.put("node/a", "late", first)).rejects.toBeInstanceOf(Conflict);
    await expect(state.put("node/a", "early", second + 1_000)).rejects.toBeInstanceOf(Conflict);
    await expect(state.put("node/none", "no", first)).rejects.toBeInstanceOf(Conflict);
    expect(await state.get("node/a")).toEqual({ text: "2", revision: second });
    expect(await state.get("node/none")).toBeUndefined();
  },

  async "lets one of several writes through that start from the same revision"({ open }) {
    const state = await open();
    const first = await state.put("lease", "nobody", 0);
    const names = ["a", "b", "c", "d"];
    const outcomes = await Promise.allSettled(names.map((name) => state.put("lease", name, first)));
    const through = names.filter((_name, index) => outcomes[index]?.status === "fulfilled");
    expect(through).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(Conflict);
    expect((await state.get("lease"))?.text).toBe(through[0]);
  },

  async "removes a key that is still at the revision, and no other"({ open }) {
    const state = await open();
    const first = await state.put("node/a", "1", 0);
    const second = await state.put("node/a", "2", first);
    await expect(state.remove("node/a", first)).rejects.toBeInstanceOf(Conflict);
    expect((await state.get("node/a"))?.text).toBe("2");
    await state.remove("node/a", second);
    expect(await state.get("node/a")).toBeUndefined();
    await expect(state.remove("node/a", second)).rejects.toBeInstanceOf(Conflict);
  },

  async "never gives a key the same revision again, even after its removal"({ open }) {
    const state = await open();
    const first = await state.put("node/a", "1", 0);
    await state.remove("node/a", first);
    const again = await state.put("node/a", "2", 0);
    expect(again).toBeGreaterThan(first);
    await expect(state.put("node/a", "old", first)).rejects.toBeInstanceOf(Conflict);
  },

  async "lists what is below a prefix, and nothing that only begins alike"({ open }) {
    const state = await open();
    for (const key of ["node/a", "node/b", "nodes/c", "node", "queue/a/1", "queue/a/2", "queue/ab/1"])
      await state.put(key, key, 0);
    expect(texts(await state.list("node/"))).toEqual({ "node/a": "node/a", "node/b": "node/b" });
    expect(texts(await state.list("queue/a/"))).toEqual({
      "queue/a/1": "queue/a/1",
      "queue/a/2": "queue/a/2",
    });
    expect((await state.list("")).size).toBe(7);
  },

  async "takes keys with the signs that names of nodes and batches have"({ open }) {
    const state = await open();
    const keys = ["node/UABCDEF234567", "template/current", "operator/anna.b-c_d", "seen/07"];
    for (const key of keys) await state.put(key, key, 0);
    for (const key of keys) expect((await state.get(key))?.text).toBe(key);
  },

  async "calls back after every change below a prefix, in order, until that is ended"({ open }) {
    const state = await open();
    const seen: [string, string | undefined][] = [];
    const end = state.watch("node/", (key, stored) => void seen.push([key, stored?.text]));
    const first = await state.put("node/a", "1", 0);
    await state.put("rollout/a", "not here", 0);
    const second = await state.put("node/a", "2", first);
    await state.remove("node/a", second);
    const changes: typeof seen = [
      ["node/a", "1"],
      ["node/a", "2"],
      ["node/a", undefined],
    ];
    await expect.poll(() => seen).toEqual(changes);
    end();
    const others: string[] = [];
    state.watch("node/", (key) => void others.push(key));
    await state.put("node/b", "1", 0);
    await expect.poll(() => others).toEqual(["node/b"]);
    expect(seen).toEqual(changes);
  },

  async "gives a watcher the revision under which the key can be written next"({ open }) {
    const state = await open();
    const seen: Stored[] = [];
    state.watch("node/", (_key, stored) => void (stored && seen.push(stored)));
    const revision = await state.put("node/a", "1", 0);
    await expect.poll(() => seen).toEqual([{ text: "1", revision }]);
    await state.put("node/a", "2", seen[0]?.revision ?? -1);
  },

  async "does not call back for a write that was refused"({ open }) {
    const state = await open();
    const revision = await state.put("node/a", "1", 0);
    const seen: (string | undefined)[] = [];
    state.watch("node/", (_key, stored) => void seen.push(stored?.text));
    await expect(state.put("node/a", "no", 0)).rejects.toBeInstanceOf(Conflict);
    await state.put("node/a", "2", revision);
    await expect.poll(() => seen).toEqual(["2"]);
  },

  async "has after a restart what was answered before"({ open }) {
    const before = await open();
    const stored = await before.put("node/a", "kept", 0);
    const gone = await before.put("node/b", "gone", 0);
    await before.remove("node/b", gone);
    await before.close();
    const after = await open();
    expect(texts(await after.list(""))).toEqual({ "node/a": "kept" });
    const next = await after.put("node/a", "next", stored);
    expect(next).toBeGreaterThan(gone);
  },

  async "shows one hub what another wrote, and lets only one of the two write"(harness) {
    const [one, other] = [await harness.open(), await harness.open()];
    const seen: (string | undefined)[] = [];
    other.watch("node/", (_key, stored) => void seen.push(stored?.text));
    const revision = await one.put("node/a", "1", 0);
    await expect.poll(() => seen).toEqual(["1"]);
    await expect.poll(async () => (await other.get("node/a"))?.text).toBe("1");
    await other.put("node/a", "2", revision);
    await expect(one.put("node/a", "3", revision)).rejects.toBeInstanceOf(Conflict);
    await expect.poll(() => seen).toEqual(["1", "2"]);
  },
};

const SHARED = "shows one hub what another wrote, and lets only one of the two write";

/** The suite that every implementation of `FleetState` passes. */
export function describeState(
  name: string,
  make: () => Promise<StateHarness>,
  { timeoutMs = 30_000 } = {},
): void {
  describe(`${name}, as the state of a fleet`, () => {
    for (const [title, run] of Object.entries(CASES))
      it(title, { timeout: timeoutMs }, async (context) => {
        const harness = await make();
        try {
          if (title === SHARED && harness.alone !== undefined) return context.skip(harness.alone);
          await run(harness);
        } finally {
          await harness.dispose();
        }
      });
  });
}
