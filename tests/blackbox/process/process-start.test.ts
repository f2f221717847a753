import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeAll, describe, expect, it } from "vitest";
import { fillUp, smallDisk } from "../../attacks/store/small-disk.js";
import { canRunAs, type Ended, type Launch, run, type Served, serve } from "../process.js";
import { FACTORY, logIn } from "../wire.js";

/** What was typed, or the settings that were given, is wrong. */
const USAGE = 2;

/** A start that must fail: exit code 1, one line on standard error, nothing on standard output. */
async function refused(dataDir: string, options: Launch = {}, exitCode = 1): Promise<string> {
  const args = ["--data-dir", dataDir, "--https-port", "0", "--http-port", "0"];
  return oneLine(await run(["serve", ...args], options), exitCode);
}
function oneLine({ code, stdout, stderr }: Ended, exitCode: number): string {
  expect(stderr).toMatch(/^pilothouse: .+\n$/);
  expect(stdout).toBe("");
  expect(code).toBe(exitCode);
  return stderr;
}

/** Every file of a directory with its bytes. */
const contents = (directory: string) =>
  readdirSync(directory).map((name) => [name, readFileSync(join(directory, name)).toString("base64")]);

function settingsFile(text: string): string {
  const file = join(scratch(), "pilothouse.toml");
  writeFileSync(file, text);
  return file;
}

function withWord(bytes: Buffer, at: number, value: number): Buffer {
  bytes.writeUInt32BE(value, at);
  return bytes;
}

describe("pilothouse serve", () => {
  let dataDir: string;
  let served: Served;
  beforeAll(async () => {
    dataDir = join(scratch(), "not", "yet", "there");
    served = await serve(dataDir);
  });

  it("says in its log when it is ready, where, with which certificate and as which process", async () => {
    expect(served.ready).toMatchObject({
      https: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+\/$/),
      http: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
      fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      pid: served.child.pid,
      router: "simulator",
    });
    expect((await logIn(served.https, FACTORY)).code).toBeUndefined();
  });

  it("does not say that the factory password only lets you choose your own where it opens everything", async () => {
    const open = await serve(scratch(), { args: ["--auth-allow-factory-password", "true"] });
    await expect.poll(() => open.stdout).toContain("pilothouse passwd");
    expect(open.stdout).toContain("the factory password opens everything");
    expect(open.stdout).not.toContain("only lets you choose");
  });

  it("shows the endpoints, the fingerprint, that it simulates, and what to do next", () => {
    for (const part of [
      served.https,
      served.http,
      String(served.ready["fingerprint"]),
      dataDir,
      "simulated router",
      `\n  ./pilothouse passwd --data-dir ${dataDir}\n`,
    ])
      expect(served.stdout).toContain(part);
    expect(served.stdout).not.toContain(FACTORY);
  });

  it("keeps its directory and files accessible only to their owner", () => {
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const entries = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name))] as const);
    expect(entries.map(([name]) => name)).toEqual(
      expect.arrayContaining(["certificate.pem", "key.pem", "pilothouse.db"]),
    );
    for (const [name, entry] of entries)
      expect([name, entry.mode & 0o777]).toEqual([name, entry.isDirectory() ? 0o700 : 0o600]);
  });

  it("does not start twice on one data directory, and the first keeps running", async () => {
    expect(await refused(dataDir)).toMatch(/in use by another/);
    // With the same ports, these would be refused first.
    const { port } = new URL(served.https);
    expect(await refused(dataDir, { args: ["--https-port", port] })).toBe(
      `pilothouse: a service runs in ${dataDir} already; stop it first\n`,
    );
    expect((await logIn(served.https, FACTORY)).code).toBeUndefined();
    expect(readFileSync(join(dataDir, "pilothouse.pid"), "utf8").trim()).toBe(String(served.child.pid));
  });
});

