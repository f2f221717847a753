import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, httpLink } from "@pilothouse/client";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { testServer } from "../../packages/fleet/src/broker/testing/nats-server.js";
import { beside, type Process, run } from "../blackbox/process.js";
import { send } from "../support/service.js";
import { until } from "./support/fleet.js";

type Environment = { readonly [name: string]: string };
type Answer = { readonly [name: string]: unknown };
const PASSWORD = "a password for the hub";

/** A hub and two nodes, each a process as users start it, with the user's configuration. */
class Fleet {
  readonly dir = scratch();
  readonly #password = join(this.dir, "password");
  readonly #processes = new Map<string, Process>();
  https = "";

  constructor() {
    writeFileSync(this.#password, `${PASSWORD}\n`);
  }

  async start(name: string, command: readonly string[], httpsPort = "0", env: Environment = {}) {
    const ports = ["--https-port", httpsPort, "--http-port", "0", "--data-dir", join(this.dir, name)];
    const process = beside([...command, ...ports], {
      env: { HOME: this.dir, PILOTHOUSE_PASSWORD_FILE: this.#password, ...env },
    });
    this.#processes.set(name, process);
    await process.logged("ready");
    await until(`${name} says where it is`, () => /Data +\//.test(process.stdout));
    return process;
  }

  async startHub(busPort = "0", httpsPort = "0"): Promise<Process> {
    const env = { PILOTHOUSE_HUB_NATS_SERVER: testServer() };
    const hub = await this.start("hub", ["hub", "--hub-bus-port", busPort], httpsPort, env);
    this.https = /https:\/\/\S+/.exec(hub.stdout)?.[0] ?? "";
    return hub;
  }

  /** Stops a process gracefully, and waits for its exit. */
  async end(name: string): Promise<number | null> {
    const process = this.#processes.get(name);
    process?.child.kill("SIGTERM");
    return (await process?.ended)?.code ?? null;
  }

  /** A command of the user, with the hub's password in a file. */
  command(...words: string[]) {
    return run(words, { env: { HOME: this.dir, PILOTHOUSE_PASSWORD_FILE: this.#password } });
  }

  /** The same, must succeed and print JSON. */
  async json<T>(...words: string[]): Promise<T> {
    const { code, stdout, stderr } = await this.command(...words, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    return JSON.parse(stdout) as T;
  }

  async nodes(): Promise<{ readonly name: string; readonly state: string; readonly labels: object }[]> {
    return this.json("fleet", "nodes");
  }

  /** One call as curl makes it. */
  async post(path: string, method: string, params: object) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method, params });
    const { text } = await send(`${this.https}${path}`, { method: "POST", body });
    return JSON.parse(text) as { readonly id: number; readonly result?: Answer; readonly error?: Answer };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#processes.keys()].map((name) => this.end(name)));
  }
}

describe("A fleet, from nothing", () => {
  it("needs a hub, two tokens and two joins; nodes are managed by name, removed, and back when the hub is restored", async () => {
    const fleet = new Fleet();
    onTestFinished(() => fleet.close());
    const hub = await fleet.startHub();
    await until("the hub says what to do next", () => hub.stdout.includes("fleet invite --local --data-dir"));
    await fleet.start("a", ["serve"]);
    await fleet.start("b", ["serve"]);
    const fingerprint = /SHA-256 (\S+)/.exec(hub.stdout)?.[1] ?? "";
    const login = await fleet.command("login", fleet.https, "-p", "hub", "--fingerprint", fingerprint);
    expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining("It is a hub of 0 nodes.") });

    for (const name of ["a", "b"]) {
      const { token } = await fleet.json<{ token: string }>("fleet", "invite", "--label", `site=${name}`);
      const joined = await fleet.command(
        "join",
        token,
        "--data-dir",
        join(fleet.dir, name),
        "--name",
        `node-${name}`,
      );
      expect(joined).toMatchObject({ code: 0 });
    }
    const { stdout: invitations } = await fleet.command("fleet", "invitations");
    expect(invitations).toMatch(/^id +state +used .*\n\S+ +used +1 of 1 .*\n\S+ +used +1 of 1 /);
    await until("both report", async () => (await fleet.nodes()).every(({ state }) => state === "online"));
    expect(await fleet.nodes()).toMatchObject([
      { name: "node-a", state: "online", labels: { site: "a" }, router: "simulator" },
      { name: "node-b", state: "online", labels: { site: "b" }, router: "simulator" },
    ]);
    expect(await fleet.json("fleet", "nodes", "--label", "site=b")).toMatchObject([{ name: "node-b" }]);

    // The command line on a node, and its change in that node's audit record.
    const info = await fleet.json<object>("-p", "hub/node-a", "info");
    expect(info).toHaveProperty("uptime");
    expect(await fleet.json("-p", "hub/node-a", "net", "set", "bw.in=777")).toBeDefined();
    const { entries } = JSON.parse(
      (await fleet.command("audit", "--local", "--data-dir", join(fleet.dir, "a"), "--json")).stdout,
    ) as { entries: { action: string; address: string }[] };
    expect(entries.find(({ action }) => action === "NetworkSetting")?.address).toMatch(/^hub .*: admin$/);

    // Existing clients, curl and the typed client, need only the hub's token.
    const login2 = await fleet.post("nodes/node-b/jsonrpc/", "Authenticate", { API: 1, Password: PASSWORD });
    const Token = login2.result?.["Token"];
    expect(
      await fleet.post("nodes/node-b/", "RouterInfo", { Token, "i2p.router.version": "" }),
    ).toMatchObject({
      id: 7,
      result: { "i2p.router.version": expect.any(String) },
    });
    const client = connect(httpLink(fleet.https, { fingerprint }), { password: PASSWORD });
    expect(await client.node("node-a").networkSetting.read(["bw.in"])).toEqual({ "bw.in": "777" });
    expect(await client.node("node-b").echo("hello")).toBe("hello");
    client.close();

    // Errors have a message and the right exit code.
    expect(await fleet.command("-p", "hub/nobody", "info")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("names no node of the fleet"),
    });
    expect(await fleet.command("-p", "hub", "info")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("this is a hub"),
    });
    expect((await fleet.post("nodes/node-b/", "Echo", { Echo: "" })).error).toMatchObject({ code: -32002 });
    await fleet.end("b");
    expect(await fleet.command("-p", "hub/node-b", "info")).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/^pilothouse: node-b is offline; it last reported at/),
    });
    // What it did last is not shown as if it did so now.
    const { stdout: table } = await fleet.command("fleet", "nodes");
    expect(table).toMatch(/node-b +simulator +\S+ +offline, stopped +site=b/);
    const health = ["health", "--data-dir", join(fleet.dir, "hub")];
    const found = expect.stringContaining("\nproblem: Offline: node-b. That makes 1 of 2 nodes.");
    expect(await fleet.command(...health)).toMatchObject({ code: 0, stdout: found });
    expect(await fleet.command(...health, "--fail-on", "problem")).toMatchObject({ code: 1, stdout: found });

