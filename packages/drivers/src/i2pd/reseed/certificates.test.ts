import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it } from "vitest";
import { reseedCertificates } from "./certificates.js";

let root: string;
beforeEach(() => {
  root = scratch();
});
async function certificatesIn(dir: string): Promise<string> {
  await mkdir(join(root, dir, "reseed"), { recursive: true });
  await writeFile(join(root, dir, "reseed", "someone_at_mail.i2p.crt"), "x");
  return join(root, dir);
}
const find = (settings = new Map<string, string>()) =>
  reseedCertificates(join(root, "usr/sbin/i2pd"), join(root, "data"), settings);

describe("the certificates that reseeds are checked against", () => {
  it("are those in the data directory, which i2pd finds by itself", async () => {
    await certificatesIn("usr/share/i2pd/certificates");
    const dir = await certificatesIn("data/certificates");
    expect(await find()).toEqual({ dir, known: true });
  });

  it.each(["usr/share/i2pd/certificates", "usr/sbin/certificates", "usr/sbin/contrib/certificates"])(
    "are else looked for beside the program: %s",
    async (place) => {
      const dir = await certificatesIn(place);
      expect(await find()).toEqual({ dir, known: false });
    },
  );

  it("are where i2pd.conf says, and nowhere else", async () => {
    await certificatesIn("data/certificates");
    expect(await find(new Map([["certsdir", join(root, "empty")]]))).toBeUndefined();
    const dir = await certificatesIn("mine");
    expect(await find(new Map([["certsdir", dir]]))).toEqual({ dir, known: true });
  });
});
