import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { servicesHere } from "../../../packages/cli/src/services/services-here.js";
import { choosePassword } from "../../support/chosen-password.js";
import { Person } from "../command.js";
import { loggedIn, PASSWORD, startService } from "../service.js";

const login = (person: Person, url: string, fingerprint: string, password: string) =>
  person.run(["login", url, "--fingerprint", fingerprint], { env: { PILOTHOUSE_PASSWORD: password } });

/** The service as a process of its own, as `serve` runs it. */
async function serve(person: Person): Promise<{ url: string; fingerprint: string }> {
  const program = resolve(import.meta.dirname, "../../../packages/cli/bin/pilothouse.js");
  const ports = ["--https-port", "0", "--http-port", "0"];
  const child = spawn(process.execPath, [program, "serve", ...ports], {
    env: person.env as NodeJS.ProcessEnv,
  });
  const ended = new Promise((done) => child.once("exit", done));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const { msg, https, fingerprint } = JSON.parse(line);
    if (msg === "ready") {
      child.stderr.resume();
      return { url: https, fingerprint };
    }
  }
  throw new Error("the service did not start");
}

describe("passwd through a profile", () => {
  it("changes the password, and the session stays valid", async () => {
    await using service = await startService();
    const person = new Person();
    await login(person, service.url, service.fingerprint, PASSWORD);
    const terminal = person.terminal(["passwd"]);
    await terminal.answer("New password", "a password of its own");
    await terminal.answer("The same again", "a password of its own");
    expect(await terminal.ended()).toBe(0);
    expect(terminal.raw).not.toContain("a password of its own");
    expect(await person.json(["info", "version"])).toHaveProperty("version");
    expect(await new Person(loggedIn(service)).run(["info"])).toMatchObject({ code: 4 });
    expect((await login(new Person(), service.url, service.fingerprint, "a password of its own")).code).toBe(
      0,
    );
  });

  it("asks for the old password where the login is gone, and keeps a kept one up to date", async () => {
    await using service = await startService();
    const person = new Person();
    await person.json(["login", service.url, "--fingerprint", service.fingerprint, "--keep-password"], {
      env: { PILOTHOUSE_PASSWORD: PASSWORD },
    });
    await person.json(["passwd"], { input: "the second one\n" });
    expect(JSON.parse(readFileSync(person.sessionFile("127.0.0.1"), "utf8")).password).toBe("the second one");
    await person.json(["logout"]);
    const terminal = person.terminal(["passwd"]);
    await terminal.answer("Password of 127.0.0.1", "the second one");
    await terminal.answer("New password", "the third one");
    await terminal.answer("The same again", "the third one");
    expect(await terminal.ended()).toBe(0);
    expect(JSON.parse(readFileSync(person.sessionFile("127.0.0.1"), "utf8"))).not.toHaveProperty("password");
  });

  it.each([
    ["itoopie", "factory password"],
    ["", "at least 10 characters"],
    ["nine char", "at least 10 characters"],
    ["password123", "among the first that are tried"],
  ])("does not take %j", async (password, why) => {
    await using service = await startService();
    const { code, err } = await new Person(loggedIn(service)).run(["passwd"], { input: `${password}\n` });
    expect(code).toBe(1);
    expect(err).toContain(why);
  });
});

describe("passwd at a terminal", () => {
  const BAD = "too short";
  const asking = async (...pairs: readonly (readonly string[])[]) => {
    const person = new Person();
    await choosePassword(person.dataDir, "an old password");
    const terminal = person.terminal(["passwd", "--local"], { columns: 300 });
    const times = (question: string, count: number) =>
      terminal.shows((text) => text.split(question).length > count);
    let repeats = 0;
    for (const [index, [first = "", again]] of pairs.entries()) {
      await times("New password (at least 10 characters)", index + 1);
      terminal.type(`${first}\r`);
      if (again === undefined) continue;
      repeats++;
      await times("The same again", repeats);
      terminal.type(`${again}\r`);
    }
    return { code: await terminal.ended(), text: terminal.text, raw: terminal.raw };
  };

  it("says what it wants, and asks again after a bad one or two that differ", async () => {
    const { code, text, raw } = await asking([BAD], [PASSWORD, `${PASSWORD}!`], [PASSWORD, PASSWORD]);
    expect(code).toBe(0);
    expect(text).toContain("The password wants at least 10 characters. Try again.");
    expect(text).toContain("The passwords do not match. Try again.");
    expect(text).toContain("Password changed in ");
    expect(raw).not.toContain(BAD);
    expect(raw).not.toContain(PASSWORD);
  });

  it("ends after three, the last of which was typed twice: nothing is left for the shell", async () => {
    const { code, text, raw } = await asking([BAD], [BAD], [BAD, BAD]);
    expect(code).toBe(1);
    expect(text).toContain("The password wants at least 10 characters; nothing was changed");
    expect(raw).not.toContain(BAD);
  });
});

