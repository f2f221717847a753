import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { generate } from "selfsigned";
import { describe, expect, it, onTestFinished } from "vitest";
import { startI2pd, startJava } from "../../../packages/cli/src/testing/routers.js";
import { javaRouter } from "../../../packages/drivers/src/upstream/testing/fixtures.js";
import { choosePassword } from "../../support/chosen-password.js";
import { Person } from "../command.js";
import { examine } from "../examined.js";
import { serve } from "../served.js";
import { PASSWORD } from "../service.js";

const PORTS = ["--https-port", "0", "--http-port", "0"];
/** Somebody whose service has a password of its own. */
async function settled(): Promise<Person> {
  const person = new Person();
  await choosePassword(person.dataDir, PASSWORD);
  return person;
}

/** A port that somebody else has. */
async function takenPort(): Promise<number> {
  const server: Server = createServer();
  onTestFinished(() => void server.close());
  return new Promise((done) =>
    server.listen(0, "127.0.0.1", () => done((server.address() as { port: number }).port)),
  );
}

describe("doctor", () => {
  it("has nothing to object to a healthy service that runs, and does not disturb it", async () => {
    const person = await settled();
    const { url, fingerprint, child } = await serve(person);
    const { findings, of } = await examine(person);
    expect(findings.filter(({ level }) => level === "problem")).toEqual([]);
    const { code, out } = await person.run(["doctor", "--json"]);
    expect([code, JSON.parse(out).problems]).toEqual([0, 0]);
    expect(of("store")).toMatchObject({ level: "ok", saw: expect.stringContaining(`process ${child.pid}`) });
    expect(of("ports")).toMatchObject({ level: "ok", saw: expect.stringContaining(new URL(url).port) });
    expect(of("certificate")).toMatchObject({ level: "ok", saw: expect.stringContaining(fingerprint) });
    expect(of("password")).toMatchObject({ level: "ok" });
    expect(of("data directory")).toMatchObject({ level: "ok" });
    // Nor does it leave failed logins behind.
    expect((await person.run(["--local", "audit"])).out).not.toContain("login");
    const login = ["login", url, "--fingerprint", fingerprint];
    expect(await person.run(login, { env: { PILOTHOUSE_PASSWORD: PASSWORD } })).toMatchObject({ code: 0 });
  });

  it("finds its way when the ports are given, and tells the service apart from a stranger", async () => {
    const person = await settled();
    const { url, stop } = await serve(person);
    const { port } = new URL(url);
    await stop();
    const again = await serve(person, ["--https-port", port]);
    const running = await examine(person, ["--https-port", port]);
    expect(running.findings.find(({ saw }) => saw.startsWith(`https: port ${port}`))).toMatchObject({
      level: "ok",
      saw: expect.stringContaining(`held by the service, process ${again.child.pid}`),
    });
    await again.stop("SIGKILL");
    // Its pid file is still there; the process is not.
    const dead = await examine(person, ["--https-port", port]);
    expect(dead.of("ports")).toMatchObject({ level: "ok", saw: expect.stringContaining("is free") });
    expect(dead.of("store")?.saw).toContain("no service runs on it");
    const taken = await takenPort();
    const held = await examine(person, ["--https-port", String(taken)]);
    expect(held.of("ports")).toMatchObject({
      level: "problem",
      saw: expect.stringContaining(`process ${process.pid}`),
      todo: expect.stringContaining("https.port"),
    });
    expect(held.problems).toBeGreaterThan(0);
  });

  it("looks at a service that rests, through its store, and leaves that as it was", async () => {
    const person = await settled();
    const store = join(person.dataDir, "pilothouse.db");
    const before = [readFileSync(store), statSync(store).mtimeMs];
    const { problems, of } = await examine(person);
    expect(of("password")).toMatchObject({ level: "ok" });
    expect(of("store")?.saw).toContain("no service runs on it");
    expect(problems).toBe(0);
    expect([readFileSync(store), statSync(store).mtimeMs]).toEqual(before);
  });

  it("creates nothing on a new machine, and asks for a password", async () => {
    const person = new Person();
    const { problems, of } = await examine(person);
    expect(problems).toBeGreaterThan(0);
    expect(of("password")).toMatchObject({
      level: "problem",
      todo: expect.stringContaining(`passwd --data-dir ${person.dataDir}`),
    });
    expect(() => statSync(person.dataDir)).toThrow("ENOENT");
  });

  it("warns of the factory password while the service runs, and more where it opens everything", async () => {
    const person = new Person();
    const service = await serve(person);
    expect((await examine(person)).of("password")).toMatchObject({
      level: "problem",
      saw: expect.stringContaining("the first to connect"),
    });
    const allowed = ["--auth-allow-factory-password", "true"];
    expect((await examine(person, allowed)).of("password")?.saw).toContain("opens everything");
    await person.run(["passwd", "--local"], { input: `${PASSWORD}\n` });
    expect((await examine(person)).of("password")).toMatchObject({ level: "ok" });
    expect((await examine(person, allowed)).of("password")).toMatchObject({ level: "warning" });
    await service.stop();
  });

  it("finds a damaged store that was set aside, and does not take it for a new installation", async () => {
    const person = await settled();
    const file = join(person.dataDir, "pilothouse.db");
    writeFileSync(file, "no database at all");
    expect((await person.run(["serve", ...PORTS])).code).toBe(1);
    const { problems, of } = await examine(person);
    expect(problems).toBeGreaterThan(0);
    expect(of("store")).toMatchObject({
      level: "problem",
      saw: expect.stringContaining(`${file} was damaged and is set aside as ${file}.damaged-`),
      todo: expect.stringContaining("put a copy of it back"),
    });
    expect(of("password")?.saw).toContain("cannot find out");
  });

  it("finds files and directories that are open to others", async () => {
    const person = await settled();
    await (await serve(person)).stop();
    const dir = person.dataDir;
    chmodSync(dir, 0o755);
    chmodSync(join(dir, "key.pem"), 0o644);
    const { problems, findings } = await examine(person);
    expect(problems).toBeGreaterThan(0);
    const todo = findings.flatMap((one) => (one.check === "data directory" ? [one.todo] : []));
    expect(todo).toEqual([`chmod 700 ${dir}`, `chmod 600 ${join(dir, "key.pem")}`]);
    const { code: done } = await person.bash(todo.join(" && "));
    expect(done).toBe(0);
    expect((await examine(person)).problems).toBe(0);
  });

  it("finds password files and a settings file that others can use", async () => {
    const person = new Person();
    const secret = join(person.home, "secret");
    const toml = join(person.home, "pilothouse.toml");
    writeFileSync(secret, "x", { mode: 0o644 });
    writeFileSync(toml, `[auth]\npassword_file = "${secret}"\n`);
    chmodSync(toml, 0o666);
    const { of } = await examine(person, ["--config", toml]);
    expect(of("password files")).toMatchObject({ level: "problem", todo: `chmod 600 ${secret}` });
    expect(of("settings")).toMatchObject({ level: "problem", todo: `chmod go-w ${toml}` });
  });

  it("finds a certificate that has expired, and one that is not its key's", async () => {
    const person = new Person();
    const cert = join(person.home, "cert.pem");
    const key = join(person.home, "key.pem");
    const own = ["--https-certificate", cert, "--https-key", key];
    const make = (notAfterDate: Date) =>
      generate([{ name: "commonName", value: "x" }], {
        keyType: "ec",
        notBeforeDate: new Date(Date.now() - 86_400_000),
        notAfterDate,
      });
    const old = await make(new Date(Date.now() - 3_600_000));
    writeFileSync(cert, old.cert);
    writeFileSync(key, old.private);
    const expired = await examine(person, own);
    expect(expired.of("certificate")).toMatchObject({
      level: "problem",
      saw: expect.stringContaining("expired"),
    });
    expect(expired.problems).toBeGreaterThan(0);
    writeFileSync(key, (await make(new Date(Date.now() + 1e9))).private);
    expect((await examine(person, own)).of("certificate")?.saw).toContain("do not belong to each other");
    rmSync(key);
    expect((await examine(person, own)).of("certificate")?.saw).toContain("missing");
  });

  it("says that the settings are wrong, and where", async () => {
    const person = new Person();
    const toml = join(person.home, "pilothouse.toml");
    writeFileSync(toml, "[https]\nprot = 1\n");
    const { problems, of, findings } = await examine(person, ["--config", toml]);
    expect(problems).toBeGreaterThan(0);
    expect(of("settings")).toMatchObject({ level: "problem", saw: expect.stringContaining(`${toml}:2`) });
    expect(findings.map(({ check }) => check)).toEqual(["node", "clock", "settings"]);
  });

  it("warns of plain HTTP for the network, and of a feed without its key", async () => {
    const person = new Person();
    const open = ["--host", "0.0.0.0", "--http-allow-plain-remote", "true"];
    expect((await examine(person, open)).of("plain http")).toMatchObject({ level: "warning" });
    const feed = await examine(person, ["--update-feed", person.home]);
    expect(feed.of("updates")).toMatchObject({
      level: "problem",
      saw: expect.stringContaining("public_key"),
    });
    const bad = await examine(person, ["--update-feed", person.home, "--update-public-key", "abc"]);
    expect(bad.of("updates")).toMatchObject({ level: "problem", saw: expect.stringContaining("32 bytes") });
  });

  it("takes a feed that the key has signed, and no other", async () => {
    const person = new Person();
    const { out: key } = await person.run(["feed", "keygen", "--out", "feed-key.pem"]);
    writeFileSync(join(person.home, "file"), "content");
    const sign = [
      "feed",
      "sign",
      "file",
      "--release",
      "2.0.0",
      "--product",
      "simulator",
      "--key",
      "feed-key.pem",
      "--out",
      "feed",
    ];
    expect(await person.run(sign)).toMatchObject({ code: 0 });
    const feed = join(person.home, "feed");
    const given = ["--update-feed", feed, "--update-public-key", key.trim()];
    expect((await examine(person, given)).of("updates")).toMatchObject({
      level: "ok",
      saw: expect.stringContaining("2.0.0"),
    });
    writeFileSync(join(feed, "manifest.json"), "{}");
    expect((await examine(person, given)).of("updates")).toMatchObject({ level: "problem" });
  });
});

