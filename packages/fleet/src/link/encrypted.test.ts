import { ownCertificate } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { openEncrypted } from "./encrypted.js";
import { HostileServer, info, inTls } from "./testing/hostile-server.js";

/** A server that can be told to greet in clear. */
async function started(greeting: { inClear: boolean }) {
  const tls = inTls(ownCertificate(scratch(), "127.0.0.1"), () => {});
  const server = new HostileServer((socket, self) => {
    if (greeting.inClear) socket.write(info());
    tls(socket, self);
  });
  const { hostname, port } = new URL(await server.start());
  onTestFinished(() => server.stop());
  /** The greeting, if it was in clear. */
  const open = async (signal = new AbortController().signal) => {
    const place = { hostname, port: Number(port), tlsName: "" };
    const { socket, greeting } = await openEncrypted(place, { rejectUnauthorized: false }, signal);
    socket.destroy();
    return greeting?.toString();
  };
  return { server, open };
}

it("One that greets inside TLS is connected to once", async () => {
  const { server, open } = await started({ inClear: false });
  expect(await open()).toBeUndefined();
  expect(server.accepted).toBe(1);
});

it("One that greets in clear is connected to twice, and once when that is known", async () => {
  const { server, open } = await started({ inClear: true });
  expect(await open()).toBe(info());
  expect(server.accepted).toBe(2);
  expect(await open()).toBe(info());
  expect(server.accepted).toBe(3);
});

it("One that no longer greets in clear is found out after one attempt", async () => {
  const greeting = { inClear: true };
  const { server, open } = await started(greeting);
  await open();
  greeting.inClear = false;
  const ending = new AbortController();
  const waiting = open(ending.signal);
  await expect.poll(() => server.accepted).toBe(3);
  ending.abort(new Error("time is up"));
  await expect(waiting).rejects.toThrow("time is up");
  expect(await open()).toBeUndefined();
});