describe.concurrent("pilothouse serve does not start", () => {
  it.each(["https", "http"])("when its %s port is in use, and touches nothing", async (endpoint) => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => blocker.once("listening", resolve));
    const { port } = blocker.address() as { port: number };
    const dataDir = join(scratch(), "data");
    const message = await refused(dataDir, { args: [`--${endpoint}-port`, String(port)] });
    blocker.close();
    expect(message).toContain(`port ${port}`);
    expect(message).toContain(`--${endpoint}-port`);
    expect(existsSync(dataDir)).toBe(false);
  });

  it("on an address that is not this machine's", async () => {
    expect(await refused(join(scratch(), "data"), { args: ["--host", "192.0.2.1"] })).toContain("192.0.2.1");
  });

  it.each([
    ["is not there", undefined],
    ["is no certificate", "nonsense"],
  ])("with a certificate that %s, and touches nothing", async (_what, text) => {
    const place = scratch();
    const dataDir = join(place, "data");
    const [certificate, key] = [join(place, "own.crt"), join(place, "own.key")];
    if (text !== undefined) for (const file of [certificate, key]) writeFileSync(file, text);
    const message = await refused(dataDir, {
      args: ["--https-certificate", certificate, "--https-key", key],
    });
    expect(message).toContain(certificate);
    expect(existsSync(dataDir)).toBe(false);
  });

  it("with a certificate and no key", async () => {
    const message = await refused(join(scratch(), "data"), {
      args: ["--https-certificate", "own.crt"],
    });
    expect(message).toContain("https.key");
  });

  it("with a data directory that is a file, or below one", async () => {
    const file = settingsFile("");
    for (const place of [file, join(file, "data")]) {
      const message = await refused(place);
      expect(message).toContain(place);
      expect(message).toContain("--data-dir");
    }
  });

  it("with a data directory where the system makes none", async () => {
    for (const place of ["/proc/pilothouse", "/proc/pilothouse/data"])
      expect(await refused(place)).toContain(`${place} cannot be used`);
  });

  it("with a first password that cannot be read", async () => {
    const missing = { PILOTHOUSE_PASSWORD_FILE: "/nowhere/password" };
    expect(await refused(join(scratch(), "data"), { env: missing })).toContain("/nowhere/password");
  });

  describe("with a router i2pd", () => {
    const router = (...args: string[]) => ({ args: ["--router", "i2pd", ...args] });
    /** A program that calls itself i2pd, and does no more. */
    const pretender = (description = "i2pd version 2.45.1 (0.9.57)") => {
      const file = join(scratch(), "i2pd");
      writeFileSync(file, `#!/bin/sh\nprintf '${description}\\n'\n`, { mode: 0o755 });
      return file;
    };

    it("whose program is not there, or is another one", async () => {
      const dataDir = join(scratch(), "data");
      const missing = await refused(dataDir, router("--i2pd-binary", "/nowhere/i2pd"));
      expect(missing).toContain("/nowhere/i2pd cannot be found");
      expect(missing).toContain("i2pd.binary");
      const other = pretender("ls (GNU coreutils)\\nlicensed to all");
      expect(await refused(dataDir, router("--i2pd-binary", other))).toContain(other);
    });

    it("whose configuration cannot be read, or whose directory cannot be made", async () => {
      const place = scratch();
      const binary = ["--i2pd-binary", pretender()];
      const message = await refused(join(place, "data"), router(...binary, "--i2pd-config", place));
      expect(message).toContain("EISDIR");
      expect(message).toContain("choose another place");
      expect(
        await refused(join(place, "data"), router(...binary, "--i2pd-data-dir", "/proc/pilothouse")),
      ).toContain("/proc/pilothouse");
    });

    it("whose configuration belongs to another user", async ({ skip }) => {
      const as = { uid: 65_534, gid: 65_534 };
      if (!canRunAs(as)) return skip("only root can, in a directory that others may enter");
      const place = scratch();
      chmodSync(place, 0o755);
      const [home, dataDir] = [join(place, "home"), join(place, "router")];
      for (const dir of [home, dataDir]) mkdirSync(dir);
      for (const dir of [home, dataDir]) chownSync(dir, 65_534, 65_534);
      writeFileSync(join(dataDir, "i2pd.conf"), "", { mode: 0o600 });
      const binary = pretender();
      chmodSync(dirname(binary), 0o755);
      const message = await refused(join(home, "data"), {
        ...router("--i2pd-binary", binary, "--i2pd-data-dir", dataDir),
        env: { HOME: home },
        as,
        cwd: "/",
      });
      expect(message).toContain(`'${join(dataDir, "i2pd.conf")}'`);
      expect(message).toContain("run the service as the owner of this path");
    });
  });

  it("on a full disk, at the first start and later", async ({ skip }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip("only root can mount a small disk");
    const ballast = fillUp(disk);
    expect(await refused(join(disk, "data"))).toMatch(/no space left|disk is full/);
    rmSync(ballast);
    const dataDir = join(disk, "data");
    await (await serve(dataDir)).kill("SIGTERM");
    fillUp(disk);
    const message = await refused(dataDir);
    expect(message).toMatch(/no space left|disk is full/);
    expect(message).toContain("free some");
  });

  describe("with a store", () => {
    let good: Buffer;
    beforeAll(async () => {
      const dataDir = scratch();
      await (await serve(dataDir)).kill("SIGTERM");
      good = readFileSync(join(dataDir, "pilothouse.db"));
    });

    it.each([
      // A SQLite file holds the version of its schema at byte 60, and whose it is at byte 68.
      ["of a newer version", (store: Buffer) => withWord(store, 60, 9_999), /newer version/],
      ["of another program", (store: Buffer) => withWord(store, 68, 1), /not a store of Pilothouse/],
    ])("%s, and leaves it as it is", async (_what, spoil, message) => {
      const dataDir = scratch();
      writeFileSync(join(dataDir, "pilothouse.db"), spoil(Buffer.from(good)));
      const before = contents(dataDir);
      expect(await refused(dataDir)).toMatch(message);
      expect(contents(dataDir)).toEqual(before);
    });
  });
});

