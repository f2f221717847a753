import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DRIVERS, makeProgram } from "@pilothouse/cli";
import { scratch } from "@pilothouse/system/testing/scratch";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { CommanderError } from "commander";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { CONFIG_NAMES } from "../../packages/drivers/src/simulator/configuration.js";
import { memoryStorage } from "../../packages/drivers/src/simulator/testing/fixtures.js";
import { describeRouter } from "../../packages/drivers/src/testing/contract.js";
import { logbook } from "./driver.js";
import { build, programIn } from "./program.js";
import { Logbook } from "./router.js";

describeRouter("the fourth driver", async () => {
  const dir = scratch();
  const [clock, storage] = [new TestClock(), memoryStorage()];
  const make = () => new Logbook({ file: join(dir, "log"), captain: "x", clock, storage });
  const router = make();
  return {
    router,
    clock,
    reopen: make,
    async until(condition, limitMs) {
      for (const limit = clock.ms + limitMs; !(await condition()); clock.ms += 500)
        if (clock.ms >= limit) throw new Error(`Not so after ${limitMs} ms`);
    },
    crash: () => router.engine.faults.crash(),
    async update() {
      writeFileSync(join(dir, "update"), "an update");
      return { version: "2.11.0", file: join(dir, "update"), program: "2.11.0" };
    },
    program: async () => String((await router.read(AbortSignal.timeout(120_000))).facts["router.version"]),
    shows: (key, value) => new Map([[CONFIG_NAMES[key], value]]),
    dispose: async () => {},
  };
});

describe("A program with a fourth driver", () => {
  let dir: string;
  beforeAll(async () => {
    dir = await build();
  });
  /** A service that manages a logbook, with everything set. */
  function captain() {
    const program = programIn(dir);
    const keyFile = join(program.home, "key");
    writeFileSync(keyFile, "open sesame\n", { mode: 0o600 });
    writeFileSync(join(program.home, "my.toml"), '[logbook]\ncaptain = "Haddock"\n');
    const flags = ["--router", "logbook", "--config", "my.toml", "--logbook-key-file", keyFile];
    return { ...program, keyFile, flags };
  }

  it("has its settings: in help, in the documented file, by flag and by file", async () => {
    const { run, flags, keyFile } = captain();
    expect((await run("serve", "--help")).out).toContain("--logbook-captain <value>");
    expect((await run("config", "--default")).out).toMatch(
      /# Must be one of simulator, i2pd, upstream, logbook\.[\s\S]*\[logbook\]\n[\s\S]*# captain = "nobody"/,
    );
    const { out } = await run("config", ...flags);
    expect(out).toMatch(/^router = "logbook" +# flag --router$/m);
    expect(out).toMatch(/^logbook\.captain = "Haddock" +# file my\.toml:2$/m);
    expect(out).toMatch(new RegExp(`^logbook\\.key_file = "${keyFile}" +# flag --logbook-key-file$`, "m"));
  });

  it("does not start with settings that its driver refuses, and doctor says so", async () => {
    const { run } = programIn(dir);
    const wrong = ["--router", "logbook", "--logbook-captain", "Haddock"];
    expect(await run("serve", "--https-port", "0", "--http-port", "0", ...wrong)).toMatchObject({
      code: 1,
      err: "pilothouse: logbook.captain needs logbook.key_file\n",
    });
    expect((await run("doctor", ...wrong)).out).toContain("logbook.captain needs logbook.key_file");
  });

  it("manages its router, and config, doctor, logs and report know it while it runs", async () => {
    const { run, serve, flags, keyFile } = captain();
    await serve(...flags);
    const info = await run("info", "--local", "--json");
    expect(JSON.parse(info.out)).toMatchObject({ version: "2.10.0" });
    expect((await run("restart", "--local")).code).toBe(0);
    await expect
      .poll(async () => (await run("logs")).out)
      .toBe("start, signed Haddock\nRestart, signed Haddock\n");
    expect((await run("config")).out).toContain('router = "logbook"');
    const { findings } = JSON.parse((await run("doctor", "--json")).out);
    expect(findings).toEqual(
      expect.arrayContaining([
        { check: "logbook", level: "ok", saw: "lines: 2; and the service runs" },
        {
          check: "password files",
          level: "ok",
          saw: `logbook.key_file: ${keyFile} can be read only by its owner`,
        },
        { check: "router's own port", level: "ok", saw: "the logbook has no port of its own" },
        expect.objectContaining({
          check: "router's own port",
          saw: expect.stringContaining("http://127.0.0.1:1/logbook/"),
        }),
      ]),
    );
    const report = JSON.parse((await run("report", "--out", "-")).out);
    expect(report.logs.router).toHaveLength(2);
    expect(JSON.stringify(report)).not.toContain("Haddock");
  });

  it("loads it only when it is needed", async () => {
    const load = vi.fn(logbook.load);
    const program = await makeProgram([...DRIVERS, { ...logbook, load }]);
    program.configureOutput({ writeOut: () => {} });
    await expect(program.parseAsync(["node", "pilothouse", "--help"])).rejects.toThrow(CommanderError);
    expect(load).not.toHaveBeenCalled();
  });
});
