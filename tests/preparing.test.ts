import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it } from "vitest";

/** A slow npm, which writes down when it begins and ends. */
const SLOW_NPM = `#!/bin/sh
echo begins >> npm.log
sleep 1
mkdir -p node_modules
echo '{}' > node_modules/.package-lock.json
echo ends >> npm.log
`;

let checkout: string;
beforeEach(() => {
  checkout = scratch();
  for (const dir of ["packages", "bin", ".stamps"]) mkdirSync(join(checkout, dir));
  cpSync(resolve(import.meta.dirname, "../scripts"), join(checkout, "scripts"), { recursive: true });
  writeFileSync(join(checkout, "bin/npm"), SLOW_NPM);
  chmodSync(join(checkout, "bin/npm"), 0o755);
});

async function install(): Promise<unknown> {
  const child = spawn(process.execPath, ["-e", 'import("./scripts/prepare.mjs").then((m) => m.install())'], {
    cwd: checkout,
    env: { PATH: [join(checkout, "bin"), process.env["PATH"]].join(delimiter) },
    stdio: "ignore",
  });
  const [code] = await once(child, "exit");
  return code;
}
const log = () => readFileSync(join(checkout, "npm.log"), "utf8");

describe("Installing from several terminals at once", () => {
  it("happens once, and the others wait for it", async () => {
    expect(await Promise.all([install(), install(), install()])).toEqual([0, 0, 0]);
    expect(log()).toBe("begins\nends\n");
  });

  it("is not held up by a process that was killed while it installed", async () => {
    const gone = spawn("true");
    await once(gone, "exit");
    writeFileSync(join(checkout, ".stamps/lock"), String(gone.pid));
    expect(await install()).toBe(0);
    expect(log()).toBe("begins\nends\n");
  });
});
