import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { natsConfig } from "@pilothouse/fleet";
import { certificateFiles, ownCertificate } from "@pilothouse/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { testServer } from "../../packages/fleet/src/broker/testing/nats-server.js";
import { freePort } from "../support/ports.js";
import { Hub, Node, scratch, until } from "./support/fleet.js";

type Server = Parameters<typeof testServer>[0];

/** A server that is not run by the hub, configured with the output of nats-config for the hub in this directory. */
async function existing(hubDir: string, version: Server = "PILOTHOUSE_NATS_SERVER_13") {
  const dir = scratch("nats");
  const { certFile, keyFile } = certificateFiles(dir);
  await ownCertificate(dir, "127.0.0.1");
  const port = await freePort();
  mkdirSync(join(dir, "jwt"));
  const printed = natsConfig(hubDir).replaceAll("/var/lib/nats", dir);
  const tls = `tls: { cert_file: "${certFile}", key_file: "${keyFile}", timeout: 20 }`;
  writeFileSync(join(dir, "nats.conf"), `${printed}\nlisten: "127.0.0.1:${port}"\n${tls}\n`);
  const child = spawn(testServer(version), ["-c", join(dir, "nats.conf")], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  await until("the server answers", () => answers(port));
  return { bus: [`tls://127.0.0.1:${port}`], ca: certFile };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
      .once("data", () => {
        resolve(true);
        socket.destroy();
      })
      .once("error", () => resolve(false));
  });

const echo = async (hub: Hub, { key }: Node) => (await hub.call(key, "Echo", { Echo: "x" })).result;

describe("An existing nats-server", () => {
  it("carries a fleet with the output of nats-config", async () => {
    const dir = scratch("hub");
    const settings = await existing(dir);
    const hub = await Hub.start({ dir, settings });
    const node = await Node.start();
    expect((await node.join(await hub.invite(), "router-1")).result).toMatchObject({
      ...{ state: "connected", addresses: settings.bus },
    });
    expect(await echo(hub, node)).toEqual({ Result: "x" });
    await hub.bus.enrolment.remove(node.key);
    await until("it is cut off", () => node.fleet.status().state === "disconnected");
  });

  it("is shared by two hubs, which have the same state and manage the same nodes", async () => {
    const [dir, otherDir] = [scratch("hub"), scratch("hub")];
    const settings = { ...(await existing(dir)), shared: true };
    const hub = await Hub.start({ dir, settings });
    copyFileSync(join(dir, "fleet-keys.json"), join(otherDir, "fleet-keys.json"));
    const other = await Hub.start({ dir: otherDir, settings });
    expect(other.bus.fleet).toBe(hub.bus.fleet);
    const node = await Node.start();
    const { token } = await hub.bus.enrolment.invite({ labels: { site: "ams" } }, "anna");
    await until(
      "both know the invitation",
      async () => (await other.bus.enrolment.invitations()).length === 1,
    );
    expect((await node.join(token, "router-1")).result).toMatchObject({ state: "connected" });
    await until("the other knows the node", async () => (await other.record(node.key)) !== undefined);
    expect([await echo(hub, node), await echo(other, node)]).toEqual([{ Result: "x" }, { Result: "x" }]);
    await until("both hear its reports", () => hub.reports.has(node.key) && other.reports.has(node.key));
    // One hub stops; the other continues with everything.
    await hub.close();
    expect(await echo(other, node)).toEqual({ Result: "x" });
    await other.bus.enrolment.rename(node.key, "router-2");
    const again = await Hub.start({ dir, settings });
    expect(await again.record(node.key)).toMatchObject({ name: "router-2", labels: { site: "ams" } });
    await other.bus.enrolment.remove(node.key);
    await until("it is cut off", () => node.fleet.status().state === "disconnected");
    await until("both know", async () => (await again.record(node.key)) === undefined);
  });

  it("is refused for shared state if it may lose acknowledged writes, or stops with one hub", async () => {
    const dir = scratch("hub");
    const settings = { ...(await existing(dir, "PILOTHOUSE_NATS_SERVER")), shared: true };
    await expect(Hub.start({ dir, settings })).rejects.toThrow(
      /nats-server 2\.9\.\d+.* several hubs need 2\.10\.27/,
    );
    await expect(Hub.start({ settings: { shared: true } })).rejects.toThrow(
      "hub.shared needs servers that do not end with one hub",
    );
  });
});
