import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { totalmem } from "node:os";
import { expect, it, onTestFinished } from "vitest";
import { isBound, listenersIn, loopbackPeers, memoryLeft, portsOf } from "./proc.js";

it("knows what a process listens on, and what of this machine it is connected to", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close());
  expect(portsOf(process.pid)).toContain(port);
  expect(loopbackPeers(process.pid)).not.toContain(port);
  const socket = connect(port, "127.0.0.1");
  const [accepted] = await once(server, "connection");
  onTestFinished(() => void accepted.destroy());
  await once(socket, "connect").catch(() => {});
  onTestFinished(() => void socket.destroy());
  expect(loopbackPeers(process.pid)).toContain(port);
  // Who has come to us is not what we went to.
  expect(loopbackPeers(process.pid)).not.toContain(socket.localPort);
});

it("finds all that listen, however many there are and whatever is connected to them", async () => {
  // More than the kernel lists in one page.
  const servers = Array.from({ length: 40 }, () => createServer().listen(0, "127.0.0.1"));
  onTestFinished(() => servers.forEach((server) => void server.close()));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const port of ports) {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
  }
  expect(portsOf(process.pid)).toEqual(expect.arrayContaining(ports));
  expect(ports.filter((port) => !isBound(port, "tcp"))).toEqual([]);
  // Where the pages of Linux are larger than what is read at once, that may end anywhere in a row.
  const table = listenersIn("/proc/net/tcp", 61)?.split("\n") ?? [];
  const listed = ports.filter((port) =>
    table.some((row) => row.includes(`0100007F:${port.toString(16).toUpperCase().padStart(4, "0")} `)),
  );
  expect(listed).toEqual(ports);
});

/** More than a machine for tests swaps to. */
const SWAP = 2 ** 40;

it("knows how much memory is left, which is less than the machine has", () => {
  expect(memoryLeft()).toBeGreaterThan(2 ** 20);
  expect(memoryLeft()).toBeLessThan(totalmem() + SWAP);
});
