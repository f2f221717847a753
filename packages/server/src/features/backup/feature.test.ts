import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Peer } from "../../rpc/call.js";
import { Stage } from "../../rpc/testing/stage.js";
import { unpack } from "./archive.js";
import { backup as feature } from "./feature.js";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const backup = async (params: object, access?: Peer["access"]) => {
  const { store, clock, log, dir } = stage;
  const settings = () => ({ data_dir: dir }) as never;
  const needs = { store, clock, log, settings, version: "1.2.3", events: { add: async () => {} } };
  const { handlers } = await feature.open({ ...needs, backupFiles: async () => [] });
  return stage.call("pilothouse.backup", params, handlers, { address: "local", ...(access && { access }) });
};

describe("a backup", () => {
  it("is made for the operator, with the passphrase, on record", async () => {
    const { result } = await backup({ passphrase: "a passphrase" }, "operator");
    const bytes = readFileSync(join(stage.dir, String(result?.["file"])));
    expect(result?.["bytes"]).toBe(bytes.length);
    expect(await unpack(bytes, async () => "a passphrase")).toMatchObject({ version: "1.2.3" });
    expect(await stage.recorded()).toEqual([{ action: "backup", outcome: "ok", details: [] }]);
  });

  it("is refused to everyone else, with the command that makes one", async () => {
    for (const access of [undefined, "all"] as const)
      expect((await backup({}, access)).error).toEqual({
        code: -32000,
        message: "Request refused: a backup is made on the machine itself: pilothouse backup",
      });
    expect(await stage.recorded()).toEqual([]);
  });
});
