import { type Reason, reason } from "@pilothouse/protocol";
import { Store } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { type Command, NodeAway } from "../../bus/hub-bus.js";
import { SqliteState } from "../../state/sqlite.js";
import { CallQueue } from "./call-queue.js";

/** Two hubs that share their state; each call to the node is answered when the test says so. */
async function stage() {
  const dir = scratch();
  const store = Store.open(dir);
  const state = new SqliteState(store);
  const clock = { time: 1_000, now: () => clock.time };
  const open: { readonly hub: string; readonly end: (answer: string | Error) => void }[] = [];
  const refused = new Map<string, Reason>();
  const hub = async (name: string) => {
    const queue = new CallQueue({
      ...{ state, clock, hub: name, log: () => {} },
      inventory: { find: () => ({ state: "online", name: "attic" }) } as never,
      bus: {
        call: (_node: string, _command: Command) =>
          new Promise<string>((answer, fail) => {
            const end = (said: string | Error) => (typeof said === "string" ? answer(said) : fail(said));
            open.push({ hub: name, end });
          }),
      } as never,
      waits: { add: async () => {} } as never,
      authority: { refusal: () => refused.get(name), refused: async () => {} },
    });
    await queue.start();
    return queue;
  };
  const [a, b] = [await hub("a"), await hub("b")];
  onTestFinished(async () => {
    for (const queue of [a, b]) queue.stop();
    await store.close();
  });
  const grant = { name: "anna", scope: "operate" } as never;
  const add = (method: string) => {
    clock.time++;
    return a.add("UA", { method, params: {}, by: "anna", grant, expires: clock.time + 86_400_000 });
  };
  const states = () => b.list().map(({ call }) => call.state);
  const sent = () => open.map(({ hub: by }) => by);
  return { a, b, add, open, sent, states, clock, refused };
}

it("A call is sent by one hub at a time, in the order of the queue", async () => {
  const { a, b, add, open, sent, states } = await stage();
  await add("RouterManager");
  await add("RouterManager");
  await expect.poll(sent).toEqual(["a"]);
  await b.flush("UA");
  expect(sent()).toEqual(["a"]);
  open[0]?.end("{}");
  // As a hub does every few seconds.
  await expect.poll(() => a.cleanUp().then(sent)).toHaveLength(2);
  open[1]?.end("{}");
  await expect.poll(states).toEqual(["done", "done"]);
  expect(a.list()).toEqual(b.list());
});

it("A call that another hub has cancelled or refused meanwhile is not sent", async () => {
  const { b, add, open, sent, states, refused } = await stage();
  await add("first");
  await add("second");
  await add("third");
  await expect.poll(sent).toHaveLength(1);
  const [first, second] = b.list();
  if (first === undefined || second === undefined) throw new Error("they are not there");
  await expect(b.cancel(first)).rejects.toThrow("changed by another write");
  await b.cancel(second);
  refused.set("b", reason("grant.revoked", { name: "ann" }));
  await b.flush("UA");
  expect(states()).toEqual(["waiting", "cancelled", "failed"]);
  const outcome = "the session of ann that ordered it was revoked";
  expect(b.list()[2]?.call).toMatchObject({ outcome, coded: { code: "grant.revoked", text: outcome } });
  open[0]?.end("{}");
  await expect.poll(states).toEqual(["done", "cancelled", "failed"]);
  expect(sent()).toHaveLength(1);
});

it("A call that could not be sent is free again, also when its hub was killed", async () => {
  const { b, add, open, sent, states, clock } = await stage();
  await add("first");
  await expect.poll(sent).toEqual(["a"]);
  open[0]?.end(new NodeAway("it is not connected", true));
  await expect.poll(() => b.list()[0]?.call.sending).toBeUndefined();
  void b.flush("UA");
  await expect.poll(sent).toEqual(["a", "b"]);
  open[1]?.end("{}");
  await expect.poll(states).toEqual(["done"]);
  await add("second");
  await expect.poll(sent).toHaveLength(3);
  clock.time += 15 * 60_000;
  void b.flush("UA");
  await expect.poll(sent).toEqual(["a", "b", "a", "b"]);
});
