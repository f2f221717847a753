import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { Managed } from "./saved/managed.js";

it("says in status, event and doctor that another i2pd has the directory, and starts its own after it", async () => {
  const network = await TestNetwork.alone();
  onTestFinished(() => network.down());
  const managed = await Managed.beside(network);
  onTestFinished(() => managed.dispose());
  const { binary, dataDir, config, pidFile } = managed.driven;
  await mkdir(dataDir, { mode: 0o700 });
  // As by hand: its control service is off.
  const stranger = spawn(binary, [`--datadir=${dataDir}`, `--conf=${config}`], { stdio: "ignore" });
  const gone = once(stranger, "exit");
  await expect.poll(() => existsSync(pidFile), { timeout: 60_000 }).toBe(true);
  await managed.serve();
  const description = `Another i2pd (process ${stranger.pid}) works on ${dataDir}`;
  const status = await managed.call("pilothouse.status", {});
  expect([status?.["phase"], status?.["note"]]).toEqual(["crashed", expect.stringContaining(description)]);
  const events = () => managed.call("pilothouse.events", { kinds: ["router.crashed"] });
  await expect.poll(async () => JSON.stringify(await events()), { timeout: 60_000 }).toContain(description);
  const { code, stdout } = await managed.doctor();
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining(`another i2pd (process ${stranger.pid}) works on`),
  ]);
  expect(stdout).not.toContain("holds a password");
  stranger.kill("SIGKILL");
  await gone;
  await managed.running(stranger.pid);
}, 240_000);
