import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { choosePassword } from "../../support/chosen-password.js";
import { Person } from "../command.js";
import { serve } from "../served.js";
import { PASSWORD } from "../service.js";

const PORTS = ["--https-port", "0", "--http-port", "0"];

/** One secret of each kind, different from everything that a report contains by itself. */
const CANARIES = {
  password: "Canary-Passw0rd!",
  upstreamPassword: 'upstream canary "quoted" ü',
  consoleUser: "canaryuser",
  token: "Y2FuYXJ5LXRva2VuLWNhbmFyeS10b2tlbi1jYW5hcnk",
  ipv4: "198.51.100.77",
  ipv6: "2001:db8:ca::77",
  host: "canary-host.example",
  proxy: "203.0.113.9",
  allowed: "canary-name.lan",
  identity: "Ab1-defGHIjklMNOpqrSTUvwxYZ0123456789abcdef~=",
  base32: "ukeu3k5oycgaauneqgtnvselmt4yemvoilkln7jpvamvfx7dnkdq.b32.i2p",
  controlPassword: "canaryControlPassword",
} as const;

describe("report", () => {
  it("contains what helps, in a file that only its owner can read", async () => {
    const person = new Person();
    await choosePassword(person.dataDir, PASSWORD);
    const { url, fingerprint } = await serve(person);
    await person.run(["login", url, "--fingerprint", fingerprint], {
      env: { PILOTHOUSE_PASSWORD: PASSWORD },
    });
    const { file } = await person.json(["report", ...PORTS, "--out", "report.json"]);
    expect(file).toBe(join(person.home, "report.json"));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, "utf8");
    const report = JSON.parse(text);
    expect(report).toMatchObject({
      versions: { pilothouse: expect.stringMatching(/^\d/), node: process.versions.node },
      service: "runs",
      settings: {
        router: { value: "simulator", source: "default" },
        "https.port": { value: 0, source: "flag" },
        data_dir: { value: "~/.local/state/pilothouse" },
      },
      router: { version: expect.any(String), uptime: expect.any(Number) },
      logs: { router: expect.stringContaining("no log of its own") },
    });
    const checks = report.findings.map(({ check }: { check: string }) => check);
    expect(checks).toEqual(expect.arrayContaining(["node", "store", "certificate", "password"]));
    const session = JSON.parse(readFileSync(person.sessionFile("127.0.0.1"), "utf8"));
    for (const gone of [person.home, fingerprint, session.token, PASSWORD]) expect(text).not.toContain(gone);
  });

  it("has nothing in it that was planted anywhere", async () => {
    const person = new Person({
      PILOTHOUSE_TOKEN: CANARIES.token,
      I2PCONTROL_PASSWORD: CANARIES.password,
      PILOTHOUSE_URL: `https://${CANARIES.host}:7650/`,
      USER: "canaryperson",
    });
    const data = join(person.home, "i2pd");
    mkdirSync(data, { mode: 0o700 });
    const secret = join(person.home, "canary-secret");
    writeFileSync(secret, `${CANARIES.upstreamPassword}\n`);
    writeFileSync(
      join(data, "i2pd.conf"),
      `log = file\n[i2pcontrol]\nenabled = true\naddress = ${CANARIES.ipv4}\npassword = ${CANARIES.controlPassword}\n`,
    );
    const values = Object.values(CANARIES);
    const lines = [
      ...values.map((one) => `NetDb: saw ${one}, at last`),
      ...values.map((one) => JSON.stringify({ msg: `of canaryperson in ${person.home}`, err: one })),
      ...values.map((one) => `http://x/?q=${encodeURIComponent(one)}`),
      `Authenticate with password ${CANARIES.password.toUpperCase()}`,
    ];
    writeFileSync(join(data, "i2pd.log"), `${lines.join("\n")}\n`);
    const toml = join(person.home, "pilothouse.toml");
    writeFileSync(
      toml,
      `router = "i2pd"
host = "${CANARIES.ipv4}"
[http]
allowed_hosts = ["${CANARIES.allowed}", "${CANARIES.ipv6}"]
trust_proxy = ["${CANARIES.proxy}"]
[upstream]
url = "https://${CANARIES.host}/jsonrpc/"
console_user = "${CANARIES.consoleUser}"
password_file = "${secret}"
[i2pd]
mode = "attach"
data_dir = "${data}"
binary = "/bin/true"
start_command = ["ssh", "${CANARIES.password}"]
stop_command = ["ssh", "${CANARIES.identity}"]
`,
    );
    const { code, out } = await person.run(["report", ...PORTS, "--config", toml, "--out", "-"]);
    expect(code).toBe(0);
    const report = JSON.parse(out);
    // The report does contain these parts, so there was something to remove.
    expect(report.logs.router).toHaveLength(lines.length);
    expect(report.settings["i2pd.start_command"].value).toEqual(["ssh", "and 1 arguments"]);
    expect(report.settings["upstream.console_user"].value).toMatch(/^<user-\d+>$/);
    expect(report.findings.length).toBeGreaterThan(8);
    const own = [person.home, "canaryperson", hostname()].filter(
      (one) => one.length > 3 && one !== "localhost",
    );
    const texts = out.toLowerCase();
    for (const gone of [...values, ...own])
      for (const spelling of [gone, JSON.stringify(gone).slice(1, -1), encodeURIComponent(gone)])
        expect(texts, gone).not.toContain(spelling.toLowerCase());
  });

  it("is written also when the settings cannot be read, and never over half a file", async () => {
    const person = new Person();
    const toml = join(person.home, "pilothouse.toml");
    writeFileSync(toml, 'router = "canary-router"\n');
    const { code, out } = await person.run(["report", "--config", toml]);
    expect(code).toBe(0);
    expect(out.trim()).toMatch(/\/pilothouse-report-\d{8}-\d{6}\.json$/);
    expect(JSON.parse(readFileSync(out.trim(), "utf8"))).toMatchObject({ settings: "cannot be read" });
    const missing = join(person.home, "nowhere", "report.json");
    expect(await person.run(["report", "--out", missing])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${missing} cannot be written`),
    });
    expect(existsSync(join(person.home, "nowhere"))).toBe(false);
    const refused = await person.run(["report", "--out", "/proc/report.json"]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("cannot be written") });
  });
});
