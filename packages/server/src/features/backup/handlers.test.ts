import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Peer } from "../../rpc/call.js";
import { Stage } from "../../rpc/testing/stage.js";
import { backupHandler } from "./handlers.js";

let stage: Stage;
let passphrases: unknown[];
beforeEach(async () => {
  stage = await Stage.open();
  passphrases = [];
});
afterEach(() => stage.close());

const backups = {
  handOver: async (passphrase?: string) => {
    passphrases.push(passphrase);
    return { file: "backup-0123456789ab", bytes: 7 };
  },
};
const backup = (params: object, access?: Peer["access"]) =>
  stage.call("pilothouse.backup", params, backupHandler(backups), {
    address: "local",
    ...(access && { access }),
  });

describe("a backup", () => {
  it("is made for the operator, on record", async () => {
    const { result } = await backup({ passphrase: "a passphrase" }, "operator");
    expect(result).toEqual({ file: "backup-0123456789ab", bytes: 7 });
    expect(passphrases).toEqual(["a passphrase"]);
    expect(await stage.recorded()).toEqual([{ action: "backup", outcome: "ok", details: [] }]);
  });

  it("is refused to everyone else, with the command that makes one", async () => {
    for (const access of [undefined, "all"] as const)
      expect((await backup({}, access)).error).toEqual({
        code: -32000,
        message: "Request refused: a backup is made on the machine itself: pilothouse backup",
      });
    expect([passphrases, await stage.recorded()]).toEqual([[], []]);
  });
});
