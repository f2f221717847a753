import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reason, reasonText } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { upstreamModule } from "../module.js";
import type { ServiceSettings } from "../settings.js";
import { javaLevelOf } from "./java-log.js";

const logOf = (file?: string) =>
  upstreamModule.log({ ...(file && { "upstream.log_file": file }) } as ServiceSettings);

describe("Java I2P's log", () => {
  it("is the file that is set, or in a directory the one that was written last", () => {
    const dir = scratch();
    expect(logOf(dir)).toEqual({ why: reason("log.notJava", { place: dir }) });
    for (const [name, time] of [
      ["log-router-0.txt", 300],
      ["log-router-1.txt", 200],
      ["wrapper.log", 400],
    ] as const) {
      writeFileSync(join(dir, name), "");
      utimesSync(join(dir, name), time, time);
    }
    expect(logOf(dir).file).toBe(join(dir, "log-router-0.txt"));
    utimesSync(join(dir, "log-router-1.txt"), 500, 500);
    expect(logOf(dir).file).toBe(join(dir, "log-router-1.txt"));
    expect(logOf(join(dir, "wrapper.log")).file).toBe(join(dir, "wrapper.log"));
  });

  it("cannot be read where none is set, and the reason says where to look and what to set", () => {
    expect(logOf()).toEqual({ why: reason("log.elsewhere") });
    expect(reasonText(reason("log.elsewhere"))).toMatch(/console.*upstream\.log_file/s);
  });

  it("has levels", () => {
    const line = (level: string) => `11/15 20:24:49.123 ${level} [uterWatchdog] net.i2p.router: an ERROR`;
    expect(["DEBUG", "INFO ", "WARN ", "ERROR", "CRIT "].map((one) => javaLevelOf(line(one)))).toEqual([
      ...["debug", "info", "warn", "error", "error"],
    ]);
    expect(javaLevelOf("\tat net.i2p.Thing.run(Thing.java:7)")).toBeUndefined();
  });
});