describe("doctor and i2pd", () => {
  /** A program that is i2pd as far as its version goes. */
  function program(person: Person, version: string): string {
    const file = join(person.home, "i2pd");
    writeFileSync(file, `#!/bin/sh\necho "i2pd version ${version} (0.9.57)"\n`, { mode: 0o755 });
    return file;
  }

  it.each([
    ["2.44.0", "problem"],
    ["2.45.1", "ok"],
    ["2.59.0", "ok"],
    ["2.60.0", "warning"],
  ])("judges version %s: %s", async (version, level) => {
    const person = new Person();
    const { of } = await examine(person, ["--router", "i2pd", "--i2pd-binary", program(person, version)]);
    expect(of("i2pd program")).toMatchObject({ level });
  });

  it("finds a program that is not there, modes that contradict their settings, and open files", async () => {
    const person = new Person();
    const i2pd = ["--router", "i2pd", "--i2pd-binary", program(person, "2.59.0")];
    const missing = await examine(person, ["--router", "i2pd", "--i2pd-binary", "/nowhere/i2pd"]);
    expect(missing.of("i2pd program")).toMatchObject({ level: "problem" });
    const alone = await examine(person, [...i2pd, "--i2pd-mode", "attach"]);
    expect(alone.of("settings")).toMatchObject({
      level: "problem",
      saw: expect.stringContaining("i2pd.data_dir"),
    });
    const data = join(person.home, "data");
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(join(data, "i2pd.conf"), "[i2pcontrol]\npassword = x\n", { mode: 0o644 });
    const there = [...i2pd, "--i2pd-data-dir", data];
    const attached = await examine(person, [...there, "--i2pd-mode", "attach"]);
    expect(attached.of("i2pd mode")).toMatchObject({
      level: "warning",
      saw: expect.stringContaining("commands"),
    });
    expect(attached.of("i2pd files")).toMatchObject({
      level: "warning",
      saw: expect.stringContaining("0644"),
    });
    const commands = [
      "--i2pd-start-command",
      "systemctl,start,i2pd",
      "--i2pd-stop-command",
      "systemctl,stop,i2pd",
    ];
    const supervised = await examine(person, [...there, ...commands]);
    expect(supervised.of("i2pd mode")).toMatchObject({
      level: "warning",
      saw: expect.stringContaining("does not use"),
    });
    expect(supervised.of("i2pd files")).toMatchObject({
      level: "problem",
      todo: expect.stringContaining("chmod 600"),
    });
  });

  it("finds that its control port obeys strangers", async () => {
    await using router = await startI2pd();
    const person = new Person();
    const data = join(person.home, "data");
    mkdirSync(data, { mode: 0o700 });
    const conf = `[i2pcontrol]\nenabled = true\naddress = 0.0.0.0\nport = ${router.port}\n`;
    writeFileSync(join(data, "i2pd.conf"), conf, { mode: 0o600 });
    const i2pd = ["--router", "i2pd", "--i2pd-binary", program(person, "2.45.1"), "--i2pd-data-dir", data];
    const { problems, findings } = await examine(person, i2pd);
    const own = findings.filter(({ check, level }) => check === "router's own port" && level === "problem");
    expect(own.map(({ saw }) => saw)).toEqual([
      expect.stringContaining("set to listen on 0.0.0.0"),
      expect.stringContaining("without a token"),
    ]);
    expect(own[1]?.todo).toContain("[i2pcontrol]");
    expect(problems).toBeGreaterThan(0);
    expect(router.requests.map(({ method }) => method)).toEqual(["RouterInfo"]);
  });
});

