import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it } from "vitest";
import { NotPossible } from "../../port.js";
import { lockDirectory } from "./lock.js";
import { processOf } from "./process.js";

let dir: string;
beforeEach(() => {
  dir = scratch();
});
describe("the lock on i2pd's directory", () => {
  it("is held by one at a time, and leaves nothing behind", async () => {
    const release = await lockDirectory(dir);
    await expect(lockDirectory(dir)).rejects.toThrow(NotPossible);
    await release();
    await (await lockDirectory(dir))();
    expect(await readdir(dir)).toEqual([]);
  });

  it("is given to one of many that want it at once", async () => {
    await writeFile(join(dir, "pilothouse.lock"), "999999@1");
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(dir)));
    const had = outcomes.filter((outcome) => outcome.status === "fulfilled");
    expect(had).toHaveLength(1);
    await had[0]?.value();
    expect(await readdir(dir)).toEqual([]);
  });

  it("is refused while another process has it, which is named, and not when that is gone", async () => {
    const other = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"]);
    await once(other, "spawn");
    const pid = other.pid as number;
    await writeFile(join(dir, "pilothouse.lock"), `${pid}@${(await processOf(pid))?.began}`);
    await expect(lockDirectory(dir)).rejects.toThrow(`process ${pid}`);
    other.kill("SIGKILL");
    await once(other, "exit");
    await (await lockDirectory(dir))();
  });

  it("does not count when its number now is another process's, or it cannot be read", async () => {
    for (const left of [`${process.ppid}@1`, `${process.pid}@1`, "", "nonsense"]) {
      await writeFile(join(dir, "pilothouse.lock"), left);
      await (await lockDirectory(dir))();
    }
  });
});
