import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { testServer } from "./nats-server.js";

test("the tests have the nats-server of Debian 12 and of Debian 13", () => {
  const version = (binary: string) => spawnSync(binary, ["--version"], { encoding: "utf8" }).stdout.trim();
  expect(version(testServer())).toMatch(/^nats-server: v2\.9\./);
  expect(version(testServer("PILOTHOUSE_NATS_SERVER_13"))).toMatch(/^nats-server: v2\.1\d\./);
});
