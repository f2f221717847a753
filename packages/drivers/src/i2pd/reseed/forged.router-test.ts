import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Driven } from "../testnet/driven.js";
import { confOf, DRIVEN, TestNetwork } from "../testnet/network.js";
import { isRunning, known, readUntil } from "../testnet/reading.js";

const NOBODY = "mallory@nowhere.i2p";

/** An SU3 file that is well-formed but not signed. The layout is I2P's. */
function forged(zip: Buffer): Buffer {
  const header = Buffer.alloc(40);
  header.write("I2Psu3", 0, "latin1");
  header.writeUInt16BE(6, 8); // RSA-4096 with SHA-512
  header.writeUInt16BE(512, 10);
  header.writeUInt8(16, 13);
  header.writeUInt8(NOBODY.length, 15);
  header.writeBigUInt64BE(BigInt(zip.length), 16);
  header.writeUInt8(0, 25); // a zip
  header.writeUInt8(3, 27); // of a reseed
  const version = Buffer.alloc(16);
  version.write("1700000000", 0, "latin1");
  return Buffer.concat([header, version, Buffer.from(NOBODY), zip, Buffer.alloc(512, 0xaa)]);
}

describe("a reseed file without a valid signature", () => {
  let network: TestNetwork;
  let driven: Driven;
  beforeAll(async () => {
    network = await TestNetwork.up();
  });
  afterEach(() => driven.dispose());
  afterAll(() => network.down());

  async function reseeded(verify: string): Promise<string> {
    const file = join(network.dir, "forged.su3");
    await writeFile(file, forged(await readFile(network.seed)));
    const conf = confOf(DRIVEN + 10, network.seed)
      .replace(/^zipfile = .*$/m, `file = ${file}`)
      .replace(/^verify = .*\n/m, verify);
    driven = await Driven.make(network, { conf, unknown: true });
    await driven.router.start();
    await readUntil(driven.router, isRunning);
    return join(driven.dir, "control", "i2pd.log");
  }

  it("is refused by a router that we start with an i2pd.conf that says nothing of it", async () => {
    const log = await reseeded("");
    await expect.poll(() => readFile(log, "utf8")).toMatch(`Certificate for ${NOBODY} not loaded`);
    expect(await readFile(log, "utf8")).not.toContain("Can't load reseed certificates");
    expect(known(await readUntil(driven.router, isRunning))).toBe(0);
  });

  it("would be taken otherwise, so that the file itself is fine", async () => {
    await reseeded("verify = false\n");
    await readUntil(driven.router, (now) => known(now) === 4);
  });
});
