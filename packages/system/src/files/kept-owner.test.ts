import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { scratch } from "../testing/scratch.js";
import type { Replacing } from "./replace-file.js";

const SERVICE = 65_534;
const I2PD_GROUP = 4_242;
/** The built one: it is run as another user, in a process of its own. */
const BUILT = new URL("../../dist/files/replace-file.js", import.meta.url);

let dir: string;
let file: string;
beforeEach(async () => {
  dir = scratch();
  file = join(dir, "i2pd.conf");
  await writeFile(file, "old");
  await chmod(dir, 0o777);
});
/** Replaces the file as the user of the service; resolves with what went wrong. */
async function replaced(groups: readonly number[], options: Replacing = {}): Promise<string> {
  // Loaded before the rights are given up: the user may not be allowed to read where it lies.
  const script = `
    import(${JSON.stringify(BUILT.href)})
      .then(({ replaceFile }) => {
        process.setgroups(${JSON.stringify(groups)});
        process.setgid(${SERVICE});
        process.setuid(${SERVICE});
        return replaceFile(${JSON.stringify(file)}, "new", ${JSON.stringify(options)});
      })
      .catch((error) => process.stdout.write(error.syscall === undefined ? error.message : error.stack));
  `;
  const child = spawn(process.execPath, ["--eval", script], { cwd: "/" });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  await once(child, "close");
  return said;
}
const owner = async () => {
  const { uid, gid, mode } = await stat(file);
  return { uid, gid, mode: mode & 0o777 };
};

// Only root can make files that belong to others.
describe.skipIf(process.getuid?.() !== 0)("i2pd.conf, replaced by the service's own user", () => {
  it("keeps its group and mode when the user is in the group", async () => {
    await chown(file, SERVICE, I2PD_GROUP);
    await chmod(file, 0o660);
    expect(await replaced([I2PD_GROUP])).toBe("");
    expect(await owner()).toEqual({ uid: SERVICE, gid: I2PD_GROUP, mode: 0o660 });
  });

  it.each([
    ["another user's", 0, [I2PD_GROUP]],
    ["of a group that the user is not in", SERVICE, []],
  ])("is left alone, with the reason, when it is %s", async (_what, uid, groups) => {
    await chown(file, uid, I2PD_GROUP);
    await chmod(file, 0o660);
    expect(await replaced(groups)).toMatch(/would be lost.* chown 65534:4242/);
    expect(await owner()).toEqual({ uid, gid: I2PD_GROUP, mode: 0o660 });
  });

  it("is replaced when its group makes no difference, such as root's of Debian's own file", async () => {
    await chown(file, SERVICE, 0);
    await chmod(file, 0o644);
    expect(await replaced([])).toBe("");
    expect(await owner()).toEqual({ uid: SERVICE, gid: SERVICE, mode: 0o644 });
    await chown(file, SERVICE, 0);
    await chmod(file, 0o640);
    expect(await replaced([], { mode: 0o600 })).toBe("");
    expect(await owner()).toEqual({ uid: SERVICE, gid: SERVICE, mode: 0o600 });
  });

  it.each([0, SERVICE])("is never a reason to join root's group: the file of user %i", async (uid) => {
    await chown(file, uid, 0);
    await chmod(file, 0o640);
    const said = await replaced([]);
    expect(said).toMatch(/would be lost.* chown 65534:65534/);
    expect(said).not.toContain("usermod");
    expect(await owner()).toEqual({ uid, gid: 0, mode: 0o640 });
  });
});
