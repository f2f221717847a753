import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";
import { generate } from "selfsigned";
import { beforeAll, describe, expect, it } from "vitest";
import { type Launch, serve } from "../../blackbox/process.js";
import { lacks, output } from "./scanner.js";

/** Old TLS and weak suites, as two independent scanners see the endpoint from outside. */

const SLOW = { timeout: 600_000 };
const FORWARD_SECRET = /^(TLS_|ECDHE-)/;
const AUTHENTICATED = /GCM|POLY1305/;

/** What sslscan finds: the versions that are offered, their suites, and the attributes of its other tests. */
async function scan(url: string) {
  const xml = await output("sslscan", ["--xml=-", "--no-colour", new URL(url).host]);
  const elements = (name: string) =>
    [...xml.matchAll(new RegExp(`<${name} ([^>]*)>`, "g"))].map(([, text = ""]) =>
      Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", value]) => [key, value])),
    );
  const protocols = elements("protocol");
  const name = ({ type, version }: (typeof protocols)[number]) => `${type} ${version}`;
  return {
    tried: protocols.map(name),
    versions: protocols.filter(({ enabled }) => enabled === "1").map(name),
    suites: [...new Set(elements("cipher").map(({ cipher = "" }) => cipher))],
    renegotiation: elements("renegotiation"),
    compression: elements("compression"),
    heartbleed: elements("heartbleed"),
  };
}

const weak = (suites: readonly string[]) =>
  suites.filter((suite) => !FORWARD_SECRET.test(suite) || !AUTHENTICATED.test(suite));

describe.skipIf(lacks("sslscan"))("To sslscan the HTTPS endpoint offers nothing old or weak", SLOW, () => {
  const rsa = { certificate: "", key: "" };
  beforeAll(async () => {
    const made = await generate([{ name: "commonName", value: "operator" }], { keySize: 2048 });
    const place = scratch();
    Object.assign(rsa, { certificate: join(place, "rsa.crt"), key: join(place, "rsa.key") });
    writeFileSync(rsa.certificate, made.cert);
    writeFileSync(rsa.key, made.private);
  });

  it.each([
    ["with its own certificate", "ECDHE-ECDSA-", (): Launch => ({})],
    [
      "with an operator's, whose RSA key would allow more",
      "ECDHE-RSA-",
      (): Launch => ({ args: ["--https-certificate", rsa.certificate, "--https-key", rsa.key] }),
    ],
  ])("%s", async (_which, wanted, launch) => {
    const { https } = await serve(scratch(), launch());
    const found = await scan(https);
    expect(found.tried).toEqual(["ssl 2", "ssl 3", "tls 1.0", "tls 1.1", "tls 1.2", "tls 1.3"]);
    expect(found.versions).toEqual(["tls 1.2", "tls 1.3"]);
    expect(found.suites.filter((suite) => suite.startsWith("TLS_"))).toHaveLength(3);
    expect(found.suites.filter((suite) => suite.startsWith(wanted))).toHaveLength(3);
    expect(weak(found.suites)).toEqual([]);
    expect(found.renegotiation).toEqual([{ supported: "0", secure: "0" }]);
    expect(found.compression).not.toContainEqual({ supported: "1" });
    expect(found.heartbleed.map(({ vulnerable }) => vulnerable)).toEqual(["0", "0"]);
  });

  it("whereas a server that leaves the choice to Node does, and is seen to", async () => {
    const options = { cert: readFileSync(rsa.certificate), key: readFileSync(rsa.key) };
    const bare = createServer(options).listen(0, "127.0.0.1");
    atTheEnd(() => bare.close());
    await new Promise((resolve) => bare.once("listening", resolve));
    const { suites } = await scan(`https://127.0.0.1:${(bare.address() as AddressInfo).port}/`);
    expect(weak(suites)).toContain("AES128-SHA");
  });
});

interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly finding: string;
}

describe.skipIf(lacks("testssl"))("To testssl.sh the HTTPS endpoint has no fault", SLOW, () => {
  /** Findings about any self-signed certificate, which clients know by its fingerprint. No others are accepted. */
  const OF_ITS_OWN_MAKING = {
    cert_chain_of_trust: "CRITICAL",
    cert_validityPeriod: "HIGH",
    cert_revocation: "HIGH",
  };
  const HOLES = [
    ...["heartbleed", "CCS", "ticketbleed", "ROBOT", "secure_client_renego", "CRIME_TLS", "BREACH"],
    ...["POODLE_SSL", "SWEET32", "FREAK", "DROWN", "LOGJAM", "BEAST", "LUCKY13", "RC4"],
  ];
  const GRAVE = ["MEDIUM", "HIGH", "CRITICAL", "FATAL"];
  /** Protocols, kinds of suites, certificate, vulnerabilities. */
  const PARTS = ["-p", "-s", "-S", "-U"];

  it("worse than its self-signed certificate", async () => {
    const { https } = await serve(scratch());
    const place = scratch();
    const [report, openssl] = [join(place, "report.json"), join(place, "openssl")];
    // It tries what OpenSSL can do on a name that does not exist, and so would ask a name server for it.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is bash that puts something in its place
    const nowhere = '#!/bin/bash\nPATH=/usr/bin:/bin exec openssl "${@/#invalid./127.0.0.1:9}"\n';
    writeFileSync(openssl, nowhere, { mode: 0o700 });
    const quietly = ["--nodns", "none", "--ip", "127.0.0.1", "--openssl", openssl];
    const plainly = ["--quiet", "--warnings", "off", "--color", "0", "--jsonfile", report];
    await output("testssl", [...quietly, ...plainly, ...PARTS, https]);
    const findings = JSON.parse(readFileSync(report, "utf8")) as Finding[];
    const findingOf = (id: string) => findings.find((one) => one.id === id)?.finding;
    expect(findings.filter(({ severity }) => GRAVE.includes(severity))).toEqual(
      Object.entries(OF_ITS_OWN_MAKING).map(([id, severity]) => expect.objectContaining({ id, severity })),
    );
    const absent = ["NULL", "aNULL", "EXPORT", "LOW", "3DES_IDEA", "AVERAGE"].map(
      (kind) => `cipherlist_${kind}`,
    );
    for (const id of ["SSLv2", "SSLv3", "TLS1", "TLS1_1", ...absent])
      expect([id, findingOf(id)]).toEqual([id, "not offered"]);
    for (const id of ["TLS1_2", "TLS1_3"])
      expect([id, findingOf(id)]).toEqual([id, expect.stringMatching(/^offered/)]);
    // Had a test been left out, there would be nothing to find fault with.
    for (const id of HOLES)
      expect([id, findingOf(id)]).toEqual([id, expect.stringMatching(/^not vulnerable/)]);
  });
});
