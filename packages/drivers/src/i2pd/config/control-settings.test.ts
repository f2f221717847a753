import { readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it } from "vitest";
import { CERTIFICATE, pinned, placeCertificate } from "./certificate.js";
import { type ControlledRouter, controlEndpoint, securedControl } from "./control-settings.js";

let dir: string;
beforeEach(() => {
  dir = scratch();
});
const OLD: ControlledRouter = { version: [2, 45, 1], running: false };
const NEW: ControlledRouter = { version: [2, 59, 0], running: false, socketPath: "/run/x/i2pd.sock" };
const own = (settings: { [name: string]: string }) =>
  new Map(Object.entries(settings).map(([name, value]) => [`i2pcontrol.${name}`, value]));
const GOOD = { enabled: "true", address: "127.0.0.1", port: "7651", password: "something long" };

describe("the control service of i2pd", () => {
  it("is put on a Unix socket where the version can, else on loopback", async () => {
    expect(Object.fromEntries(await securedControl(new Map(), NEW))).toMatchObject({
      "i2pcontrol.enabled": "true",
      "i2pcontrol.address": "/run/x/i2pd.sock",
      "i2pcontrol.port": "0",
    });
    const old = await securedControl(new Map(), OLD);
    expect(old.get("i2pcontrol.address")).toBe("127.0.0.1");
    expect(Number(old.get("i2pcontrol.port"))).toBeGreaterThan(1023);
  });

  it("is put on loopback when the path is too long for a socket", async () => {
    const changes = await securedControl(new Map(), { ...NEW, socketPath: `/${"x".repeat(120)}` });
    expect(changes.get("i2pcontrol.address")).toBe("127.0.0.1");
  });

  it("gets a random password instead of none or the factory's", async () => {
    const passwords = await Promise.all(
      [{}, { password: "itoopie" }].map(async (before) =>
        (await securedControl(own(before), OLD)).get("i2pcontrol.password"),
      ),
    );
    for (const password of passwords) expect(password).toMatch(/^[\w-]{32}$/);
    expect(passwords[0]).not.toBe(passwords[1]);
  });

  it("is left as it is when it is good", async () => {
    expect(await securedControl(own(GOOD), { ...OLD, running: true })).toEqual(new Map());
    const socket = { ...GOOD, address: "/run/i2pd/control", port: "0" };
    expect(await securedControl(own(socket), { version: [2, 59, 0], running: true })).toEqual(new Map());
  });

  it("is closed when others can reach it", async () => {
    const changes = await securedControl(own({ ...GOOD, address: "0.0.0.0" }), OLD);
    expect(changes.get("i2pcontrol.address")).toBe("127.0.0.1");
  });

  it("moves to another port when its own is taken", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = String(typeof address === "object" ? address?.port : 0);
    const changes = await securedControl(own({ ...GOOD, port }), OLD);
    server.close();
    expect([...changes.keys()]).toEqual(["i2pcontrol.port"]);
    expect(changes.get("i2pcontrol.port")).not.toBe(port);
  });

  it("is known by its certificate, which is placed once", async () => {
    expect(await controlEndpoint(own(GOOD), dir)).toBeUndefined();
    await placeCertificate(dir);
    const fingerprint = await pinned(join(dir, CERTIFICATE));
    expect(await controlEndpoint(own(GOOD), dir)).toEqual({ url: "https://127.0.0.1:7651/", fingerprint });
    const socket = own({ address: "/run/x", port: "0" });
    expect(await controlEndpoint(socket, dir)).toMatchObject({ socketPath: "/run/x", fingerprint });
    await placeCertificate(dir);
    expect(await pinned(join(dir, CERTIFICATE))).toBe(fingerprint);
    expect((await stat(join(dir, "i2pcontrol.key.pem"))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dir, CERTIFICATE), "utf8")).toContain("BEGIN CERTIFICATE");
  });

  it("is placed again when a power cut left an empty key", async () => {
    await placeCertificate(dir);
    const fingerprint = await pinned(join(dir, CERTIFICATE));
    await writeFile(join(dir, "i2pcontrol.key.pem"), "");
    await placeCertificate(dir);
    expect(await pinned(join(dir, CERTIFICATE))).not.toBe(fingerprint);
    expect(await readFile(join(dir, "i2pcontrol.key.pem"), "utf8")).toContain("END PRIVATE KEY");
  });
});
