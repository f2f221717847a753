import { type JetStreamClient, jetstream } from "@nats-io/jetstream";
import { connect, TimeoutError } from "@nats-io/transport-node";
import { afterEach, describe, expect, it, vi } from "vitest";
import { StreamBus } from "../testing/stream-bus.js";
import { subjectOf } from "./bucket-keys.js";
import { writeToStream } from "./stream-writer.js";

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** A bucket on this many servers, the number of their leader, and a writer that is connected to it. */
async function bucketOn(size: number) {
  const bus = await StreamBus.start(size);
  ended.push(bus.dispose);
  const state = await bus.open();
  await expect.poll(() => state.copies().catch(() => 0)).toBe(size);
  const leader = size === 1 ? 0 : Number((await state.leader())?.at(-1));
  const connection = await connect({ port: bus.ports[leader] ?? 0 });
  ended.push(() => connection.close());
  return { bus, state, leader, js: jetstream(connection) };
}

const write = (js: JetStreamClient, text: string | undefined, after: number) =>
  writeToStream(js, { key: "a", subject: subjectOf("a"), text, after });

/** The next write reaches the bus, but its answer does not come back. */
function loseNextAnswer(js: JetStreamClient): void {
  const publish = js.publish.bind(js);
  vi.spyOn(js, "publish").mockImplementationOnce(async (...given) => {
    await publish(...given).catch(() => {});
    throw new TimeoutError();
  });
}

describe.each([1, 3])("a write to a bucket on %i servers", (size) => {
  it("is not refused as a conflict with itself when its answer was lost", async () => {
    const { js, state } = await bucketOn(size);
    loseNextAnswer(js);
    const first = await write(js, "1", 0);
    await expect.poll(() => state.get("a")).toEqual({ text: "1", revision: first });
    loseNextAnswer(js);
    const second = await write(js, undefined, first);
    expect(second).toBeGreaterThan(first);
    await expect.poll(() => state.get("a")).toBeUndefined();
  });

  it("is refused when another write came first, also when its answer was lost", async () => {
    const { js } = await bucketOn(size);
    await write(js, "1", 0);
    loseNextAnswer(js);
    await expect(write(js, "2", 0)).rejects.toThrow("a was changed by another write");
  });
});

describe("a write to a cluster", () => {
  it("is answered only when most servers have it, also when it is repeated meanwhile", async () => {
    const { bus, state, leader, js } = await bucketOn(3);
    const others = [0, 1, 2].filter((n) => n !== leader);
    const publish = vi.spyOn(js, "publish");
    for (const n of others) await bus.pause(n);
    const writing = write(js, "1", 0);
    const attempts = () => publish.mock.settledResults.filter(({ type }) => type !== "incomplete");
    await expect.poll(() => attempts().length).toBeGreaterThan(1);
    for (const n of others) bus.resume(n);
    const revision = await writing;
    await expect.poll(() => state.get("a")).toEqual({ text: "1", revision });
  });
});
