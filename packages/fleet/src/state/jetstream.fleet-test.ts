import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "@pilothouse/server";
import { describe, expect, it, vi } from "vitest";
import { testServer } from "../broker/testing/nats-server.js";
import type { JetStreamState } from "./jetstream.js";
import type { FleetState } from "./state.js";
import { LocalCopy } from "./stream/local-copy.js";
import { describeState } from "./testing/contract.js";
import { StreamBus } from "./testing/stream-bus.js";

describeState("JetStream", () => StreamBus.start());

/** Writes without a pause, and remembers what was answered. */
class Writing {
  readonly #answered = new Map<string, string>();
  readonly #writers: readonly Promise<void>[];
  #ends = false;

  constructor(readonly state: FleetState) {
    this.#writers = ["a", "b", "c"].map((key) => this.#write(key));
  }

  async #write(key: string): Promise<void> {
    for (let n = 0, revision = 0; !this.#ends; n++) {
      revision = await this.state.put(key, `${n}`, revision);
      this.#answered.set(key, `${n}`);
    }
  }

  async anotherWrite(): Promise<void> {
    const before = this.#answered.get("a");
    // A new leader takes seconds on a machine that is idle.
    const next = expect.poll(() => this.#answered.get("a")).not.toBe(before);
    // A write that is refused ends the test at once.
    await Promise.race([next, ...this.#writers]);
  }

  async isThereFor(other: FleetState): Promise<void> {
    this.#ends = true;
    await Promise.all(this.#writers);
    for (const [key, text] of this.#answered)
      await expect.poll(async () => (await other.get(key))?.text).toBe(text);
  }
}

/** A cluster that has just started does not know all its servers yet. */
const isOnThreeServers = (state: JetStreamState): Promise<void> =>
  expect.poll(() => state.copies().catch(() => 0)).toBe(3);

const leaderOf = async (state: JetStreamState): Promise<number> => Number((await state.leader())?.at(-1));

/** The texts in a hub's own copy. */
const copyOf = async (store: Store): Promise<unknown[]> =>
  (await new LocalCopy(store).all()).map(({ text }) => text);

describe("the shared state", () => {
  it("is refused on a server that loses what it has acknowledged, in a sentence", async () => {
    const bus = await StreamBus.start(1, { binary: testServer() });
    await expect(bus.open()).rejects.toThrow(
      /the bus runs nats-server 2\.9\.\d+, which may lose what it has acknowledged: several hubs need 2\.10\.27 or newer/,
    );
    await bus.dispose();
  });

  it("has everything that was answered after the server was killed in the middle of writes", async () => {
    const bus = await StreamBus.start();
    const state = await bus.open();
    const writing = new Writing(state);
    for (let kills = 0; kills < 2; kills++) {
      await writing.anotherWrite();
      await bus.kill();
      await bus.run();
    }
    await writing.anotherWrite();
    await writing.isThereFor(await bus.open("other"));
    await bus.dispose();
  });

  it("is written on when the leader of three servers is killed, and has everything that was answered", async () => {
    const bus = await StreamBus.start(3);
    const state = await bus.open();
    const writing = new Writing(state);
    await writing.anotherWrite();
    await isOnThreeServers(state);
    await bus.kill(await leaderOf(state));
    await writing.anotherWrite();
    await writing.isThereFor(await bus.open("other"));
    await bus.dispose();
  });

  it("is copied to three servers as soon as there are three, and survives the loss of one from then on", async () => {
    const bus = await StreamBus.start(3, { running: 2 });
    const state = await bus.open();
    expect(bus.logged.join()).toMatch(/kept on one server only: no suitable peers .* three/);
    const writing = new Writing(state);
    await writing.anotherWrite();
    await bus.run(2);
    await isOnThreeServers(state);
    await expect.poll(() => bus.logged.at(-1)).toBe("the state is kept on three servers now");
    await bus.kill(await leaderOf(state));
    await writing.anotherWrite();
    await writing.isThereFor(await bus.open("other"));
    await bus.dispose();
  });

  it("reaches other hubs when their server is killed while an update is on its way to them", async () => {
    const bus = await StreamBus.start(3);
    const state = await bus.open("hub", 0);
    await isOnThreeServers(state);
    const theirs = (await leaderOf(state)) === 1 ? 2 : 1;
    const others: JetStreamState[] = [];
    const before = (await bus.consumersNotOn(theirs)).length;
    let senders: string[];
    // The server that sends updates to a hub is chosen at random. If it is the killed one, they only come later.
    do {
      others.push(await bus.open(`other-${others.length}`, theirs));
      senders = await bus.consumersNotOn(theirs);
    } while (senders.length === before);
    await bus.pause(theirs);
    const revision = await state.put("node/a", "1", 0);
    await expect.poll(() => bus.sentBy(senders)).toBe(revision);
    await bus.kill(theirs);
    for (const other of others) await expect.poll(async () => (await other.get("node/a"))?.text).toBe("1");
    await bus.dispose();
  });

  it("reaches other hubs when the server no longer knows that they follow it", async () => {
    const bus = await StreamBus.start();
    const [state, other] = [await bus.open(), await bus.open()];
    await bus.removeConsumers();
    await state.put("node/a", "1", 0);
    await expect.poll(async () => (await other.get("node/a"))?.text).toBe("1");
    await bus.dispose();
  });

  it("reaches a hub whose own disk was full for a moment", async () => {
    const bus = await StreamBus.start();
    const [state, other] = [await bus.open(), await bus.open()];
    vi.spyOn(bus.storeOf(other), "write").mockRejectedValueOnce(new Error("no space left on the disk"));
    const first = await state.put("node/a", "1", 0);
    await expect.poll(() => bus.logged.join()).toContain("no space left on the disk");
    await state.put("node/a", "2", first);
    await expect.poll(async () => (await other.get("node/a"))?.text).toBe("2");
    // Also on its disk: it has the update if the bus loses it.
    await expect.poll(() => copyOf(bus.storeOf(other))).toEqual(["2"]);
    await bus.dispose();
  });

  it("is put back by a hub that runs while the server loses it", async () => {
    const bus = await StreamBus.start();
    const state = await bus.open("hub");
    await state.put("node/a", "1", 0);
    await bus.kill();
    await bus.run(0, "empty");
    await expect.poll(() => bus.logged.join()).toContain("the bus has lost 1 writes");
    const other = await bus.open("other");
    await expect.poll(async () => (await other.get("node/a"))?.text).toBe("1");
    await expect
      .poll(async () => state.put("node/a", "2", (await state.get("node/a"))?.revision ?? 0).catch(() => 0))
      .toBeGreaterThan(0);
    await expect.poll(async () => (await other.get("node/a"))?.text).toBe("2");
    await bus.dispose();
  });

  it("is put back by a hub that comes back after another one has written as much again", async () => {
    const bus = await StreamBus.start();
    const other = await bus.open("other");
    await other.put("node/a", "1", 0);
    const hub = await bus.open("hub");
    await other.close();
    await bus.kill();
    cpSync(join(bus.dir, "streams-0"), join(bus.dir, "earlier"), { recursive: true });
    await bus.run();
    const first = await hub.put("node/b", "1", 0);
    await hub.put("node/b", "kept", first);
    await hub.remove("node/a", (await hub.get("node/a"))?.revision ?? 0);
    await hub.close();
    await bus.kill();
    await bus.run(0, "earlier");
    const another = await bus.open("other");
    for (const n of [1, 2, 3, 4]) await another.put(`node/c${n}`, "new", 0);
    const again = await bus.open("hub");
    const texts = async (state: FleetState) =>
      [...(await state.list(""))].map(([key, { text }]) => `${key} ${text}`);
    const all = ["node/b kept", "node/c1 new", "node/c2 new", "node/c3 new", "node/c4 new"];
    expect(await texts(again)).toEqual(all);
    await expect.poll(() => texts(another)).toEqual(all);
    // Both know the revisions that count now.
    for (const [key, { revision }] of await again.list("")) await again.put(key, "again", revision);
    await expect.poll(() => texts(another)).toEqual(all.map((one) => one.replace(/\w+$/, "again")));
    for (const [key, { revision }] of await another.list("")) await another.remove(key, revision);
    await bus.dispose();
  });

  it("is put back from a hub's own store when the server has lost it", async () => {
    const bus = await StreamBus.start();
    const state = await bus.open("hub");
    const first = await state.put("node/a", "1", 0);
    await state.put("node/a", "2", first);
    const gone = await state.put("node/b", "x", 0);
    await state.remove("node/b", gone);
    await state.close();
    await bus.kill();
    await bus.run(0, "empty");
    const again = await bus.open("hub");
    expect([...(await again.list(""))].map(([key, { text }]) => [key, text])).toEqual([["node/a", "2"]]);
    const stored = await again.get("node/a");
    await again.put("node/a", "3", stored?.revision ?? 0);
    await bus.dispose();
  });
});
