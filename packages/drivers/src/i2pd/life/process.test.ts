import { spawn, spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { processOn } from "./process.js";

/** A process that is called i2pd and has this data directory, until its input ends. */
async function router(...under: readonly string[]) {
  const dir = scratch();
  const program = join(dir, "i2pd");
  copyFileSync("/bin/sh", program);
  const argv = [...under, program, "-c", "echo runs; read line", "i2pd", `--datadir=${dir}`];
  const child = spawn(argv[0] ?? "", argv.slice(1), { stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => {
    child.stdin.end();
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return { dir, pid: child.pid };
}

it("finds the router on a directory", async () => {
  const { dir, pid } = await router();
  expect((await processOn(dir))?.pid).toBe(pid);
});

const CONTAINED = ["unshare", "--pid", "--fork"];
it.skipIf(spawnSync("unshare", ["--pid", "--fork", "true"]).status !== 0)(
  "does not take one in a container for it, where the same name is another directory",
  async () => {
    const { dir } = await router(...CONTAINED);
    expect(await processOn(dir)).toBeUndefined();
  },
);
