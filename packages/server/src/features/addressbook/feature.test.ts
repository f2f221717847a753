import { RouterUnavailable } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import { i2pBase64 } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inMemory, recorded } from "../../rpc/testing/recorded.js";
import { handlersOf, routerWith, Stage } from "../../rpc/testing/stage.js";
import { changesHandlers } from "../router-settings/changes-handlers.js";
import { addressbook } from "./feature.js";

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

const ask = (method: string, params: object = {}, of = routerWith(router)) => {
  const { settings, changes, routerQueue } = parts;
  const needs = { router: of, recorded: settings, routerQueue, sampler: { expire: () => {} } };
  const record = changesHandlers({ settings, changes, routerQueue });
  return stage.call(method, params, { ...record, ...handlersOf(addressbook, needs) });
};
const book = (params: object) => ask("AddressBook", params);
const names = (params: object = {}) => ask("pilothouse.names", params);
const kinds = () => stage.store.all("SELECT kind FROM event ORDER BY id").map(({ kind }) => kind);

const DESTINATION = i2pBase64(
  Uint8Array.from({ length: 391 }, (_, n) => [5, 0, 4, 0, 7, 0, 0][n - 384] ?? (n * 7) % 251),
);
const NAME = { Hostname: "mine.i2p", Type: "router" };

describe("AddressBook", () => {
  it("adds a name that leads there, and removes it whatever Delete is", async () => {
    expect((await book({ ...NAME, Destination: DESTINATION })).result).toEqual({
      success: true,
      message: "mine.i2p was added",
    });
    expect((await names({ lookup: "mine.i2p" })).result).toMatchObject({
      found: { destination: DESTINATION },
    });
    expect((await book({ ...NAME, Destination: "", Delete: "" })).result).toEqual({
      success: true,
      message: "mine.i2p was removed",
    });
    expect((await names({ lookup: "mine.i2p" })).result).toMatchObject({ found: null });
    expect(kinds()).toEqual(["names.added", "names.removed"]);
    expect(await stage.recorded()).toMatchObject([{ action: "names removed" }, { action: "name added" }]);
  });

  it("is none of the settings: whoever edits those is not held up by a change of it", async () => {
    const before = await parts.settings.revision();
    await names({ add: { name: "mine.i2p", destination: DESTINATION } });
    expect(await parts.settings.revision()).toBe(before);
  });

  it("tells only once of a name that is added again unchanged", async () => {
    const add = { name: "mine.i2p", destination: DESTINATION };
    expect((await names({ add })).result).toMatchObject({ saved: true });
    expect((await names({ add })).result).toMatchObject({ saved: false });
    expect((await book({ ...NAME, Destination: DESTINATION })).result).toEqual({
      success: true,
      message: "mine.i2p leads there already",
    });
    expect(kinds()).toEqual(["names.added"]);
  });

  it("replaces the subscriptions", async () => {
    await book({ SetSubscriptions: ["http://a.i2p/hosts.txt"] });
    expect((await names()).result).toMatchObject({ subscriptions: ["http://a.i2p/hosts.txt"] });
    expect(kinds()).toEqual(["names.subscribed"]);
  });

  it("neither restarts the router nor tells of subscriptions that stay as they are", async () => {
    const urls = ["http://a.i2p/hosts.txt"];
    expect((await names({ subscribe: urls })).result).toMatchObject({ saved: true });
    const subscribe = vi.spyOn(router.addressBook, "subscribe");
    expect((await names({ subscribe: urls })).result).toMatchObject({ saved: false, subscriptions: urls });
    expect(subscribe).not.toHaveBeenCalled();
    expect(kinds()).toEqual(["names.subscribed"]);
  });

  it.each([
    [{}, "Hostname"],
    [NAME, "Destination"],
    [{ ...NAME, Destination: "short" }, "Destination"],
    [{ ...NAME, Hostname: "mine.com", Destination: DESTINATION }, "Hostname"],
    [{ ...NAME, Hostname: "a,b.i2p", Destination: DESTINATION }, "Hostname"],
    [{ ...NAME, Hostname: "stats.i2p", Destination: DESTINATION }, "Hostname"],
    [{ ...NAME, Type: "private", Destination: DESTINATION }, "Type"],
    [{ Hostname: "never.i2p", Delete: "" }, "Hostname"],
    [{ SetSubscriptions: ["https://a.i2p/\nx"] }, "SetSubscriptions"],
    [{ SetSubscriptions: ["file:///etc/passwd"] }, "SetSubscriptions"],
    [{ SetSubscriptions: ["http://a.i2p/,http://b.i2p/"] }, "SetSubscriptions"],
    [{ SetConfig: {} }, "SetConfig"],
  ])("refuses %j with the key that is wrong, and changes nothing", async (params, key) => {
    const before = (await names()).result;
    expect((await book(params)).error).toMatchObject({ code: -32602, data: { key } });
    expect((await names()).result).toEqual(before);
  });

  it("says with success false that the router failed at a good request", async () => {
    vi.spyOn(router.addressBook, "add").mockRejectedValue(
      new RouterUnavailable("it does not resolve", "failed"),
    );
    expect((await book({ ...NAME, Destination: DESTINATION })).result).toEqual({
      success: false,
      message: "error - it does not resolve",
    });
    expect(kinds()).toEqual([]);
  });

  it("is refused where a router has none", async () => {
    const { error } = await ask("AddressBook", { ...NAME, Delete: "" }, routerWith({}));
    expect(error).toMatchObject({ code: -32602, data: { reason: "notPossible" } });
  });
});

