import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CertificateError, certificateFiles, loadCertificate, ownCertificate } from "./certificate.js";

let dir: string;
let files: ReturnType<typeof certificateFiles>;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "certificate-"));
  files = certificateFiles(dir);
});
afterEach(() => rmSync(dir, { recursive: true }));

const start = () => ownCertificate(dir, "127.0.0.1");
const halved = (file: string) => {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.slice(0, text.length / 2));
};

describe("the certificate of our own making", () => {
  it("is made once and kept", async () => {
    const made = await start();
    expect(await start()).toEqual(made);
    expect(readdirSync(dir).sort()).toEqual(["certificate.pem", "key.pem"]);
  });

  it.each([
    ["both are", ["certFile", "keyFile"]],
    ["the key is", ["keyFile"]],
    ["the certificate is", ["certFile"]],
  ] as const)("is made again when %s empty", async (_what, names) => {
    const made = await start();
    for (const name of names) writeFileSync(files[name], "");
    const again = await start();
    expect(again.cert).toContain("END CERTIFICATE");
    expect(again.cert).not.toBe(made.cert);
    expect(loadCertificate(files.certFile, files.keyFile)).toEqual(again);
  });

  it.each(["certFile", "keyFile"] as const)(
    "is refused, and what to do is said, when half of %s is missing",
    async (name) => {
      await start();
      halved(files[name]);
      const before = readFileSync(files[name], "utf8");
      await expect(start()).rejects.toThrow(CertificateError);
      await expect(start()).rejects.toThrow(files[name]);
      await expect(start()).rejects.toThrow(/or delete both/);
      expect(readFileSync(files[name], "utf8")).toBe(before);
    },
  );

  it("is refused when the key is another one's", async () => {
    const { key } = await start();
    rmSync(files.certFile);
    await start();
    writeFileSync(files.keyFile, key);
    await expect(start()).rejects.toThrow("the key is not that of the certificate");
  });

  it("takes the place of a link, and leaves alone what the link points at", async () => {
    const elsewhere = join(dir, "elsewhere");
    writeFileSync(elsewhere, "");
    symlinkSync(elsewhere, files.keyFile);
    await start();
    expect(readFileSync(elsewhere, "utf8")).toBe("");
    expect(readFileSync(files.keyFile, "utf8")).toContain("END PRIVATE KEY");
  });
});

it("a certificate of the operator's that is empty is refused by name", async () => {
  await start();
  const empty = join(dir, "empty.pem");
  writeFileSync(empty, "");
  expect(() => loadCertificate(empty, files.keyFile)).toThrow(`${empty} cannot be used`);
  expect(() => loadCertificate(files.certFile, empty)).toThrow(`${empty} cannot be used`);
});
