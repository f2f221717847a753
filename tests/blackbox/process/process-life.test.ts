import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeAll, describe, expect, it } from "vitest";
import { beside, ENDS_WITHIN_MS, type Process, run, serve } from "../process.js";
import {
  callText,
  FACTORY,
  type Fields,
  Line,
  logIn,
  PASSWORD,
  rpc,
  send,
  tokenFor,
  trust,
} from "../wire.js";

/** Changes the factory password of a running service and logs in. */
async function takeOver(url: string): Promise<string> {
  const Token = await tokenFor(url, FACTORY);
  await rpc(url, "ServiceControl", { Token, "svccontrol.password": PASSWORD });
  return tokenFor(url, PASSWORD);
}

async function hangUp(process: Process): Promise<Fields> {
  const after = process.stderr.length;
  process.child.kill("SIGHUP");
  return process.logged("settings and certificate reloaded", after);
}

describe.concurrent("SIGTERM and SIGINT", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("%s ends the service cleanly, exit code 0", async (signal) => {
    const served = await serve(scratch());
    const { code } = await served.kill(signal);
    expect(code).toBe(0);
    await expect(logIn(served.https, FACTORY)).rejects.toThrow();
  });

  it("soon, though connections are open and a request never ends", async () => {
    const served = await serve(scratch());
    const [idle, hanging] = [await Line.open(served.https), await Line.open(served.http)];
    hanging.say("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
    await logIn(served.https, FACTORY);
    const began = performance.now();
    const { code } = await served.kill("SIGTERM");
    expect(performance.now() - began).toBeLessThan(ENDS_WITHIN_MS);
    expect(code).toBe(0);
    for (const line of [idle, hanging]) line.close();
  });

  it("the data directory is free again at once", async () => {
    const dataDir = scratch();
    await (await serve(dataDir)).kill("SIGTERM");
    await (await serve(dataDir)).kill("SIGTERM");
  });
});

describe.concurrent("under systemd", () => {
  /** As systemd does it: the stream that the journal reads is named by its inode. */
  const asUnit = (stream: string) => ["sh", "-c", `JOURNAL_STREAM=${stream} exec "$@"`, "sh"];
  const journal = asUnit("$(stat -L -c %d:%i /proc/self/fd/2)");
  const ports = ["--https-port", "0", "--http-port", "0"];
  const priorities = (text: string) => new Set(text.match(/^<\d>/gm));

  it.each(["json", "text"])(
    "each line of the log (%s) has its priority, and the process its name",
    async (format) => {
      const dataDir = scratch();
      const args = ["--data-dir", dataDir, ...ports, "--log-format", format];
      const served = beside(["serve", ...args], { under: journal });
      await expect.poll(() => served.stdout, { timeout: 60_000 }).toContain("is ready");
      expect(readFileSync(`/proc/${served.child.pid}/comm`, "utf8")).toBe("pilothouse\n");
      const { stderr } = await served.kill("SIGTERM");
      expect(stderr.split("\n").filter((line) => line !== "" && !/^<\d>/.test(line))).toEqual([]);
      expect(priorities(stderr)).toContain("<6>");
    },
  );

  it("why it could not start is an error", async () => {
    const { stderr } = await run(["serve", "--router", "none"], { under: journal });
    expect(stderr).toMatch(/^<3>pilothouse: .*\n$/);
  });

  it("nothing is added where another stream is the journal's", async () => {
    const served = await serve(scratch(), { under: asUnit("1:1") });
    const { stderr } = await served.kill("SIGTERM");
    expect(stderr.split("\n").filter((line) => line !== "" && !line.startsWith("{"))).toEqual([]);
  });
});

