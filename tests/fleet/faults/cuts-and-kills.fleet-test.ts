import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { Person } from "../../cli/command.js";
import { type Served, serve } from "../../cli/served.js";
import { Hub, Node, until } from "../support/fleet.js";

const KEY = "svc.router.net.bw.in";
/** A killed node does not answer; a later answer does not count. */
const PATIENCE_MS = 5_000;
const echo = (hub: Hub, key: string) => hub.call(key, "Echo", { Echo: "x" }, {}, PATIENCE_MS);

/** A TCP proxy between a node and the bus that can be cut. */
async function breakableProxy(to: number) {
  const open = new Set<Socket>();
  let whole = true;
  const server = createServer((socket) => {
    if (!whole) return void socket.destroy();
    const other = connect(to, "127.0.0.1");
    for (const [one, two] of [
      [socket, other],
      [other, socket],
    ] as const) {
      open.add(one);
      one.on("error", () => {}).on("close", () => void two.destroy());
      one.pipe(two);
    }
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const cut = () => {
    whole = false;
    for (const socket of open) socket.destroy();
    open.clear();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const restore = () => {
    whole = true;
  };
  return { port: (server.address() as { port: number }).port, cut, restore };
}

describe("A network that is cut between the bus and some nodes", () => {
  it("does not affect the others; nodes behind it keep running, and reconnect when it is restored", async () => {
    const dir = scratch();
    const hub = await Hub.start({ dir });
    const [direct, far] = await Promise.all([Node.start(), Node.start()]);
    await direct.join(await hub.invite(), "direct");
    const [place = ""] = hub.bus.addresses;
    const port = Number(new URL(place).port);
    const proxy = await breakableProxy(port);
    await hub.close();
    const behind = await Hub.start({ dir, port, addresses: [`tls://127.0.0.1:${proxy.port}`] });
    await far.join(await behind.invite(), "far");
    expect(await echo(behind, far.key)).toMatchObject({ result: { Result: "x" } });
    proxy.cut();
    await until("the bus knows", async () =>
      echo(behind, far.key).then(
        () => false,
        (error) => error.unconnected === true,
      ),
    );
    await until("the other is there", async () =>
      echo(behind, direct.key).then(
        () => true,
        () => false,
      ),
    );
    await until("the node knows", () => far.fleet.status().state === "disconnected");
    expect(await far.ask("NetworkSetting", { [KEY]: "77" })).toMatchObject({
      result: { SettingsSaved: true },
    });
    proxy.restore();
    await until("it is back", () =>
      echo(behind, far.key).then(
        () => true,
        () => false,
      ),
    );
    expect(await behind.call(far.key, "NetworkSetting", { [KEY]: null })).toMatchObject({
      result: { [KEY]: "77" },
    });
  });
});

describe("A node and the bus that are killed while a hub writes", () => {
  it("lose no acknowledged write, and run no command twice", async () => {
    const hub = await Hub.start();
    const person = new Person();
    const dataDir = join(scratch(), "data");
    const start = (): Promise<Served> => serve(person, ["--data-dir", dataDir]);
    let service = await start();
    const token = await hub.invite();
    const joined = await person.run(["join", token, "--data-dir", dataDir, "--json"]);
    const { key } = JSON.parse(joined.out) as { key: string };

    /** Sends one command and ignores a failure. Each value is sent once. */
    const answered: number[] = [];
    const write = (value: number) =>
      hub.call(key, "NetworkSetting", { [KEY]: String(value) }, {}, PATIENCE_MS).then(
        ({ result }) => {
          if (result?.SettingsSaved) answered.push(value);
        },
        () => {},
      );
    const nodeIsBack = () =>
      until("the node is back", () =>
        echo(hub, key).then(
          () => true,
          () => false,
        ),
      );
    let value = 1_000;
    for (const victim of ["bus", "node", "bus", "node"] as const) {
      // Enough are in progress that the kill interrupts some.
      const writes = Array.from({ length: 12 }, () => write(value++));
      await Promise.race(writes);
      if (victim === "node") {
        await service.stop("SIGKILL");
        service = await start();
      } else {
        process.kill(Number(readFileSync(join(hub.dir, "bus", "nats-server.pid"), "utf8")), "SIGKILL");
      }
      await Promise.all(writes);
      await nodeIsBack();
    }
    expect(answered.length).toBeGreaterThan(0);
    const { entries } = (await hub.call(key, "pilothouse.audit", { limit: 500 })).result;
    const done = (entries as { action: string; outcome: string; details: { name: string; new: string }[] }[])
      .filter(({ action, outcome }) => action === "NetworkSetting" && outcome === "ok")
      .flatMap(({ details }) => details.filter(({ name }) => name === KEY).map(({ new: to }) => Number(to)));
    expect(new Set(done).size).toBe(done.length);
    expect(answered.filter((one) => !done.includes(one))).toEqual([]);
    // The router has the last recorded value, or one of a command that was interrupted before it was recorded.
    const { result } = await hub.call(key, "NetworkSetting", { [KEY]: null });
    const last = Number(result[KEY]);
    expect(last === done[0] || !answered.includes(last)).toBe(true);
    await service.stop();
  });
});