    expect(await fleet.command("fleet", "remove", "node-b", "--yes")).toMatchObject({ code: 0 });
    expect(await fleet.nodes()).toMatchObject([{ name: "node-a" }]);

    // The hub's directory is lost. It is restored from a backup, and its node is back soon after.
    const [, port] = /Bus +tls:\/\/127\.0\.0\.1:(\d+)/.exec(hub.stdout) ?? [];
    const [backup, data] = [join(fleet.dir, "hub.backup"), ["--data-dir", join(fleet.dir, "hub")]];
    expect(await fleet.command("backup", backup, ...data)).toMatchObject({ code: 0 });
    expect(await fleet.end("hub")).toBe(0);
    const stopped = await fleet.command("backup", `${backup}.2`, ...data);
    expect(stopped).toMatchObject({ code: 0 });
    rmSync(join(fleet.dir, "hub"), { recursive: true });
    for (const file of [backup, `${backup}.2`])
      expect(await fleet.command("restore", file, ...data, "--dry-run")).toMatchObject({
        stderr: expect.stringContaining("fleet-keys.json"),
      });
    expect(await fleet.command("restore", backup, ...data, "--yes")).toMatchObject({ code: 0 });
    await fleet.startHub(port, new URL(fleet.https).port);
    await until("the node reports again", async () => (await fleet.nodes())[0]?.state === "online");
    expect(await fleet.json<object>("-p", "hub/node-a", "info")).toHaveProperty("uptime");
  });
});