describe.concurrent("SIGHUP", () => {
  it("takes over another certificate, for new connections", async () => {
    const [mine, other] = [scratch(), scratch()];
    const [certificate, key] = [join(mine, "own.crt"), join(mine, "own.key")];
    const use = (from: string) => {
      copyFileSync(join(from, "certificate.pem"), certificate);
      copyFileSync(join(from, "key.pem"), key);
    };
    const [one, two] = await Promise.all([serve(other), serve(join(mine, "two"))]);
    use(other);
    const served = await serve(join(mine, "data"), {
      args: ["--https-certificate", certificate, "--https-key", key],
    });
    expect(served.ready["fingerprint"]).toBe(one.ready["fingerprint"]);

    use(join(mine, "two"));
    const reloaded = await hangUp(served);
    expect(reloaded["fingerprint"]).toBe(two.ready["fingerprint"]);
    trust(served.https, String(two.ready["fingerprint"]));
    expect((await logIn(served.https, FACTORY, { close: true })).code).toBeUndefined();

    // A certificate that cannot be used leaves the one in force.
    writeFileSync(certificate, "nonsense");
    served.child.kill("SIGHUP");
    await served.logged("reload failed; the settings and certificate in force stay");
    expect((await logIn(served.https, FACTORY, { close: true })).code).toBeUndefined();
    for (const each of [one, two, served]) await each.kill("SIGTERM");
  });

  it("takes over settings, names those that wait for a restart, and keeps what is bad out", async () => {
    const file = join(scratch(), "pilothouse.toml");
    const write = (host: string, more = "") =>
      writeFileSync(file, `[http]\nallowed_hosts = ["${host}"]\n${more}`);
    write("before.example");
    const served = await serve(scratch(), { args: ["--config", file] });
    const status = async (Host: string) =>
      (await send(served.https, callText("Echo", "{}"), { headers: { Host } })).status;
    expect([await status("before.example"), await status("after.example")]).toEqual([200, 403]);

    write("after.example", "[limits]\nconnections = 5\n");
    await hangUp(served);
    expect([await status("before.example"), await status("after.example")]).toEqual([403, 200]);
    expect(await served.logged("these settings wait for a restart of the service")).toMatchObject({
      settings: ["limits.connections"],
    });

    write("worse.example", "nonsense = 1\n");
    served.child.kill("SIGHUP");
    await served.logged("reload failed; the settings and certificate in force stay");
    expect([await status("worse.example"), await status("after.example")]).toEqual([403, 200]);
    await served.kill("SIGTERM");
  });
});

describe.concurrent("Nothing that was answered is lost", () => {
  it.each(["SIGTERM", "SIGKILL"] as const)("over %s and a new start", async (signal) => {
    const dataDir = scratch();
    const first = await serve(dataDir);
    const Token = await takeOver(first.https);
    const call = (url: string, method: string, params: Fields) => rpc(url, method, { Token, ...params });
    await call(first.https, "AdvancedSettings", { setAll: { "tests.kept": "ü", __proto__: "no" } });
    await call(first.https, "NetworkSetting", {
      "svc.router.net.bw.share": "37",
      "svc.router.net.ntcp.port": "4711",
    });
    await call(first.https, "pilothouse.webapps", { name: "jsonrpc", autostart: true });
    const settings = (await call(first.https, "AdvancedSettings", { getAll: "" })).result;
    // The last of many answered writes is the one most easily lost.
    for (let n = 0; n < 20; n++)
      await call(first.https, "AdvancedSettings", { set: { "tests.count": String(n) } });
    await first.kill(signal);

    const second = await serve(dataDir);
    expect(second.ready["fingerprint"]).toBe(first.ready["fingerprint"]);
    expect((await call(second.https, "AdvancedSettings", { getAll: "" })).result).toEqual({
      getAll: { ...(settings["getAll"] as Fields), "tests.count": "19" },
    });
    expect(
      (await call(second.https, "NetworkSetting", { "svc.router.net.bw.share": null })).result,
    ).toMatchObject({
      "svc.router.net.bw.share": "37",
    });
    expect((await logIn(second.https, PASSWORD)).code).toBeUndefined();
    expect((await logIn(second.https, FACTORY)).code).toBe(-32001);
    expect((await rpc(second.http, "Echo", { Token, Echo: "x" }, { path: "/jsonrpc/" })).result).toEqual({
      Result: "x",
    });
    await second.kill("SIGTERM");
  });
});

