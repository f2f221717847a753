import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reasonText } from "@pilothouse/protocol";
import { run } from "@pilothouse/system";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it } from "vitest";
import { NotPossible } from "../../port.js";
import { locate } from "./binary.js";
import { installBinary } from "./install.js";

let dir: string;
let binary: string;
const program = (version: string) => `#!/bin/echo i2pd version ${version} (0.9.57)\n`;

beforeEach(async () => {
  dir = scratch();
  binary = join(dir, "i2pd");
  await writeFile(binary, program("2.45.1"), { mode: 0o755 });
});
const install = async (content: string, version: string) => {
  const file = join(dir, "update");
  await writeFile(file, content);
  return installBinary({ version, file }, binary, run, () => {});
};

describe("another i2pd", () => {
  it("takes the place of the one before, which is kept", async () => {
    expect(reasonText(await install(program("2.46.0"), "2.46.0"))).toContain("2.46.0 is installed");
    expect(await readFile(binary, "utf8")).toBe(program("2.46.0"));
    expect(await readFile(`${binary}.old`, "utf8")).toBe(program("2.45.1"));
    expect((await run([binary])).stdout).toContain("2.46.0");
  });

  it.each([
    ["is of another version than was said", program("2.46.1"), "2.46.0"],
    ["does not run", "this is no program", "2.46.0"],
    ["is some other program", "#!/bin/echo hello 2.46.0\n", "2.46.0"],
  ])("is not installed when it %s", async (_why, content, version) => {
    await expect(install(content, version)).rejects.toThrow();
    expect(await readFile(binary, "utf8")).toBe(program("2.45.1"));
    expect((await readdir(dir)).sort()).toEqual(["i2pd", "update"]);
  });
});

describe("the program i2pd", () => {
  it("is found by its path, or by its name where programs are", async () => {
    expect(await locate(binary)).toBe(binary);
    expect(await locate("i2pd", `/nowhere:${dir}`)).toBe(binary);
  });

  it("is missed with a word on what to do", async () => {
    await chmod(binary, 0o644);
    await expect(locate(binary)).rejects.toThrow(NotPossible);
    await expect(locate(join(dir, "none"))).rejects.toThrow("set i2pd.binary");
  });
});

describe("a command", () => {
  it("is run as it is, and no shell sees it", async () => {
    const { code, stdout } = await run(["/bin/echo", "$HOME; *", "`id`"]);
    expect([code, stdout]).toEqual([0, "$HOME; * `id`\n"]);
  });

  it("returns its exit code, or that a signal ended it", async () => {
    expect((await run([process.execPath, "-e", "process.exit(3)"])).code).toBe(3);
    expect((await run([process.execPath, "-e", "process.kill(process.pid)"])).code).toBeUndefined();
    await expect(run(["/does/not/exist"])).rejects.toThrow("ENOENT");
    await expect(run(["/bin/sleep", "9"], { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
