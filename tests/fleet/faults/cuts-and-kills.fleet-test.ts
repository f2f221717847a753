import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Person } from "../../cli/command.js";
import { type Served, serve } from "../../cli/served.js";
import { Hub, Node, scratch, until } from "../support/fleet.js";

const KEY = "svc.router.net.bw.in";
/** A node that was killed does not answer; what comes later than this does not count as answered. */
const PATIENCE_MS = 5_000;
const echo = (hub: Hub, key: string) => hub.call(key, "Echo", { Echo: "x" }, {}, PATIENCE_MS);

/** What stands between a node and the bus, and can be cut. */
async function cable(to: number) {
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
  const mend = () => {
    whole = true;
  };
  return { port: (server.address() as { port: number }).port, cut, mend };
}

describe("A network that is cut between the bus and some nodes", () => {
  it("leaves the others alone; those behind it go on by themselves, and are back when it is mended", async () => {
    const dir = scratch("hub");
    const hub = await Hub.start({ dir });
    const [direct, far] = await Promise.all([Node.start(), Node.start()]);
    await direct.join(await hub.invite(), "direct");
    const [place = ""] = hub.bus.addresses;
    const port = Number(new URL(place).port);
    const line = await cable(port);
    await hub.close();
    const behind = await Hub.start({ dir, port, addresses: [`tls://127.0.0.1:${line.port}`] });
    await far.join(await behind.invite(), "far");
    expect(await echo(behind, far.key)).toMatchObject({ result: { Result: "x" } });
    line.cut();
    await until("the bus knows", async () =>
      echo(behind, far.key).then(
        () => false,
        (error) => error.undelivered === true,
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
    line.mend();
    await until("it is back", () => far.fleet.status().state === "connected");
    expect(await behind.call(far.key, "NetworkSetting", { [KEY]: null })).toMatchObject({
      result: { [KEY]: "77" },
    });
  });
});

describe("A node and the bus that are killed while a hub writes", () => {
  it("lose nothing that was answered, and carry out nothing twice", async () => {
    const hub = await Hub.start();
    const person = new Person();
    const dataDir = join(scratch("node"), "data");
    const start = (): Promise<Served> => serve(person, ["--data-dir", dataDir]);
    let service = await start();
    const token = await hub.invite();
    const joined = await person.run(["join", token, "--data-dir", dataDir, "--json"]);
    const { key } = JSON.parse(joined.out) as { key: string };

    /** One command, whatever becomes of it: a value is sent once. */
    const answered: number[] = [];
    const write = (value: number) =>
      hub.call(key, "NetworkSetting", { [KEY]: String(value) }, {}, PATIENCE_MS).then(
        ({ result }) => {
          if (result?.SettingsSaved) answered.push(value);
        },
        () => {},
      );
    const back = () =>
      until("the node is back", () =>
        echo(hub, key).then(
          () => true,
          () => false,
        ),
      );
    let value = 1_000;
    for (const victim of ["bus", "node", "bus", "node"] as const) {
      // Enough are under way when it happens that some are cut in the middle.
      const writes = Array.from({ length: 12 }, () => write(value++));
      await Promise.race(writes);
      if (victim === "node") {
        await service.stop("SIGKILL");
        service = await start();
      } else {
        process.kill(Number(readFileSync(join(hub.dir, "bus", "nats-server.pid"), "utf8")), "SIGKILL");
      }
      await Promise.all(writes);
      await back();
    }
    expect(answered.length).toBeGreaterThan(0);
    const { entries } = (await hub.call(key, "pilothouse.audit", { limit: 500 })).result;
    const done = (entries as { action: string; outcome: string; details: { name: string; new: string }[] }[])
      .filter(({ action, outcome }) => action === "NetworkSetting" && outcome === "ok")
      .flatMap(({ details }) => details.filter(({ name }) => name === KEY).map(({ new: to }) => Number(to)));
    expect(new Set(done).size).toBe(done.length);
    expect(answered.filter((one) => !done.includes(one))).toEqual([]);
    // The router has what is last on record, or what was written by a command that was cut before its record.
    const { result } = await hub.call(key, "NetworkSetting", { [KEY]: null });
    const last = Number(result[KEY]);
    expect(last === done[0] || !answered.includes(last)).toBe(true);
    await service.stop();
  });
});