describe.concurrent("Secrets", () => {
  const CANARIES = ["canary-password-1", "canary-password-2", "canary-guess", "canary-echo", "canary-value"];
  let said: string;
  let stored: string;
  let tokens: string[];

  beforeAll(async () => {
    const dataDir = scratch();
    const [first = "", next = "", guess = "", echo = "", value = ""] = CANARIES;
    const passwordFile = join(scratch(), "password");
    writeFileSync(passwordFile, `${first}\n`);
    const served = await serve(dataDir, {
      args: ["--log-level", "debug"],
      env: { PILOTHOUSE_PASSWORD_FILE: passwordFile },
    });
    const { https } = served;
    const Token = await tokenFor(https, first);
    tokens = [Token];
    await logIn(https, guess);
    await rpc(https, "Authenticate", { API: 1, Password: [guess] });
    await rpc(https, "Authenticate", { API: guess, Password: guess });
    await rpc(https, "Echo", { Token, Echo: echo });
    await rpc(https, "Echo", { Token: `${Token}x`, Echo: echo });
    await rpc(https, Token, { Token });
    await rpc(https, "AdvancedSettings", { Token, set: { "tests.secret": value } });
    await rpc(https, "ServiceControl", { Token, "svccontrol.password": [next] });
    await send(https, `{"jsonrpc":"2.0","id":1,"method":"Echo","params":{"Token":"${Token}"`);
    await rpc(https, "ServiceControl", { Token, "svccontrol.password": next });
    tokens.push(await tokenFor(https, next));
    const commandLine = readFileSync(`/proc/${served.child.pid}/cmdline`, "latin1");
    const environment = readFileSync(`/proc/${served.child.pid}/environ`, "latin1");
    const { stdout, stderr } = await served.kill("SIGTERM");
    said = stdout + stderr + commandLine + environment;
    stored = readFileSync(join(dataDir, "pilothouse.db"), "latin1");
  });

  it("never stand in the log, nor in what ps shows", () => {
    expect(said).toContain(`"action":"password change"`);
    for (const secret of [...CANARIES, ...tokens]) expect(said).not.toContain(secret);
  });

  it("never stand in the store", () => {
    expect(stored).toContain("$argon2id$");
    for (const secret of [...CANARIES.filter((canary) => !canary.includes("value")), ...tokens])
      expect(stored).not.toContain(secret);
  });
});

describe.concurrent("PILOTHOUSE_PASSWORD_FILE", () => {
  it("gives the first password, and no later one", async () => {
    const dataDir = scratch();
    const file = join(scratch(), "password");
    const start = async (password: string) => {
      writeFileSync(file, password);
      return serve(dataDir, { env: { PILOTHOUSE_PASSWORD_FILE: file } });
    };
    const first = await start("the first one\n");
    expect((await logIn(first.https, "the first one")).code).toBeUndefined();
    expect((await logIn(first.https, FACTORY)).code).toBe(-32001);
    expect(first.stdout).not.toContain("passwd");
    await first.kill("SIGTERM");

    const second = await start("another one");
    expect((await logIn(second.https, "the first one")).code).toBeUndefined();
    expect((await logIn(second.https, "another one")).code).toBe(-32001);
    await second.kill("SIGTERM");
  });

  it.each([
    ["an empty file", "\n"],
    ["nine characters", "nine char"],
    ["a common password", "1234567890"],
    ["the factory password", FACTORY],
    ["a password of over 1,024 characters", "p".repeat(1_025)],
  ])("refuses %s", async (_what, password) => {
    const file = join(scratch(), "password");
    writeFileSync(file, password);
    const env = { PILOTHOUSE_PASSWORD_FILE: file };
    const ports = ["--https-port", "0", "--http-port", "0"];
    const { code, stderr } = await run(["serve", "--data-dir", scratch(), ...ports], { env });
    expect(stderr).toMatch(/^pilothouse: .+\n$/);
    expect(stderr).toContain(file);
    if (password.trim() !== "") expect(stderr).not.toContain(password);
    expect(code).toBe(1);
  });
});