describe("pilothouse.names", () => {
  it("lists names in pages", async () => {
    const { result } = await names({ search: "s", limit: 2 });
    expect(result).toMatchObject({ total: 1, names: [{ name: "stats.i2p" }] });
    expect((await names({ limit: 1 })).result?.["total"]).toBe(7);
    expect((await names({ after: "reg.i2p" })).result?.["names"]).toHaveLength(1);
  });

  it("says before how long each change interrupts the router", async () => {
    expect((await names()).result?.["interruptsForMs"]).toEqual({
      add: null,
      remove: 5_000,
      subscribe: 5_000,
    });
  });

  it("refuses two changes at once, and what is no name", async () => {
    expect((await names({ remove: ["a.i2p"], subscribe: [] })).error?.code).toBe(-32602);
    expect((await names({ lookup: "/etc/passwd" })).error?.data).toMatchObject({ key: "lookup" });
    expect((await names({ remove: ["never.i2p"] })).result).toMatchObject({ removed: [], saved: false });
    expect(await stage.recorded()).toEqual([]);
  });
});

describe("an undo of names", () => {
  const undo = async (more: object = {}) => {
    const { result } = await ask("pilothouse.changes", { part: "names", limit: 1 });
    const { changes } = result as { readonly changes: readonly { readonly id: number }[] };
    return ask("pilothouse.changes", { undo: changes[0]?.id, ...more });
  };
  const leadsTo = async (lookup: string) => (await names({ lookup })).result?.["found"];

  it("puts a name back that was removed, to where it led, and shows its address", async () => {
    const before = await leadsTo("stats.i2p");
    await names({ remove: ["stats.i2p"] });
    const { interruptsForMs } = (await names()).result as { interruptsForMs: { [step: string]: unknown } };
    expect((await undo({ preview: true })).result).toMatchObject({
      differences: [{ name: "stats.i2p", old: null, new: (before as { address: string }).address }],
      interruptsForMs: interruptsForMs["add"],
    });
    expect(await leadsTo("stats.i2p")).toBeNull();
    expect((await undo()).result).toMatchObject({ saved: true });
    expect(await leadsTo("stats.i2p")).toEqual(before);
    expect(kinds()).toEqual(["names.removed", "names.added"]);
    expect((await undo({ preview: true })).result).toMatchObject({
      interruptsForMs: interruptsForMs["remove"],
    });
    expect((await undo()).result).toMatchObject({ saved: true });
    expect(await leadsTo("stats.i2p")).toBeNull();
  });

  it("takes a name away that was added, and puts subscriptions back", async () => {
    await names({ add: { name: "mine.i2p", destination: DESTINATION } });
    await undo();
    expect(await leadsTo("mine.i2p")).toBeNull();
    const before = (await names()).result?.["subscriptions"];
    await names({ subscribe: [] });
    await undo();
    expect((await names()).result?.["subscriptions"]).toEqual(before);
    expect(kinds()).toEqual(["names.added", "names.removed", "names.subscribed", "names.subscribed"]);
  });

  it("leaves a name alone that leads elsewhere since, unless it is forced", async () => {
    const add = (destination: unknown) => names({ add: { name: "mine.i2p", destination } });
    await add(DESTINATION);
    await names({ remove: ["mine.i2p"] });
    const { destination } = (await leadsTo("stats.i2p")) as { destination: string };
    await router.addressBook.add("mine.i2p", destination);
    const { error } = await undo();
    expect(error?.message).toContain("changed again since, without a record");
    expect(error?.message).not.toContain(destination);
    expect((await undo({ force: true })).result).toMatchObject({ saved: true });
    expect(await leadsTo("mine.i2p")).toMatchObject({ destination: DESTINATION });
  });
});
