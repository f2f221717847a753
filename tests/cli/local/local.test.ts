import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { run, serve } from "../../blackbox/process.js";
import { FACTORY, logIn, tokenFor } from "../../blackbox/wire.js";

/** The operator's own way in: a socket in the data directory, and no password. */

const local = (dataDir: string, ...command: readonly string[]) =>
  run(["--local", "--data-dir", dataDir, ...command]);

describe("pilothouse --local", () => {
  it("does everything without a password, and the record says who did it", async () => {
    const dataDir = scratch();
    const served = await serve(dataDir);
    for (const command of [
      ["info"],
      ["net", "set", "bw.in=77"],
      ["echo", "hello"],
      ["rate", "bw.sendRate", "60s"],
      ["call", "pilothouse.status"],
      ["reseed"],
    ])
      expect([command, await local(dataDir, ...command)]).toMatchObject([command, { code: 0 }]);
    const { stdout } = await local(dataDir, "audit", "--json");
    const { entries } = JSON.parse(stdout) as { entries: { action: string; address: string }[] };
    expect(entries.map(({ action, address }) => [action, address])).toEqual(
      expect.arrayContaining([
        ["NetworkSetting", "local"],
        ["Reseed", "local"],
      ]),
    );
    // The factory password is still in force, and opens what it did before.
    expect((await logIn(served.https, FACTORY)).code).toBeUndefined();
  });

  it("comes in while guesses have used up those of loopback, and clears them by a new password", async () => {
    const dataDir = scratch();
    const served = await serve(dataDir);
    for (let n = 0; n < 20; n++) await logIn(served.https, `guess ${n}`);
    expect((await logIn(served.https, FACTORY)).status).toBe(429);
    expect((await local(dataDir, "info")).code).toBe(0);
    const password = "chosen by the operator";
    expect(await run(["passwd", "--local", "--data-dir", dataDir], { input: `${password}\n` })).toMatchObject(
      { code: 0 },
    );
    await tokenFor(served.https, password);
  });

  it("finds the directory by the settings, and takes no second server", async () => {
    const dataDir = scratch();
    await serve(dataDir);
    const env = { PILOTHOUSE_DATA_DIR: dataDir };
    expect(await run(["info", "--local"], { env })).toMatchObject({ code: 0 });
    for (const more of [
      ["--url", "https://127.0.0.1:1/"],
      ["-p", "x"],
    ])
      expect(await run(["info", "--local", ...more], { env })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("not both"),
      });
    expect(await run(["info", "--data-dir", dataDir])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--data-dir goes with --local"),
    });
    expect(await run(["login", "--local"], { env })).toMatchObject({ code: 2 });
  });

  it("says so when no service runs there", async () => {
    const dataDir = scratch();
    expect(await local(dataDir, "info")).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(`no service of yours runs in ${dataDir}`),
    });
  });

  it("says so when the path is too long for a socket; the service still starts", async () => {
    const dataDir = join(scratch(), "d".repeat(90));
    const served = await serve(dataDir);
    expect(served.stderr).toContain("choose a shorter data_dir");
    expect(await local(dataDir, "info")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("choose a shorter data_dir"),
    });
  });

  it("works again after a crash left the socket behind, and removes nothing that is none", async () => {
    const dataDir = scratch();
    const first = await serve(dataDir);
    await first.kill("SIGKILL");
    const second = await serve(dataDir);
    expect((await local(dataDir, "info")).code).toBe(0);
    await second.kill("SIGTERM");
    const socket = join(dataDir, "pilothouse.sock");
    writeFileSync(socket, "precious");
    const third = await serve(dataDir);
    expect(third.stderr).toContain("is not a socket");
    expect((await local(dataDir, "info")).code).toBe(5);
  });

  it("is not led to another socket by a link", async () => {
    const dataDir = scratch();
    const elsewhere = join(scratch(), "other.sock");
    const other = createServer().listen(elsewhere);
    mkdirSync(dataDir, { recursive: true });
    chmodSync(dataDir, 0o700);
    symlinkSync(elsewhere, join(dataDir, "pilothouse.sock"));
    const served = await serve(dataDir);
    expect(served.stderr).toContain("is not a socket");
    other.close();
  });
});
