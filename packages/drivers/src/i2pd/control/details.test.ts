import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DETAIL_KEYS } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { parseVersion, type Version } from "../../i2pd-wire/version.js";
import { recordedRouter } from "../testing/recorded.js";
import { Control } from "./control.js";
import { readDetails } from "./details.js";

const RECORDED = fileURLToPath(new URL("../testing/recorded/router.info", import.meta.url));
const HASH = `${"A".repeat(43)}=`;

async function detailsOf(version: "2.45.1" | "2.59.0", { dataDir = scratch(), isUp = true } = {}) {
  const { link, asked } = recordedRouter(version);
  const control = isUp ? new Control(link) : undefined;
  const peers = async () => [HASH];
  const sources = { control, version: parseVersion(version) as Version, dataDir, peers };
  return { told: await readDetails(DETAIL_KEYS, sources, AbortSignal.timeout(120_000)), asked };
}

describe("what i2pd tells beyond a reading", () => {
  it("is what its version answers", async () => {
    expect((await detailsOf("2.59.0")).told).toMatchObject({
      "router.net.status.v6": expect.any(Number),
      "router.net.error": expect.any(Number),
      "router.net.testing.v6": expect.any(Number),
    });
    const old = await detailsOf("2.45.1");
    expect([old.asked, Object.keys(old.told)]).toEqual([
      [],
      ["router.netdb.peers", "router.netdb.peers.list"],
    ]);
  });

  it("is in its files also while it does not run", async () => {
    const dataDir = scratch();
    await copyFile(RECORDED, join(dataDir, "router.info"));
    const { told } = await detailsOf("2.59.0", { dataDir, isUp: false });
    expect(told).toEqual({
      "router.id": expect.stringMatching(/^[A-Za-z0-9~-]{43}=$/),
      "router.info": expect.stringMatching(/^[A-Za-z0-9~-]{800,}=*$/),
      "router.netdb.peers": [HASH],
      "router.netdb.peers.list": [HASH],
    });
  });
});
