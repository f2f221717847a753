import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";

let here: Here;
beforeAll(async () => {
  here = await startHere({ fresh: true });
});

function handshake(options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(here.https);
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false, ...options });
    socket.once("secureConnect", () => resolve(socket));
    socket.once("error", reject);
  });
}

describe("The HTTPS endpoint", () => {
  it.each(["TLSv1.2", "TLSv1.3"] as const)("speaks %s", async (version) => {
    const socket = await handshake({ minVersion: version, maxVersion: version });
    expect(socket.getProtocol()).toBe(version);
    socket.destroy();
  });

  it.each(["TLSv1", "TLSv1.1"] as const)("refuses %s", async (version) => {
    // Security level 0 lets our side offer what it would by itself no longer offer.
    const old = { minVersion: version, maxVersion: version, ciphers: "DEFAULT@SECLEVEL=0" };
    await expect(handshake(old)).rejects.toMatchObject({ code: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION" });
  });
});

describe("The certificate", () => {
  it("has the fingerprint that is announced, and an EC P-256 key", async () => {
    const socket = await handshake({});
    const shown = socket.getPeerX509Certificate();
    expect(shown?.fingerprint256).toBe(here.service.fingerprint);
    expect(shown?.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
    socket.destroy();
  });

  it.each(["localhost", "127.0.0.1", "::1", "i2pd.i2pcontrol", hostname()])(
    "is valid for %s",
    async (name) => {
      const ca = readFileSync(join(here.dataDir, "certificate.pem"));
      const certificate = new X509Certificate(ca);
      const verified = /^[\d.]+$|:/.test(name) ? certificate.checkIP(name) : certificate.checkHost(name);
      expect(verified).toBe(name);
      const socket = await handshake({
        ca,
        rejectUnauthorized: true,
        ...(/^[\d.]+$|:/.test(name) ? {} : { servername: name }),
      });
      expect(socket.authorized).toBe(true);
      socket.destroy();
    },
  );

  it("is valid for no other name, and cannot sign other certificates", () => {
    const certificate = new X509Certificate(readFileSync(join(here.dataDir, "certificate.pem")));
    expect(certificate.checkHost("evil.example")).toBeUndefined();
    expect(certificate.checkIP("192.0.2.1")).toBeUndefined();
    expect(certificate.ca).toBe(false);
  });

  it("stays the same over a restart", async () => {
    const before = here.service.fingerprint;
    await here.restart();
    expect(here.service.fingerprint).toBe(before);
  });

  it("differs from installation to installation", async () => {
    const other = await startHere({ fresh: true });
    expect(other.service.fingerprint).not.toBe(here.service.fingerprint);
  });
});
