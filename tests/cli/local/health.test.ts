import { createServer } from "node:net";
import { join } from "node:path";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { run, serve } from "../../blackbox/process.js";

const health = (dataDir: string, ...more: readonly string[]) =>
  run(["health", "--data-dir", dataDir, ...more]);
const local = (dataDir: string, ...command: readonly string[]) =>
  run(["--local", "--data-dir", dataDir, ...command]);

describe("pilothouse health", () => {
  it("needs no password, and follows the router and the service", async () => {
    const dataDir = scratch();
    const served = await serve(dataDir);
    // The simulated router takes a moment to start.
    await expect.poll(() => health(dataDir)).toMatchObject({ code: 0, stderr: "" });
    const healthy = await health(dataDir);
    expect(healthy).toMatchObject({ code: 0, stderr: "" });
    expect(healthy.stdout).toMatch(/^healthy: the router is running\n/);
    expect(healthy.stdout).toContain(
      `\nproblem: The factory password is in force. Choose another on the machine itself: ./pilothouse passwd --data-dir ${dataDir}\n`,
    );
    expect(await health(dataDir, "--fail-on", "problem")).toMatchObject({ code: 1, stdout: healthy.stdout });
    expect(await health(dataDir, "--fail-on", "note")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--fail-on wants wait, warning, problem; not "note"'),
    });

    await local(dataDir, "shutdown", "--yes", "--wait");
    const stopped = await health(dataDir);
    expect(stopped).toMatchObject({ code: 1, stderr: "" });
    expect(stopped.stdout).toMatch(/^unhealthy: the router is stopped\nproblem: /);
    expect(stopped.stdout).toContain("\nproblem: The router is stopped. Start it.\n");
    const { code, stdout } = await health(dataDir, "--json");
    expect(code).toBe(1);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ healthy: false, phase: "stopped", verdict: "problem" });
    expect(answer.sampled).toBeLessThanOrEqual(Date.now());
    expect(answer.findings).toContainEqual(
      expect.objectContaining({ key: "router.stopped", level: "problem", action: "Restart" }),
    );

    await served.kill("SIGTERM");
    expect(await health(dataDir)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^unhealthy: no service of yours runs in [^\n]*\n$/),
    });
  });

  it("finds the data directory by the settings, and reports a bad setting", async () => {
    const dataDir = scratch();
    await serve(dataDir);
    await expect
      .poll(() => run(["health"], { env: { PILOTHOUSE_DATA_DIR: dataDir } }))
      .toMatchObject({ code: 0 });
    expect(await run(["health"], { env: { PILOTHOUSE_HTTPS_PORT: "door" } })).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^unhealthy: PILOTHOUSE_HTTPS_PORT wants [^\n]*\n$/),
    });
  });

  it("is not deceived by a socket that never answers", async () => {
    const dataDir = scratch();
    const silent = createServer().listen(join(dataDir, "pilothouse.sock"));
    atTheEnd(() => silent.close());
    expect(await health(dataDir)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^unhealthy: [^\n]*does not answer[^\n]*\n$/),
    });
  });
});
