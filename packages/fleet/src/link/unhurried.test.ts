import type { TLSSocket } from "node:tls";
import { ownCertificate } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished, vi } from "vitest";
import { makeNKey } from "../keys/nkey.js";
import { dial } from "./dial.js";
import { HostileServer, inTls } from "./testing/hostile-server.js";

/** A hub's connection on which messages may wait, what it has received, and what sends to it. */
async function connected() {
  const certificate = ownCertificate(scratch(), "127.0.0.1");
  let bus: TLSSocket | undefined;
  const server = new HostileServer(inTls(certificate, (socket) => (bus = socket)));
  onTestFinished(() => server.stop());
  const connection = await dial({
    ...{ addresses: [await server.start()], login: { key: makeNKey("user"), jwt: "" }, name: "hub" },
    ...{ trust: { certificate: certificate.cert }, unhurried: true },
  });
  onTestFinished(() => connection.close());
  const received: string[] = [];
  connection.subscribe(">", { callback: (_error, { subject }) => void received.push(subject) });
  await connection.flush();
  // The time that messages may wait passes only when a test says so.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const send = (...subjects: string[]) => {
    for (const subject of subjects) bus?.write(`MSG ${subject} 1 2\r\nhi\r\n`);
  };
  /** Long after anything was sent. */
  const rest = () => {
    now += 1_000;
  };
  const end = () => bus?.end();
  return { connection, received, send, rest, end };
}

it("A message is read at once while somebody may wait for an answer", async () => {
  const { received, send } = await connected();
  send("one");
  await expect.poll(() => received).toEqual(["one"]);
  send("two");
  await expect.poll(() => received).toEqual(["one", "two"]);
});

it("Messages are read together otherwise, when their time is up", async () => {
  const { received, send, rest } = await connected();
  rest();
  send("one");
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  send("two");
  expect(received).toEqual([]);
  await expect
    .poll(() => {
      vi.advanceTimersByTime(100);
      return received;
    })
    .toEqual(["one", "two"]);
});

it("Messages that wait are read when something is sent, and so is its answer", async () => {
  const { connection, received, send, rest } = await connected();
  rest();
  send("before");
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  connection.publish("question");
  await expect.poll(() => received).toEqual(["before"]);
  send("answer");
  await expect.poll(() => received).toEqual(["before", "answer"]);
});

it("Messages do not wait when there are many", async () => {
  const { received, send, rest } = await connected();
  rest();
  send(...Array.from({ length: 64 }, () => "wait"));
  await expect.poll(() => received.length).toBe(64);
});

it("What has come is read also when the bus closes the connection", async () => {
  const { connection, send, rest, received, end } = await connected();
  rest();
  send("last");
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  end();
  await expect
    .poll(() => {
      vi.advanceTimersByTime(100);
      return connection.isClosed();
    })
    .toBe(true);
  expect(received).toEqual(["last"]);
});
