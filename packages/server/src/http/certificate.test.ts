import { X509Certificate } from "node:crypto";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it } from "vitest";
import { CertificateError, certificateFiles, loadCertificate, ownCertificate } from "./certificate.js";

let dir: string;
let files: ReturnType<typeof certificateFiles>;
beforeEach(() => {
  dir = scratch();
  files = certificateFiles(dir);
});
const start = () => ownCertificate(dir, "127.0.0.1");
const halved = (file: string) => {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.slice(0, text.length / 2));
};

describe("the certificate of our own making", () => {
  it("is made once and kept", () => {
    const made = start();
    expect(start()).toEqual(made);
    expect(readdirSync(dir).sort()).toEqual(["certificate.pem", "key.pem"]);
  });

  it("is for the names by which the service can be addressed, and keeps them when they change", () => {
    const allowed = ["Hub.Example", "192.0.2.7", "not a name", "a".repeat(64), "0.0.0.0"];
    const { cert } = ownCertificate(dir, "0.0.0.0", allowed);
    const x509 = new X509Certificate(cert);
    for (const name of ["hub.example", "localhost", hostname()]) expect(x509.checkHost(name)).toBeDefined();
    for (const address of ["192.0.2.7", "127.0.0.1"]) expect(x509.checkIP(address)).toBeDefined();
    expect(x509.subjectAltName).not.toMatch(/0\.0\.0\.0|not a name|aaaa/);
    expect(ownCertificate(dir, "0.0.0.0", ["other.example"]).cert).toBe(cert);
  });

  it.each([
    ["both are", ["certFile", "keyFile"]],
    ["the key is", ["keyFile"]],
    ["the certificate is", ["certFile"]],
  ] as const)("is made again when %s empty", (_what, names) => {
    const made = start();
    for (const name of names) writeFileSync(files[name], "");
    const again = start();
    expect(again.cert).toContain("END CERTIFICATE");
    expect(again.cert).not.toBe(made.cert);
    expect(loadCertificate(files.certFile, files.keyFile)).toEqual(again);
  });

  it.each(["certFile", "keyFile"] as const)(
    "is refused, and what to do is said, when half of %s is missing",
    (name) => {
      start();
      halved(files[name]);
      const before = readFileSync(files[name], "utf8");
      expect(start).toThrow(CertificateError);
      expect(start).toThrow(files[name]);
      expect(start).toThrow(/or delete both/);
      expect(readFileSync(files[name], "utf8")).toBe(before);
    },
  );

  it("is refused when the key is another one's", () => {
    const { key } = start();
    rmSync(files.certFile);
    start();
    writeFileSync(files.keyFile, key);
    expect(start).toThrow("the key is not that of the certificate");
  });

  it("takes the place of a link, and leaves alone what the link points at", () => {
    const elsewhere = join(dir, "elsewhere");
    writeFileSync(elsewhere, "");
    symlinkSync(elsewhere, files.keyFile);
    start();
    expect(readFileSync(elsewhere, "utf8")).toBe("");
    expect(readFileSync(files.keyFile, "utf8")).toContain("END PRIVATE KEY");
  });
});

it("a certificate of the operator's that is empty is refused by name", () => {
  start();
  const empty = join(dir, "empty.pem");
  writeFileSync(empty, "");
  expect(() => loadCertificate(empty, files.keyFile)).toThrow(`${empty} cannot be used`);
  expect(() => loadCertificate(files.certFile, empty)).toThrow(`${empty} cannot be used`);
});
