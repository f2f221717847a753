import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "@pilothouse/system";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { NotPossible } from "../../port.js";
import { placeCertificate } from "../config/certificate.js";
import { settingsOf } from "../config/conf.js";
import { Driven } from "./driven.js";
import { confOf, DRIVEN, TestNetwork } from "./network.js";
import { isBusy, isRunning, isStopped, readOnce, readUntil } from "./reading.js";

let network: TestNetwork;
let driven: Driven;

beforeAll(async () => {
  network = await TestNetwork.up();
});
afterEach(() => driven.dispose());
afterAll(() => network.down());

const attach = async (conf = confOf(DRIVEN, network.seed)) => {
  driven = await Driven.make(network, { mode: "attach", conf });
};
const control = async (name: string) =>
  settingsOf(await readFile(driven.config, "utf8")).get(`i2pcontrol.${name}`);

describe("an i2pd that something else runs", () => {
  it("is started by its command, and stopped by the other", async () => {
    await attach();
    await driven.router.start();
    await readUntil(driven.router, isBusy);
    await driven.router.lifecycle("Shutdown");
    await readUntil(driven.router, isStopped);
    await expect(driven.pid()).rejects.toThrow("does not run");
    await driven.router.lifecycle("Restart");
    await readUntil(driven.router, isRunning);
  });

  it("is taken over as it is when it runs and is set up well", async () => {
    await attach();
    await driven.router.start();
    await readUntil(driven.router, isRunning);
    const pid = await driven.pid();
    await driven.router.close();
    const again = driven.reopen({ commands: { start: ["/bin/false"], stop: ["/bin/false"] } });
    await again.start();
    await readUntil(again, isRunning);
    expect(await driven.pid()).toBe(pid);
  });

  it("is closed to others, and restarted for that", async () => {
    const open = "\n[i2pcontrol]\nenabled = true\naddress = 0.0.0.0\nport = 7650\n";
    await attach(confOf(DRIVEN, network.seed) + open);
    // Or else i2pd makes one for itself first, which takes long.
    await placeCertificate(driven.dataDir);
    expect((await run(driven.commands.start)).code).toBe(0);
    // The command ends when i2pd has gone into the background, before it has written its pid file.
    const pid = await vi.waitFor(() => driven.pid(), 120_000);
    await driven.router.start();
    await readUntil(driven.router, isRunning);
    expect(await driven.pid()).not.toBe(pid);
    expect(await control("address")).toBe("127.0.0.1");
    expect(await control("password")).not.toBe("itoopie");
  });

  it("cannot be set up when there is no way to restart it, and the error says so", async () => {
    await attach();
    const { start: _start, ...rest } = driven.commands;
    const helpless = driven.reopen({ commands: undefined as never, ...rest });
    const refused = helpless.start();
    await expect(refused).rejects.toThrow(NotPossible);
    await expect(refused).rejects.toThrow("restart i2pd once");
  });

  it("is seen to crash, and is started again by its command", async () => {
    await attach();
    await driven.router.start();
    await readUntil(driven.router, isRunning);
    const pid = await driven.pid();
    await driven.crash();
    await readUntil(driven.router, ({ phase }) => phase.name === "crashed");
    await readUntil(driven.router, isRunning);
    expect(await driven.pid()).not.toBe(pid);
  });

  it("has its tunnels where its command line says, and is restarted by its commands for them", async () => {
    await attach();
    const dir = join(driven.dir, "their tunnels");
    const { start, stop } = driven.commands;
    const router = driven.reopen({ commands: { start: [...start, `--tunnelsdir=${dir}`], stop } });
    const list = () => router.tunnels.list(AbortSignal.timeout(30_000));
    await router.start();
    await readUntil(router, isRunning);
    const pid = await driven.pid();
    const config = new Map([["Type", "server"] as const, ["TargetPort", "28070"] as const]);
    await router.tunnels.change([{ action: "create", name: "web", config }]);
    expect(await readdir(dir)).toEqual(["pilothouse-web.conf"]);
    expect(await driven.pid()).not.toBe(pid);
    const [web] = await list();
    expect(web).toMatchObject({ state: "running", exposed: undefined });
    await router.lifecycle("Shutdown");
    await readUntil(router, isStopped);
    // It is still known where they are, and nobody starts the router for it.
    await router.tunnels.change([{ action: "edit", name: "web", set: new Map([["TargetPort", "28071"]]) }]);
    expect(await readFile(join(dir, "pilothouse-web.conf"), "utf8")).toContain("port = 28071");
    expect(await list()).toMatchObject([{ state: "stopped", address: web?.address }]);
    await expect(driven.pid()).rejects.toThrow("does not run");
  });

  it("drains on request, also under another driver, until a stop replaces that", async () => {
    await attach();
    await driven.router.start();
    await readUntil(driven.router, isBusy);
    const pid = await driven.pid();
    await driven.router.lifecycle("RestartGraceful");
    await driven.router.lifecycle("RestartGraceful");
    const { phase } = await readOnce(driven.router);
    expect(phase).toMatchObject({ name: "draining", next: "restart" });
    await driven.router.close();
    const again = driven.reopen();
    await again.start();
    expect((await readOnce(again)).phase).toEqual(phase);
    await again.lifecycle("RestartGraceful");
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await driven.pid()).toBe(pid);
    await again.lifecycle("Shutdown");
    await readUntil(again, isStopped);
  });
});