describe("a password of bytes that are no text", () => {
  const bytes = Buffer.concat([Buffer.from("a long one "), Buffer.from([0xff]), Buffer.from("\n")]);

  it("is refused from standard input and from files, and nothing changes", async () => {
    const person = new Person();
    await choosePassword(person.dataDir, "an old password");
    const store = join(person.dataDir, "pilothouse.db");
    const before = readFileSync(store);
    expect(await person.run(["passwd"], { input: bytes })).toMatchObject({
      code: 2,
      err: "pilothouse: standard input holds bytes that are no UTF-8 text\n",
    });
    expect(readFileSync(store).equals(before)).toBe(true);
    const file = join(person.home, "password");
    writeFileSync(file, bytes);
    const said = expect.stringContaining("bytes that are no UTF-8 text");
    expect(await person.run(["backup", "x", "--passphrase-file", file])).toMatchObject({
      code: 2,
      err: said,
    });
    const fresh = [
      "serve",
      "--data-dir",
      join(person.home, "fresh"),
      "--https-port",
      "0",
      "--http-port",
      "0",
    ];
    const served = await person.run(fresh, { env: { PILOTHOUSE_PASSWORD_FILE: file } });
    expect(served).toMatchObject({ code: 1, err: said });
  });

  it("may hold letters of any alphabet", async () => {
    const person = new Person();
    const { url, fingerprint } = await serve(person);
    const password = "пароль, der läßt sich tippen";
    expect(await person.run(["passwd"], { input: `${password}\n` })).toMatchObject({ code: 0 });
    expect((await login(person, url, fingerprint, password)).code).toBe(0);
  });
});

describe("passwd on the machine itself", () => {
  it("is meant when no router is known, and names the directory", async () => {
    const person = new Person();
    const { url, fingerprint } = await serve(person);
    const printed = await person.json(["passwd"], { input: `${PASSWORD}\n` });
    expect(printed).toEqual({
      changed: true,
      local: true,
      dataDir: person.dataDir,
    });
    expect((await login(person, url, fingerprint, PASSWORD)).code).toBe(0);
  });

  it("changes nothing where no service has run, and says where one runs and what to type", async () => {
    const owner = new Person();
    await serve(owner);
    const stranger = new Person();
    const { code, out, err } = await stranger.run(["passwd"], { input: `${PASSWORD}\n` });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(
      `there is no store in ${stranger.dataDir}, so no service has run there; a service runs here`,
    );
    expect(existsSync(stranger.dataDir)).toBe(false);
    // Others may run on this machine too, and not all of them are named.
    expect(err).toMatch(/, in \/\S+: (?:sudo )?(?:-u \S+ )?\S*pilothouse passwd --data-dir \/\S+/);
    expect(servicesHere()).toContainEqual({
      ...{ dataDir: owner.dataDir, runs: true, sudo: false, user: userInfo().username },
    });
  });

  it("says which services keep their passwords when it changed that of one that does not run", async () => {
    const running = new Person();
    await serve(running);
    const person = new Person();
    await choosePassword(person.dataDir, "an old password");
    const { code, err } = await person.run(["passwd"], { input: `${PASSWORD}\n` });
    expect(code).toBe(0);
    expect(err).toContain(`Password changed in ${person.dataDir}; all tokens are revoked.\n`);
    expect(err).toContain(`No service runs in ${person.dataDir} now. These keep their passwords:\n`);
    expect(err).toContain(`in ${running.dataDir}: `);
  });

  it("resets a lost password while the service runs, also when a profile is known", async () => {
    const person = new Person();
    await choosePassword(person.dataDir, "a forgotten one");
    const { url, fingerprint } = await serve(person);
    await login(person, url, fingerprint, "a forgotten one");
    const terminal = person.terminal(["passwd", "--local"], { columns: 300 });
    await terminal.answer("New password", PASSWORD);
    await terminal.answer("The same again", PASSWORD);
    expect(await terminal.ended()).toBe(0);
    expect(terminal.text).toContain(`Password changed in ${person.dataDir}; all tokens are revoked.`);
    expect(await person.run(["info"])).toMatchObject({ code: 4 });
    expect((await login(person, url, fingerprint, PASSWORD)).code).toBe(0);
  });

  it("is not another machine at the same time", async () => {
    const both = await new Person().run(["passwd", "--local", "-p", "attic"], { input: "x\n" });
    expect(both).toMatchObject({ code: 2, out: "" });
  });
});
