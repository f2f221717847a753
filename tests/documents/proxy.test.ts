import { execFileSync, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownCertificate } from "@pilothouse/server";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { startHere } from "../blackbox/harness.js";
import { FACTORY, logIn, PASSWORD, rpc, trust } from "../blackbox/wire.js";
import { freePort } from "../support/ports.js";
import { blocksOf, read, root } from "./documents.js";

const DOCUMENT = read("docs/remote-access.md");
const [SERVER = ""] = blocksOf(DOCUMENT, "nginx");
const [SETTINGS = ""] = blocksOf(DOCUMENT, "toml");
const HOST = /server_name (\S+);/.exec(SERVER)?.[1] ?? "";
/** Another address of this machine stands for one elsewhere. */
const FAR = { from: "127.0.0.7", headers: { Host: HOST } };

/** The settings of the document, as flags would give them. */
const settings = Object.fromEntries(
  Object.entries(parse(SETTINGS)).flatMap(([section, values]) =>
    Object.entries(values).map(([name, list]) => [`${section}.${name}`, (list as string[]).join(",")]),
  ),
);

/** Runs nginx with the document's server, with this machine's ports and files in place of those it names. */
async function proxyTo(url: string, dataDir: string): Promise<string> {
  const dir = scratch();
  for (const name of ["own", "temp"]) mkdirSync(join(dir, name));
  ownCertificate(join(dir, "own"), "127.0.0.1");
  const port = await freePort();
  const replaced = [
    ["listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`],
    [/\/etc\/letsencrypt\/\S+\/fullchain\.pem/, join(dir, "own/certificate.pem")],
    [/\/etc\/letsencrypt\/\S+\/privkey\.pem/, join(dir, "own/key.pem")],
    ["https://127.0.0.1:7650", new URL(url).origin],
    ["/usr/local/share/pilothouse.pem", join(dataDir, "certificate.pem")],
  ] as const;
  const server = replaced.reduce((text, [from, to]) => {
    expect(text).toMatch(from);
    return text.replace(from, to);
  }, SERVER);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (what) => `${what}_temp_path ${dir}/temp;`,
  );
  const file = join(dir, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${dir}/pid; events {}\nhttp { access_log off; ${places.join(" ")}\n${server} }\n`,
  );
  const fetching = [join(root, "scripts/fetch/unpacked.mjs"), "nginx"];
  const bin = execFileSync(process.execPath, fetching, { encoding: "utf8" }).trim();
  const args = ["-e", "stderr", "-p", dir, "-c", file];
  execFileSync(join(bin, "nginx"), [...args, "-t", "-q"], { stdio: "pipe" });
  const nginx = spawn(join(bin, "nginx"), args, { stdio: "ignore" });
  atTheEnd(() => {
    nginx.kill("SIGKILL");
    return once(nginx, "exit");
  });
  const own = new X509Certificate(readFileSync(join(dir, "own/certificate.pem")));
  trust(`https://127.0.0.1:${port}/`, own.fingerprint256);
  return `https://127.0.0.1:${port}/`;
}

/** nginx listens a moment after it was started. */
async function answering<T>(ask: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 30_000; ; )
    try {
      return await ask();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ECONNREFUSED" || Date.now() > end) throw error;
    }
}

describe("The proxy of remote-access.md", () => {
  it("forwards calls, of pages too, and the address of the client is recorded", async () => {
    const here = await startHere({ settings });
    const url = await proxyTo(here.https, here.dataDir);
    const { Token } = (await answering(() => logIn(url, PASSWORD, FAR))).result;
    expect(Token).toEqual(expect.any(String));
    const origin = { ...FAR, headers: { ...FAR.headers, Origin: `https://${HOST}` } };
    expect((await rpc(url, "RouterInfo", { Token, "i2p.router.version": "" }, origin)).result).toHaveProperty(
      ["i2p.router.version"],
    );
    const { result } = await here.call("pilothouse.audit", { limit: 50 });
    expect(JSON.stringify(result)).toContain(`"${FAR.from}"`);
  });

  it("never counts as this machine", async () => {
    const here = await startHere({ settings, fresh: true });
    const url = await proxyTo(here.https, here.dataDir);
    const near = { headers: { Host: HOST } };
    const setup = await answering(() => rpc(url, "pilothouse.setup", {}, near));
    expect(setup.result).toMatchObject({ choosePassword: false });
    expect((await logIn(url, FACTORY, near)).code).toBe(-32001);
    expect((await logIn(here.https, FACTORY)).result).toHaveProperty("Token");
  });

  it("does not answer to other names", async () => {
    const here = await startHere({ settings });
    const url = await proxyTo(here.https, here.dataDir);
    const other = await answering(() => logIn(url, PASSWORD, { headers: { Host: "evil.example" } }));
    expect(other.result).not.toHaveProperty("Token");
  });
});
