import { spawn } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { natsConfig } from "@pilothouse/fleet";
import { certificateFiles, ownCertificate } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { testServer } from "../../packages/fleet/src/broker/testing/nats-server.js";
import { beside, type Process, run } from "../blackbox/process.js";
import { freePort } from "../support/ports.js";
import { fastClock, Node, until, untilSaid } from "./support/fleet.js";

const KEYS = "fleet-keys.json";

/** Two hubs with the keys of one fleet, on an existing server. */
class Hubs {
  readonly dir = scratch();
  readonly env: { readonly [name: string]: string };
  readonly processes = new Map<string, Process>();

  constructor(port: number, ca: string) {
    const password = join(this.dir, "password");
    writeFileSync(password, "a password for the hubs\n");
    this.env = {
      ...{ HOME: this.dir, PILOTHOUSE_PASSWORD_FILE: password, PILOTHOUSE_HUB_SHARED: "true" },
      ...{ PILOTHOUSE_HUB_BUS: `tls://127.0.0.1:${port}`, PILOTHOUSE_HUB_BUS_CA: ca },
    };
  }

  place(name: string): string {
    return join(this.dir, name);
  }

  async start(name: string): Promise<void> {
    const ports = ["--https-port", "0", "--http-port", "0"];
    const hub = beside(["hub", "--data-dir", this.place(name), ...ports], { env: this.env });
    onTestFinished(async () => void (await hub.kill("SIGKILL")));
    this.processes.set(name, hub);
    await hub.logged("ready");
  }

  async json<T>(name: string, ...words: string[]): Promise<T> {
    const local = ["--local", "--data-dir", this.place(name), "--json"];
    const { code, stdout, stderr } = await run([...words, ...local], { env: this.env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    return JSON.parse(stdout) as T;
  }
}

it("Two hubs show the same fleet, and one continues the roll-out of the other after that is killed", {
  timeout: 600_000,
}, async () => {
  const server = scratch();
  const { certFile, keyFile } = certificateFiles(server);
  ownCertificate(server, "127.0.0.1");
  const port = await freePort();
  const hubs = new Hubs(port, certFile);
  for (const name of ["a", "b"]) mkdirSync(hubs.place(name), { mode: 0o700 });
  mkdirSync(join(server, "jwt"));
  const printed = natsConfig(hubs.place("a")).replaceAll("/var/lib/nats", server);
  const tls = `tls: { cert_file: "${certFile}", key_file: "${keyFile}", timeout: 20 }`;
  writeFileSync(join(server, "nats.conf"), `${printed}\nlisten: "127.0.0.1:${port}"\n${tls}\n`);
  const broker = spawn(testServer("PILOTHOUSE_NATS_SERVER_13"), ["-c", join(server, "nats.conf")], {
    stdio: "ignore",
  });
  onTestFinished(() => void broker.kill("SIGKILL"));
  cpSync(join(hubs.place("a"), KEYS), join(hubs.place("b"), KEYS));
  await hubs.start("a");
  await hubs.start("b");

  const nodes: Node[] = [];
  for (const name of ["n1", "n2", "n3"]) {
    const node = await Node.start({ routerClock: fastClock() });
    const { token } = await hubs.json<{ token: string }>("a", "fleet", "invite");
    expect((await node.join(token, name)).result).toMatchObject({ state: "connected" });
    nodes.push(node);
  }
  const online = async (hub: string) => {
    const seen = await hubs.json<{ state: string; phase: string }[]>(hub, "fleet", "nodes");
    return seen.filter(({ state, phase }) => state === "online" && phase === "running").length;
  };
  for (const hub of ["a", "b"]) await untilSaid(`${hub} sees all`, async () => (await online(hub)) === 3);
  await hubs.json("a", "fleet", "label", "n1", "site=ams");
  await untilSaid("b sees the label", async () => {
    const labelled = await hubs.json<object[]>("b", "fleet", "nodes", "--label", "site=ams");
    return labelled.length === 1;
  });

  const away = nodes.pop();
  await away?.close();
  await hubs.json("a", "fleet", "queue", "n3", "NetworkSetting", '{"i2p.router.net.bw.in":"321"}');
  await untilSaid("b knows it", async () => (await hubs.json<object[]>("b", "fleet", "queue")).length === 1);
  const back = await Node.start({ dir: away?.dir ?? "", routerClock: fastClock() });
  nodes.push(back);
  const done = async (hub: string) =>
    (await hubs.json<{ state: string }[]>(hub, "fleet", "queue")).every(({ state }) => state === "done");
  for (const hub of ["a", "b"]) await untilSaid(`${hub} knows that it is done`, () => done(hub));
  const recorded = JSON.stringify((await back.ask("pilothouse.audit")).result);
  expect(recorded.split("router.net.bw.in")).toHaveLength(2);

  const starts = async () =>
    Promise.all(nodes.map(async (node) => (await node.ask("pilothouse.status")).result.starts as number));
  await hubs.json("a", "fleet", "restart", "--yes", "--now", "--tunnel-share", "0", "--min-healthy", "0s");
  await until("one is out", async () => (await starts()).some((count) => count > 1));
  await hubs.processes.get("a")?.kill("SIGKILL");
  await untilSaid("b has finished it", async () => {
    const [rollout] = await hubs.json<{ status: string }[]>("b", "fleet", "rollouts");
    return rollout?.status === "done";
  });
  expect(await starts()).toEqual([2, 2, 2]);
  await untilSaid("b misses a", async () => {
    const { findings } = await hubs.json<{ findings: { key: string }[] }>("b", "health");
    return findings.some(({ key }) => key === "fleet.hub");
  });
});