describe("doctor and upstream", () => {
  const upstream = (person: Person, url: string, more: readonly string[] = []) => {
    const file = join(person.home, "upstream-password");
    writeFileSync(file, "x\n", { mode: 0o600 });
    return ["--router", "upstream", "--upstream-url", url, "--upstream-password-file", file, ...more];
  };

  it("logs in as the service would, and says why that fails", async () => {
    const console = { user: "admin", password: "of the console" };
    for (const [double, description] of [
      [{ password: "x" }, undefined],
      [{ password: "another" }, "refuses the login of this service: Invalid password"],
      [{ password: "x", console }, "the console wants a user and a password of its own"],
    ] as const) {
      await using java = await javaRouter({ double });
      const person = new Person();
      const { problems, of } = await examine(person, upstream(person, java.double.url));
      expect(of("upstream login")).toMatchObject(
        description === undefined
          ? { level: "ok", saw: expect.stringContaining("2.13.0-3") }
          : {
              level: "problem",
              saw: expect.stringContaining(description),
              todo: expect.stringContaining("upstream."),
            },
      );
      if (description !== undefined) expect(problems).toBeGreaterThan(0);
    }
  });

  it("names a setting that makes every write to Java I2P fail, and what to do about it", async () => {
    await using java = await javaRouter({ double: { password: "x" } });
    expect(() => java.double.configuration.save({ "lab.key": "a#b" })).toThrow();
    const person = new Person();
    const { of } = await examine(person, upstream(person, java.double.url));
    expect(of("upstream login")).toMatchObject({
      level: "problem",
      saw: expect.stringContaining('its file cannot hold "lab.key"'),
      todo: expect.stringContaining("advanced set"),
    });
  });

  it("finds that it takes the factory password, with one login as a stranger", async () => {
    await using router = await startJava("itoopie");
    const person = new Person();
    const { problems, of } = await examine(person, upstream(person, router.url));
    expect(of("upstream")).toMatchObject({ level: "ok" });
    expect(of("router's own port")).toMatchObject({
      level: "problem",
      saw: expect.stringContaining("factory password"),
      todo: expect.stringContaining("change its password"),
    });
    expect(problems).toBeGreaterThan(0);
    expect(of("upstream login")).toMatchObject({ level: "problem" });
    // One with the service's own password, one with the factory's.
    expect(router.requests.filter(({ method }) => method === "Authenticate")).toHaveLength(2);
  });

  it("judges its certificate by what the settings say", async () => {
    await using router = await startI2pd();
    const person = new Person();
    const alone = await examine(person, upstream(person, router.url));
    const { todo = "" } = alone.of("upstream") ?? {};
    const fingerprint = /upstream\.fingerprint = "([^"]+)"/.exec(todo)?.[1] ?? "";
    expect(alone.of("upstream")).toMatchObject({
      level: "problem",
      saw: expect.stringContaining("no authority"),
    });
    const known = await examine(
      person,
      upstream(person, router.url, ["--upstream-fingerprint", fingerprint]),
    );
    expect(known.of("upstream")).toMatchObject({ level: "ok" });
    const other = await examine(
      person,
      upstream(person, router.url, ["--upstream-fingerprint", "ab".repeat(32)]),
    );
    expect(other.of("upstream")).toMatchObject({
      level: "problem",
      saw: expect.stringContaining("another certificate"),
    });
  });

  it("says that it cannot be reached", async () => {
    const person = new Person();
    const gone = await startJava("x");
    await gone[Symbol.asyncDispose]();
    const { of } = await examine(person, upstream(person, gone.url));
    expect(of("upstream")).toMatchObject({ level: "problem", saw: expect.stringContaining("ECONNREFUSED") });
  });
});

describe("doctor for people", () => {
  it("shows a table with what to do below each finding, and counts on standard error", async () => {
    const person = new Person();
    const { code, out, err } = await person.run(["doctor", ...PORTS, "--data-dir", person.dataDir]);
    expect(code).toBe(1);
    expect(out).toMatch(/^ok +node +Node\.js /m);
    expect(out).toMatch(
      /^problem +password +the factory password .*\n +→ choose a password with \S+pilothouse passwd --data-dir \S+$/m,
    );
    expect(out).toContain(`passwd --data-dir ${person.dataDir}`);
    expect(err).toMatch(/^1 problem, \d warnings?\.\n$/);
  });
});
