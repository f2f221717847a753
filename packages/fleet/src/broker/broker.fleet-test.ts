import { spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { errors, type NatsConnection } from "@nats-io/nats-core";
import { silentLog } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { MAX_ANSWER, MAX_JOIN } from "../keys/bus-limits.js";
import { accountJwts, openFleetKeys, userOf } from "../keys/fleet-keys.js";
import { memberClaims, signedJwt } from "../keys/jwt.js";
import { makeNKey, type NKey } from "../keys/nkey.js";
import { dial, type Login } from "../link/dial.js";
import { openEncrypted } from "../link/encrypted.js";
import { Broker } from "./broker.js";
import { findServer, isOlder, parsed, versionOf } from "./program.js";
import { testServer } from "./testing/nats-server.js";

function start(
  dataDir: string,
  { port = 0, program = testServer(), streams = false, prepare = () => {} } = {},
) {
  const keys = openFleetKeys(dataDir);
  const accounts = () => {
    prepare();
    return accountJwts(keys, { iat: 1, revocations: {}, streams });
  };
  const started = Broker.start({
    ...{ dataDir, host: "127.0.0.1", port, program, keys, accounts, streams, log: silentLog },
  });
  onTestFinished(async () => {
    await started.then(
      (broker) => broker.stop(),
      () => {},
    );
  });
  return started;
}

async function connected({ port, certificate }: Broker, login: Login): Promise<NatsConnection> {
  const addresses = [`tls://127.0.0.1:${port}`];
  const connection = await dial({ addresses, login, name: "test", trust: { certificate } });
  onTestFinished(() => connection.close());
  return connection;
}

async function speak(dataDir: string, broker: Broker): Promise<void> {
  const connection = await connected(broker, userOf(openFleetKeys(dataDir).account, "hub"));
  await connection.flush();
  await connection.close();
}

describe("The hub's own nats-server", () => {
  it.each(["PILOTHOUSE_NATS_SERVER", "PILOTHOUSE_NATS_SERVER_13"] as const)(
    "speaks TLS, and only to the fleet (%s)",
    async (variable) => {
      const dir = scratch();
      const broker = await start(dir, { program: testServer(variable) });
      await speak(dir, broker);
      const stranger = userOf(openFleetKeys(scratch()).account, "hub");
      const where = { addresses: [`tls://127.0.0.1:${broker.port}`], name: "test" };
      const { certificate } = broker;
      await expect(dial({ ...where, login: { ...stranger }, trust: { certificate } })).rejects.toThrow(
        /Authorization/,
      );
      await expect(dial({ ...where, login: stranger, trust: "system" })).rejects.toThrow(/certificate/);
    },
  );

  it("says nothing before TLS to a node that begins with it, if it is new enough for that", async () => {
    const peer = { rejectUnauthorized: false };
    const greets = async (program: string) => {
      const { port } = await start(scratch(), { program });
      const place = { hostname: "127.0.0.1", port, tlsName: "" };
      const { socket, greeting } = await openEncrypted(place, peer, new AbortController().signal);
      socket.destroy();
      return greeting?.subarray(0, 5).toString();
    };
    expect(await greets(testServer())).toBe("INFO ");
    expect(await greets(testServer("PILOTHOUSE_NATS_SERVER_13"))).toBeUndefined();
  });

  it.each(["PILOTHOUSE_NATS_SERVER", "PILOTHOUSE_NATS_SERVER_13"] as const)(
    "lets a node hear its own calls and report in its own name only (%s)",
    async (variable) => {
      const dir = scratch();
      const broker = await start(dir, { program: testServer(variable) });
      const keys = openFleetKeys(dir);
      const [key, other] = [makeNKey("user"), makeNKey("user").id];
      const claims = { id: key.id, name: key.id, role: keys.node.id, account: keys.account.id, iat: 1 };
      const node = await connected(broker, { key, jwt: signedJwt(memberClaims(claims), keys.node) });
      const refused: string[] = [];
      void (async () => {
        for await (const status of node.status())
          if (status.type === "error" && status.error instanceof errors.PermissionViolationError)
            refused.push(`${status.error.operation} ${status.error.subject}`);
      })();
      const hub = await connected(broker, userOf(keys.account, "hub"));
      const reported: string[] = [];
      hub.subscribe("ph.report.>", { callback: (_error, { subject }) => void reported.push(subject) });
      await hub.flush();

      const calls = (subject: string) =>
        node.subscribe(subject, { callback: (error, call) => void (error ?? call.respond("answered")) });
      const forbidden = [`ph.call.${other}`, "ph.call.*", "ph.>"];
      for (const subject of forbidden) calls(subject);
      calls(`ph.call.${key.id}`);
      node.publish(`ph.report.${other}`);
      node.publish(`ph.report.${key.id}`);
      await node.flush();

      await expect(hub.request(`ph.call.${other}`)).rejects.toThrow(/no responders/i);
      expect((await hub.request(`ph.call.${key.id}`)).string()).toBe("answered");
      // Reports of one connection arrive in their order, so the first would be here too.
      await expect.poll(() => reported).toEqual([`ph.report.${key.id}`]);
      await expect
        .poll(() => refused.toSorted())
        .toEqual(
          [`publish ph.report.${other}`, ...forbidden.map((subject) => `subscription ${subject}`)].sort(),
        );
      expect(node.isClosed()).toBe(false);
    },
  );

  it.each(["PILOTHOUSE_NATS_SERVER", "PILOTHOUSE_NATS_SERVER_13"] as const)(
    "takes no message of a node that is too long, and few subscriptions (%s)",
    async (variable) => {
      const dir = scratch();
      const broker = await start(dir, { program: testServer(variable) });
      const keys = openFleetKeys(dir);
      const login = (role: NKey, name?: string): Login => {
        const key = makeNKey("user");
        const claims = { id: key.id, role: role.id, account: keys.account.id, iat: 1, name: name ?? key.id };
        return { key, jwt: signedJwt(memberClaims(claims), role) };
      };
      const said = async (given: Login, work: (connection: NatsConnection) => void) => {
        const connection = await connected(broker, given);
        const errors: string[] = [];
        void (async () => {
          for await (const status of connection.status())
            if (status.type === "error") errors.push(status.error.message);
        })();
        // The server says what it takes after the login, and the client would keep to that.
        await connection.flush();
        Object.assign(connection.info ?? {}, { max_payload: Infinity });
        work(connection);
        await connection.flush().catch(() => {});
        return connection.isClosed() ? "closed" : errors.join();
      };
      const node = login(keys.node);
      const report = (bytes: number) => (connection: NatsConnection) =>
        connection.publish(`ph.report.${node.key.id}`, Buffer.alloc(bytes));
      expect(await said(node, report(MAX_ANSWER))).toBe("");
      expect(await said(node, report(MAX_ANSWER + 1))).toBe("closed");
      const joiner = login(keys.joiner, "i");
      const ask = (bytes: number) => (connection: NatsConnection) =>
        connection.publish("ph.join.i", Buffer.alloc(bytes));
      expect(await said(joiner, ask(MAX_JOIN))).toBe("");
      expect(await said(joiner, ask(MAX_JOIN + 1))).toBe("closed");
      const many = (subject: string, count: number) => (connection: NatsConnection) => {
        for (let n = 0; n < count; n++) connection.subscribe(subject, { callback: () => {} });
      };
      expect(await said(node, many("ph.notice", 10))).toBe("");
      expect(await said(node, many("ph.notice", 11))).toMatch(/Maximum Subscriptions/i);
      expect(await said(joiner, many(`_INBOX.${joiner.key.id}.x`, 5))).toMatch(/Maximum Subscriptions/i);
    },
  );

  it("is the only one: one that outlived its hub is ended before another starts", async () => {
    const dir = scratch();
    const first = await start(dir);
    const { port } = first;
    await first.stop();
    const conf = join(dir, "bus", "nats-server.conf");
    const left = spawn(testServer(), ["-c", conf], { stdio: "ignore" });
    onTestFinished(() => void left.kill("SIGKILL"));
    const pidFile = join(dir, "bus", "nats-server.pid");
    await expect.poll(() => readFileSync(pidFile, "utf8").trim()).toBe(String(left.pid));
    const second = await start(dir, { port });
    await expect.poll(() => left.exitCode ?? left.signalCode).not.toBeNull();
    await speak(dir, second);
  });

  it("is started again when it ends, also if that does not work at first because the disk is full", async () => {
    const dir = scratch();
    let starts = 0;
    const prepare = () => {
      if (++starts === 2) throw new Error("no space left on device");
    };
    const broker = await start(dir, { prepare });
    process.kill(broker.pid ?? 0, "SIGKILL");
    await expect.poll(() => starts, { timeout: 30_000 }).toBe(3);
    await expect
      .poll(() => speak(dir, broker).then(() => "spoken", String), { timeout: 30_000 })
      .toBe("spoken");
  });

  it("is found out when it hangs, and not while it is only quiet", async () => {
    const dir = scratch();
    const broker = await start(dir);
    const { port, certificate } = broker;
    const login = userOf(openFleetKeys(dir).account, "hub");
    const where = { addresses: [`tls://127.0.0.1:${port}`], login, name: "test", trust: { certificate } };
    const connection = await dial({ ...where, silentMs: 2_500 });
    onTestFinished(() => connection.close());
    let pings = 0;
    for await (const { type } of connection.status()) if (type === "ping" && ++pings === 12) break;
    expect(connection.isClosed()).toBe(false);
    process.kill(broker.pid ?? 0, "SIGSTOP");
    expect(String(await connection.closed())).toContain("the bus hangs: nothing has come from it for 3 s");
    process.kill(broker.pid ?? 0, "SIGCONT");
    await speak(dir, broker);
  });

  it("is not started where another program has its port, and says which port", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    await expect(start(scratch(), { port })).rejects.toThrow(
      `the hub's bus cannot listen on 127.0.0.1:${port}: another program does; choose another port with --hub-bus-port`,
    );
  });

  it("says in a sentence what to install when it is not there, or not what it should be", async () => {
    expect(() => findServer("nats-server-of-nobody", "")).toThrow(
      /is not installed.*apt install nats-server/,
    );
    expect(() => findServer("/no/nats-server")).toThrow(
      "hub.nats_server names /no/nats-server, which is not",
    );
    const fake = join(scratch(), "fake");
    writeFileSync(fake, "#!/bin/sh\necho nats-server: v2.8.4\n", { mode: 0o755 });
    await expect(versionOf(fake)).rejects.toThrow("is nats-server 2.8.4; at least 2.9.0 is needed");
    await expect(versionOf("/bin/true")).rejects.toThrow("does not say which nats-server it is");
    expect([
      isOlder([2, 9, 10], [2, 10, 27]),
      isOlder([2, 10, 27], [2, 10, 27]),
      isOlder([3, 0, 0], [2, 10, 27]),
    ]).toEqual([true, false, false]);
    expect(parsed("nats-server: v2.10.27")).toEqual([2, 10, 27]);
  });

  it("keeps streams only where it is new enough not to lose what it acknowledged", async () => {
    await expect(start(scratch(), { streams: true })).rejects.toThrow(
      /nats-server 2\.9\.\d+, which may lose what it has acknowledged: several hubs need 2\.10\.27 or newer/,
    );
    const dir = scratch();
    await speak(dir, await start(dir, { program: testServer("PILOTHOUSE_NATS_SERVER_13"), streams: true }));
  });

  it("keeps its keys where only the hub's user can read them", async () => {
    const dir = scratch();
    await start(dir);
    const { mode } = statSync(join(dir, "fleet-keys.json"));
    expect(mode & 0o777).toBe(0o600);
    const seeds = Object.values(JSON.parse(readFileSync(join(dir, "fleet-keys.json"), "utf8"))) as string[];
    const conf = readFileSync(join(dir, "bus", "nats-server.conf"), "utf8");
    for (const seed of seeds) expect(conf).not.toContain(seed);
    expect(conf).not.toContain("no_auth_user");
  });
});
