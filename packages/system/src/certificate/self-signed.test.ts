import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { selfSigned } from "./self-signed.js";

const from = new Date("2026-11-19T16:45:22Z");
const made = (given: Partial<Parameters<typeof selfSigned>[0]> = {}) => {
  const { cert, key } = selfSigned({
    ...{ subject: "Pilothouse", names: ["localhost"], from, until: new Date("2036-11-16T17:45:22Z") },
    ...given,
  });
  return { cert, key, read: new X509Certificate(cert) };
};

describe("a certificate of our own", () => {
  it("is signed by its own key, for a server and nothing else", () => {
    const { read, key } = made();
    expect(read.subject).toBe("CN=Pilothouse");
    expect(read.issuer).toBe("CN=Pilothouse");
    expect(read.ca).toBe(false);
    expect(read.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    expect(read.verify(createPublicKey(key))).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(read.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  });

  it("has a serial number of its own that is positive", () => {
    const numbers = Array.from({ length: 50 }, () => made().read.serialNumber);
    expect(new Set(numbers).size).toBe(50);
    for (const number of numbers) expect(number).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  it("names what it is for, every way to write an address among them", () => {
    const names = ["localhost", "i2pd.i2pcontrol", "127.0.0.1", "::1", "::", "fe80::1:2%eth0"];
    const more = ["2001:db8:0:1:2:3:4:5", "::ffff:192.0.2.1", "1::"];
    expect(made({ names: [...names, ...more] }).read.subjectAltName).toBe(
      [
        ...["DNS:localhost", "DNS:i2pd.i2pcontrol", "IP Address:127.0.0.1"],
        ...["IP Address:0:0:0:0:0:0:0:1", "IP Address:0:0:0:0:0:0:0:0", "IP Address:FE80:0:0:0:0:0:1:2"],
        ...["IP Address:2001:DB8:0:1:2:3:4:5", "IP Address:0:0:0:0:0:FFFF:C000:201"],
        "IP Address:1:0:0:0:0:0:0:0",
      ].join(", "),
    );
  });

  it.each([
    ["1969-12-31T23:00:00Z", "2049-12-31T23:59:59Z", "Dec 31 23:00:00 1969 GMT", "Dec 31 23:59:59 2049 GMT"],
    ["2049-12-31T23:59:59Z", "2050-01-01T00:00:00Z", "Dec 31 23:59:59 2049 GMT", "Jan  1 00:00:00 2050 GMT"],
    [
      "2051-02-03T04:05:06.789Z",
      "2061-02-03T04:05:06Z",
      "Feb  3 04:05:06 2051 GMT",
      "Feb  3 04:05:06 2061 GMT",
    ],
  ])("is valid from %s until %s", (first, last, validFrom, validTo) => {
    const { read } = made({ from: new Date(first), until: new Date(last) });
    expect(read).toMatchObject({ validFrom, validTo });
  });

  it("may be of any length", () => {
    for (const count of [1, 3, 4, 5, 8, 9, 10, 400]) {
      const names = Array.from({ length: count }, (_, n) => `${"a".repeat(20)}${n}.example`);
      expect(made({ names }).read.subjectAltName?.split(", ")).toHaveLength(count);
    }
    const long = Array.from(
      { length: 300 },
      (_, n) => `${n}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.${"e".repeat(50)}`,
    );
    expect(made({ names: long }).read.raw.length).toBeGreaterThan(0x10000);
  });

  it("is taken by a client that trusts it, under its name, and not under another", async () => {
    const { cert, key } = made({
      until: new Date(Date.now() + 86_400_000),
      from: new Date(Date.now() - 3_600_000),
    });
    const server = createServer({ cert, key }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const dialled = (servername: string) => connect({ host: "127.0.0.1", port, ca: cert, servername });
    const right = dialled("localhost");
    await once(right, "secureConnect");
    expect(right.authorized).toBe(true);
    right.destroy();
    const [error] = await once(dialled("elsewhere"), "error");
    expect(error).toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  });
});
