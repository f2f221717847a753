import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSettings, makeTable } from "@pilothouse/server/settings";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { DRIVERS } from "../../../../drivers.js";
import { type Machine, situationOf } from "../situation.js";
import { service } from "./service.js";

const machine: Machine = {
  env: {},
  now: Date.now(),
  run: async () => ({ code: 0, stdout: "", stderr: "" }),
  drivers: DRIVERS,
  features: [],
  table: makeTable(DRIVERS),
  services: () => [],
};

async function look(...files: readonly string[]) {
  const dir = scratch();
  for (const file of files) writeFileSync(join(dir, file), "999999\n");
  const situation = await situationOf(
    machine,
    loadSettings({ env: { HOME: dir }, flags: { data_dir: dir } }, machine.table),
  );
  return [await service.look(situation)].flat().map(({ level, saw }) => `${level}: ${saw}`);
}

describe("doctor and the service itself", () => {
  it("finds one that was killed or crashed, and one that was stopped", async () => {
    expect(await look("pilothouse.db", "pilothouse.pid")).toEqual([
      expect.stringMatching(/^problem: it does not run: it was killed/),
    ]);
    expect(await look("pilothouse.db")).toEqual(["warning: it does not run"]);
    expect(await look()).toEqual(["ok: it was never started with this data directory"]);
  });
});
