import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import { run } from "@pilothouse/system";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { i2pdAlive } from "../../packages/drivers/src/i2pd/checks/alive.js";
import { i2pdBehaviour } from "../../packages/drivers/src/i2pd/checks/behaviour.js";
import { i2pdMode } from "../../packages/drivers/src/i2pd/checks/mode.js";
import { whenPlaced } from "../../packages/drivers/src/i2pd/checks/placed.js";
import { Driven } from "../../packages/drivers/src/i2pd/testnet/driven.js";
import { addressOf, DRIVEN, TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { isRunning, readOnce, readUntil } from "../../packages/drivers/src/i2pd/testnet/reading.js";
import { NotPossible } from "../../packages/drivers/src/port.js";

const PORT = 12_000 + DRIVEN;
const ERROR_UDP_PORT_IN_USE = 12;

describe("doctor and a real i2pd that runs", () => {
  let network: TestNetwork;
  let driven: Driven;
  beforeAll(async () => {
    network = await TestNetwork.up();
  });
  afterEach(() => driven.dispose());
  afterAll(() => network.down());

  async function started(): Promise<void> {
    driven = await Driven.make(network);
    await driven.router.start();
    await readUntil(driven.router, isRunning);
  }

  async function look(check = i2pdAlive) {
    const settings = {
      data_dir: driven.dir,
      "i2pd.mode": "supervise" as const,
      "i2pd.data_dir": driven.dataDir,
      "i2pd.config": driven.config,
      "i2pd.binary": driven.binary,
      "i2pd.start_command": [],
      "i2pd.stop_command": [],
    };
    const situation = { settings, run, serviceRuns: true };
    return [await whenPlaced(check).look(situation)].flat().map(({ level, saw }) => `${level}: ${saw}`);
  }

  it("passes when it answers and has its ports", async () => {
    await started();
    const pid = await driven.pid();
    expect(await look()).toEqual([`ok: process ${pid} answers`]);
    expect(await look(i2pdMode)).toEqual([`ok: supervise: i2pd runs as process ${pid}`]);
  });

  it("finds that it treats tokens as it was measured", async () => {
    await started();
    expect(await look(i2pdBehaviour)).toEqual([expect.stringMatching(/^ok: i2pd [\d.]+ treats tokens/)]);
  });

  it("finds one that hangs, which cannot be asked to reseed either", async () => {
    await started();
    const pid = await driven.pid();
    process.kill(pid, "SIGSTOP");
    await expect.poll(() => look()).toEqual([`problem: i2pd (process ${pid}) is suspended and does nothing`]);
    await expect(driven.router.reseed()).rejects.toThrow(NotPossible);
    process.kill(pid, "SIGCONT");
    const begun = () =>
      driven.router.reseed().then(
        () => true,
        () => false,
      );
    await expect.poll(begun).toBe(true);
  });

  it("finds that another program has its ports", async () => {
    const tcp = createServer().listen(PORT, addressOf(DRIVEN));
    await once(tcp, "listening");
    const udp = createSocket("udp4").bind(PORT, addressOf(DRIVEN));
    await once(udp, "listening");
    onTestFinished(() => {
      tcp.close();
      udp.close();
    });
    await started();
    expect(await look()).toEqual(
      ["TCP", "UDP"].map((protocol) =>
        expect.stringMatching(
          new RegExp(`^problem: i2pd does not listen on its ${protocol} port ${PORT}: .*${process.pid}`),
        ),
      ),
    );
    expect((await readOnce(driven.router)).facts["router.net.status"]).toBe(ERROR_UDP_PORT_IN_USE);
  });
});
