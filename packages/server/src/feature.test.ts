import { call } from "@pilothouse/protocol";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Feature, FeatureList } from "./feature.js";
import { record } from "./features/record/feature.js";
import { NODE, type NodeFeatures, type NodeGiven } from "./node-features.js";
import { furtherMethod } from "./rpc/methods.js";

const said: string[] = [];
const say = (word: string) => () => void said.push(word);
const a: Feature<{ readonly base: number }, { readonly one: number }, "Echo"> = {
  open: ({ base }) => ({
    provides: { one: base + 1 },
    handlers: { Echo: ({ Echo }) => ({ Result: Echo }) },
    start: say("a starts"),
    stop: say("a stops"),
    close: say("a closes"),
  }),
};
const b = (fails = false): Feature<{ readonly one: number }, { readonly two: number }> => ({
  open({ one }) {
    if (fails) throw new Error("b fails");
    return {
      provides: { two: one + 1 },
      handlers: {},
      start: say("b starts"),
      stop: say("b stops"),
      close: say("b closes"),
    };
  },
});

describe("a list of features", () => {
  it("opens them in order, gives each what those before it provide, and closes them in reverse", async () => {
    said.length = 0;
    const running = await FeatureList.given<{ readonly base: number }>().with(a).with(b()).open({ base: 1 });
    expect([running.has.two, running.features.methods()]).toEqual([3, ["Echo"]]);
    await running.start();
    await running.close({ save: true });
    expect(said).toEqual(["a starts", "b starts", "b stops", "a stops", "b closes", "a closes"]);
  });

  it("does what recurs from when all are open until they are closed", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    said.length = 0;
    const recurring = [{ everyMs: 10, work: say("again") }];
    const timed: Feature<object> = {
      open: () => ({ provides: {}, handlers: {}, recurring }),
    };
    const running = await FeatureList.given<object>().with(timed).open({});
    await vi.advanceTimersByTimeAsync(25);
    expect(said).toEqual([]);
    await running.opened();
    await vi.advanceTimersByTimeAsync(25);
    expect(said).toEqual(["again", "again"]);
    await running.close({ save: false });
    await vi.advanceTimersByTimeAsync(25);
    expect(said).toHaveLength(2);
  });

  it("collects the methods that features from outside add, each of them once", async () => {
    const definition = call({
      ...({ guard: "token", scope: "read", others: "refused", description: "" } as const),
      ...{ params: {}, result: {} },
    });
    const more = new Map([["example.it", furtherMethod(definition, () => ({}))]]);
    const outer: Feature<object> = { open: () => ({ provides: {}, handlers: {}, more }) };
    const list = FeatureList.given<object>().with(outer);
    expect([...(await list.open({})).features.more()]).toEqual([...more]);
    await expect(list.with(outer).open({})).rejects.toThrow("two features answer example.it");
  });

  it("closes those that are open when one fails", async () => {
    said.length = 0;
    const opening = FeatureList.given<{ readonly base: number }>().with(a).with(b(true)).open({ base: 1 });
    await expect(opening).rejects.toThrow("b fails");
    expect(said).toEqual(["a stops", "a closes"]);
  });

  it("does not compile when something is missing, or there twice", () => {
    const list = FeatureList.given<{ readonly base: number }>();
    // @ts-expect-error nobody before it provides `one`
    list.with(b());
    // @ts-expect-error Echo is answered, and `one` provided, already
    list.with(a).with(a);
    // @ts-expect-error most methods of the service have no handler
    const incomplete: NodeFeatures = FeatureList.given<NodeGiven>().with(record);
    const complete: NodeFeatures = NODE;
    expect([incomplete, complete]).toHaveLength(2);
  });
});
