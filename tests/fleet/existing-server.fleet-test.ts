import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { natsConfig } from "@pilothouse/fleet";
import { certificateFiles, ownCertificate } from "@pilothouse/server";
import { expect, it, onTestFinished } from "vitest";
import { testServer } from "../../packages/fleet/src/broker/testing/nats-server.js";
import { Hub, Node, scratch, until } from "./fleet.js";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it("A server that was there before carries a fleet, with what nats-config prints", async () => {
  const [dir, server] = [scratch("hub"), scratch("nats")];
  const { certFile, keyFile } = certificateFiles(server);
  await ownCertificate(server, "127.0.0.1");
  const port = await freePort();
  mkdirSync(join(server, "jwt"));
  const printed = natsConfig(dir).replaceAll("/var/lib/nats", server);
  const tls = `tls: { cert_file: "${certFile}", key_file: "${keyFile}", timeout: 20 }`;
  writeFileSync(join(server, "nats.conf"), `${printed}\nlisten: "127.0.0.1:${port}"\n${tls}\n`);
  const child = spawn(testServer("PILOTHOUSE_NATS_SERVER_13"), ["-c", join(server, "nats.conf")], {
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const bus = [`tls://127.0.0.1:${port}`];
  const hub = await Hub.start({ dir, settings: { bus, ca: certFile } });
  const node = await Node.start();
  expect((await node.join(await hub.invite(), "router-1")).result).toMatchObject({
    ...{ state: "connected", addresses: bus },
  });
  expect((await hub.call(node.key, "Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
  await hub.bus.enrolment.remove(node.key);
  await until("it is cut off", () => node.fleet.status().state === "disconnected");
});
