import { X509Certificate } from "node:crypto";
import { generate } from "selfsigned";
import { expect, it, onTestFinished } from "vitest";
import { makeNKey } from "../keys/nkey.js";
import { dial } from "./dial.js";
import { shownCertificate } from "./shown-certificate.js";
import { HostileServer, inTls } from "./testing/hostile-server.js";

const EC = { keyType: "ec", curve: "P-256", algorithm: "sha256" } as const;
const authority = (name: string) =>
  generate([{ name: "commonName", value: name }], {
    ...EC,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, critical: true },
    ],
  });
const serverOf = async ({ cert, private: key }: Awaited<ReturnType<typeof authority>>) =>
  await generate([{ name: "commonName", value: "nats-a" }], {
    ...EC,
    ca: { cert, key },
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });

async function start(cert: string, key: string): Promise<{ server: HostileServer; address: string }> {
  const server = new HostileServer(inTls({ cert, key }, () => {}));
  onTestFinished(() => server.stop());
  return { server, address: await server.start() };
}

const digest = (pem: string) =>
  Buffer.from(new X509Certificate(pem).fingerprint256.replaceAll(":", ""), "hex");

it("A server of a private CA is known by the CA's certificate at the end of its own, and not by a copy of it", async () => {
  const [ours, theirs] = await Promise.all([authority("ours"), authority("theirs")]);
  const [good, bad] = await Promise.all([serverOf(ours), serverOf(theirs)]);
  const login = { key: makeNKey("user"), jwt: "jwt" };
  const join = async (address: string) => {
    const certificate = await shownCertificate([address], digest(ours.cert));
    return await dial({ addresses: [address], login, trust: { certificate }, name: "test" });
  };
  const whole = await start(`${good.cert}\n${ours.cert}`, good.private);
  await (await join(whole.address)).close();
  const short = await start(good.cert, good.private);
  await expect(join(short.address)).rejects.toThrow("at the end of the server's cert_file");
  // The CA's certificate is not secret: anybody can show it.
  const copied = await start(`${bad.cert}\n${ours.cert}`, bad.private);
  await expect(join(copied.address)).rejects.toThrow(/certificate/);
  for (const { server } of [short, copied]) expect(server.decrypted).toEqual([]);
});