describe.concurrent("A bad setting stops the start, and its place is named:", () => {
  const dataDir = () => join(scratch(), "data");

  it.each([
    ["an unknown name", 'locale = "de"\n\n[http]\nnonsense = 1\n', 4, "http.nonsense"],
    ["a wrong type", '[https]\nport = "7650"\n', 2, "https.port"],
    ["a number out of range", "[https]\n# the port\nport = 65536\n", 3, "https.port"],
    ["a time that is none", '[auth]\ntoken_lifetime = "1 day"\n', 2, "auth.token_lifetime"],
    ["no TOML", "[https\nport = 1\n", 1, ""],
    ["a key twice", "[https]\nport = 1\nport = 2\n", 3, ""],
  ])("%s in the file", async (_what, text, line, name) => {
    const file = settingsFile(text);
    const message = await refused(dataDir(), { args: ["--config", file] }, USAGE);
    expect(message).toContain(`${file}:${line}:`);
    expect(message).toContain(name);
  });

  it("a file that is not there", async () => {
    expect(await refused(dataDir(), { args: ["--config", "/nowhere/pilothouse.toml"] }, USAGE)).toContain(
      "/nowhere/pilothouse.toml",
    );
  });

  it.each([
    ["PILOTHOUSE_HTTPS_PORT", "70000"],
    ["PILOTHOUSE_HTTP_JSONRPC", "yes"],
    ["PILOTHOUSE_NONSENSE", "1"],
  ])("the variable %s=%s", async (variable, value) => {
    expect(
      oneLine(await run(["serve", "--data-dir", dataDir()], { env: { [variable]: value } }), USAGE),
    ).toContain(variable);
  });

  it.each([
    ["--https-port", "-1"],
    ["--auth-token-lifetime", "forever"],
    ["--router", "toaster"],
  ])("the flag %s %s", async (flag, value) => {
    const message = oneLine(await run(["serve", "--data-dir", dataDir(), `${flag}=${value}`]), USAGE);
    expect(message).toContain(flag);
    expect(message).toMatch(/wants/);
  });

  it("an unknown flag or command is a mistake of usage, exit code 2", async () => {
    for (const command of [["serve", "--nonsense"], ["nonsense"], ["serve", "--https-port"]]) {
      const { code, stdout, stderr } = await run(command);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/^pilothouse: /);
    }
  });

  it("nothing is made before the settings are known to be good", async () => {
    const place = scratch();
    mkdirSync(join(place, "home"));
    await run(["serve"], { env: { HOME: join(place, "home"), PILOTHOUSE_HTTP_PORT: "x" } });
    expect(readdirSync(join(place, "home"))).toEqual([]);
  });
});
