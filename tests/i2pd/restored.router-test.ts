import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../packages/drivers/src/i2pd/testnet/isolation.js";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { PASSWORD } from "../blackbox/wire.js";
import { Managed } from "./saved/managed.js";

const LIMIT = 60_000;
const PASSPHRASE = "five grey herons";

describe("a service with a real i2pd that restores a backup by RPC", () => {
  let network: TestNetwork;
  beforeAll(async () => {
    network = await TestNetwork.up();
  });
  afterAll(() => network.down());

  it("restarts itself, in the same process and on the same ports; i2pd keeps running, with its files", async () => {
    const managed = await Managed.make(network);
    const ask = async (method: string, params = {}) => (await managed.call(method, params)) ?? {};
    const made = await ask("pilothouse.backup", { password: PASSWORD, passphrase: PASSPHRASE });
    const { part } = await ask("pilothouse.backupPart", { file: made["file"] });
    await ask("NetworkSetting", { "svc.router.net.bw.share": "41" });
    const before = await managed.file();
    const pid = await managed.driven.pid();

    const bytes = Buffer.from(String(part), "base64").length;
    const { file } = await ask("pilothouse.restoreUpload", { password: PASSWORD, bytes });
    expect(await ask("pilothouse.restorePart", { file, from: 0, part })).toEqual({ next: null });
    const preview = await ask("pilothouse.restoreCheck", { file, passphrase: PASSPHRASE });
    expect(preview["left"]).toContain(managed.driven.config);
    await ask("pilothouse.restore", { file, password: PASSWORD });
    // Its session has ended, and while it restarts there is no answer.
    const isBack = async () => {
      await managed.signIn();
      const { events } = await ask("pilothouse.events", { kinds: ["restore.done"] });
      return (events as readonly unknown[]).length === 1;
    };
    await until(() => isBack().catch(() => false), LIMIT, "The restarted service");
    await managed.running();
    expect(await managed.driven.pid()).toBe(pid);
    expect(await managed.file()).toEqual(before);
    await managed.dispose();
  });
});
