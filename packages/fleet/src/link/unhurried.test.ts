import type { TLSSocket } from "node:tls";
import { ownCertificate } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished, vi } from "vitest";
import { makeNKey } from "../keys/nkey.js";
import { dial } from "./dial.js";
import { FrameReader } from "./frame-reader.js";
import { HostileServer, inTls } from "./testing/hostile-server.js";

/** A hub's connection for which messages under `can.` may wait, what it has received, and what sends to it. */
async function connected() {
  const certificate = await ownCertificate(scratch(), "127.0.0.1");
  let bus: TLSSocket | undefined;
  const server = new HostileServer(inTls(certificate, (socket) => (bus = socket)));
  onTestFinished(() => server.stop());
  const connection = await dial({
    ...{ addresses: [await server.start()], login: { key: makeNKey("user"), jwt: "" }, name: "hub" },
    ...{ trust: { certificate: certificate.cert }, unhurried: "can." },
  });
  onTestFinished(() => connection.close());
  const received: string[] = [];
  connection.subscribe(">", { callback: (_error, { subject }) => void received.push(subject) });
  await connection.flush();
  // The time that messages may wait passes only when a test says so.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const send = (...subjects: string[]) => {
    for (const subject of subjects) bus?.write(`MSG ${subject} 1 2\r\nhi\r\n`);
  };
  return { received, send };
}

it("A message that cannot wait is read at once, after those that came before it", async () => {
  const { received, send } = await connected();
  send("can.wait", "can.wait", "must.not", "can.wait");
  await expect.poll(() => received.slice(0, 3)).toEqual(["can.wait", "can.wait", "must.not"]);
});

it.each([
  ["cannot wait is urgent, however it is cut", "must.not", true],
  ["can wait is not", "can.wait", false],
])("Each piece of a message that %s", (_what, subject, isUrgent) => {
  const reader = new FrameReader({ maxPayload: 10, info: (text) => text, unhurried: "can." });
  for (const piece of [`MSG ${subject} 1 6\r\nab`, "cd", "ef", "\r\n"]) {
    reader.read(Buffer.from(piece));
    expect(reader.takeUrgent()).toBe(isUrgent);
  }
});

it("Messages that can wait are read together when their time is up", async () => {
  const { received, send } = await connected();
  send("can.one");
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  send("can.two");
  expect(received).toEqual([]);
  await expect
    .poll(() => {
      vi.advanceTimersByTime(100);
      return received;
    })
    .toEqual(["can.one", "can.two"]);
});

it("Messages that can wait do not wait when there are many", async () => {
  const { received, send } = await connected();
  send(...Array.from({ length: 64 }, () => "can.wait"));
  await expect.poll(() => received.length).toBe(64);
});
