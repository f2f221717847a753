import { readFileSync, statSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Person } from "../command.js";
import { PASSWORD, startService, type TestService } from "../service.js";

const CTRL_C = "\u0003";
const modeOf = (file: string) => statSync(file).mode & 0o777;

describe("logging in at a terminal", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it("shows an unknown certificate and asks about it once, and asks for the password unseen", async () => {
    const person = new Person();
    const first = person.terminal(["login", service.url]);
    await first.shows(service.fingerprint.slice(0, 47));
    await first.shows("Is it the right one?");
    first.type("y");
    await first.shows("Password");
    first.type(PASSWORD);
    first.type("\r");
    expect(await first.ended()).toBe(0);
    expect(first.text).toContain(`Logged in to ${service.url}`);
    expect(first.raw).not.toContain(PASSWORD);

    expect(modeOf(person.sessionFile("127.0.0.1"))).toBe(0o600);
    expect(readFileSync(person.sessionFile("127.0.0.1"), "utf8")).not.toContain(PASSWORD);
    const { profiles, current } = JSON.parse(readFileSync(person.profilesFile, "utf8"));
    expect(current).toBe("127.0.0.1");
    expect(profiles["127.0.0.1"]).toEqual({
      url: service.url,
      fingerprint: service.fingerprint,
      dialect: "svc",
    });

    const second = person.terminal(["login"]);
    await second.answer("Password", PASSWORD);
    expect(await second.ended()).toBe(0);
    expect(second.text).not.toContain("Is it the right one?");
  });

  it("says whose password it asks for: of the account, until the hub's own is meant again", async () => {
    const person = new Person();
    const asked = async (words: readonly string[], question: string) => {
      const fingerprint = ["--fingerprint", service.fingerprint];
      const terminal = person.terminal(["login", service.url, ...fingerprint, ...words]);
      await terminal.answer(question, PASSWORD);
      expect(await terminal.ended()).toBe(0);
      return terminal.text;
    };
    expect(await asked(["--user", "anna"], "Password of anna")).toContain(`${service.url} as anna (profile`);
    expect(await asked([], "Password of anna")).toContain(`${service.url} as anna (profile`);
    const own = await asked(["--user", ""], "Password");
    expect(own).not.toContain("anna");
    expect(await asked([], "Password")).not.toContain("anna");
  });

  it("sends nothing to a server whose certificate the person does not accept", async () => {
    const person = new Person();
    const terminal = person.terminal(["login", service.url]);
    await terminal.answer("Is it the right one?", "n");
    expect(await terminal.ended()).toBe(1);
    expect(terminal.text).toContain("nothing was sent");
    expect(() => statSync(person.profilesFile)).toThrow();
  });

  it("says which setting names it before a password is asked for, if the service does not know its name", async () => {
    // As by a host name that nobody has set: another address leads to the service.
    const forwarder = createServer((socket) => {
      const onward = connect(Number(new URL(service.url).port), "127.0.0.1");
      for (const [from, to] of [
        [socket, onward],
        [onward, socket],
      ] as const)
        from.pipe(to).on("error", () => from.destroy());
    });
    await new Promise<void>((resolve) => forwarder.listen(0, "127.0.0.2", resolve));
    onTestFinished(() => void forwarder.close());
    const { port } = forwarder.address() as AddressInfo;
    const args = ["login", `https://127.0.0.2:${port}/`, "--fingerprint", service.fingerprint];
    const terminal = new Person().terminal(args);
    expect(await terminal.ended()).toBe(1);
    // The terminal breaks lines anywhere.
    expect(terminal.text.replaceAll(/\s+/g, "")).toContain(
      "doesnotanswertothename127.0.0.2.Onitsmachine,addittohttp.allowed_hosts",
    );
    expect(terminal.text).not.toContain("Password");
  });

  it("lets a mistyped password be typed again, three times in all", async () => {
    const person = new Person();
    const terminal = person.terminal(["login", service.url, "--fingerprint", service.fingerprint]);
    await terminal.answer("Password", "wrong");
    await terminal.answer("try again", "wrong again");
    await terminal.shows(/try again[\s\S]*try again/);
    terminal.type("and again\r");
    expect(await terminal.ended()).toBe(4);
    expect(terminal.text).toContain("does not take this password");
  });

  it("asks nothing with --no-input, before or after the command", async () => {
    const args = ["login", service.url, "--fingerprint", service.fingerprint];
    for (const line of [
      ["--no-input", ...args],
      [...args, "--no-input"],
    ]) {
      const terminal = new Person().terminal(line);
      expect(await terminal.ended()).toBe(4);
      expect(terminal.text).toContain("a password is needed");
    }
  });

  it("is interrupted by Ctrl-C at any question", async () => {
    const terminal = new Person().terminal(["login", service.url, "--fingerprint", service.fingerprint]);
    await terminal.shows("Password");
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(130);
  });
});

describe("the factory password", () => {
  it("leads straight to its change, and the login continues with the new one", async () => {
    await using service = await startService({ factory: true });
    const person = new Person();
    const terminal = person.terminal(["login", service.url, "--fingerprint", service.fingerprint]);
    await terminal.answer("Password", "itoopie");
    await terminal.answer("New password", PASSWORD);
    await terminal.answer("The same again", PASSWORD);
    expect(await terminal.ended()).toBe(0);
    expect(terminal.text).toContain("Logged in to");
    expect(await person.json(["info", "status"])).toHaveProperty("status");
    const refused = await new Person().run(["login", service.url, "--fingerprint", service.fingerprint], {
      env: { PILOTHOUSE_PASSWORD: "itoopie" },
    });
    expect(refused.code).toBe(4);
  });

  it("is not changed when the two new ones differ", async () => {
    await using service = await startService({ factory: true });
    const terminal = new Person().terminal(["login", service.url, "--fingerprint", service.fingerprint]);
    await terminal.answer("Password", "itoopie");
    await terminal.answer("New password", "a chosen one");
    await terminal.answer("The same again", "something else");
    await terminal.shows("The passwords do not match. Try again.");
    terminal.type("\u0003");
    expect(await terminal.ended()).toBe(130);
    expect(terminal.text).toContain("nothing was changed");
  });

  it("cannot be changed by a login without a terminal, and passwd then changes it", async () => {
    await using service = await startService({ factory: true });
    const person = new Person();
    const login = await person.run(
      ["login", service.url, "--fingerprint", service.fingerprint, "--no-input"],
      { env: { PILOTHOUSE_PASSWORD: "itoopie" } },
    );
    expect(login).toMatchObject({ code: 4, out: "" });
    expect(login.err).toContain("pilothouse passwd -p 127.0.0.1");
    const info = await person.run(["info"]);
    expect(info).toMatchObject({ code: 4, out: "" });
    expect(info.err).toMatch(/^pilothouse: .*factory password.*\n$/);
    expect(await person.run(["passwd"], { input: `${PASSWORD}\n` })).toMatchObject({ code: 0 });
    expect(await person.json(["info", "status"])).toHaveProperty("status");
  });
});

describe("logging in without a terminal", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it("takes the password from a variable, a file or standard input, and prints JSON", async () => {
    const trusted = ["login", service.url, "--fingerprint", service.fingerprint];
    const person = new Person();
    const printed = await person.json(trusted, { env: { I2PCONTROL_PASSWORD: PASSWORD } });
    expect(printed).toMatchObject({ profile: "127.0.0.1", url: service.url, dialect: "svc" });
    const { status: _changes, ...same } = printed;
    expect(
      await new Person().json([...trusted, "--password-file", "-"], { input: `${PASSWORD}\n` }),
    ).toMatchObject(same);
    expect(
      await new Person({ PILOTHOUSE_PASSWORD: PASSWORD }).json(["login", "-p", "home", service.url], {
        env: { PILOTHOUSE_FINGERPRINT: service.fingerprint },
      }),
    ).toMatchObject({ profile: "home" });
  });

  it("keeps the password only on request, and then logs in again automatically", async () => {
    const person = new Person();
    await person.json(["login", service.url, "--fingerprint", service.fingerprint, "--keep-password"], {
      env: { PILOTHOUSE_PASSWORD: PASSWORD },
    });
    const file = person.sessionFile("127.0.0.1");
    expect(modeOf(file)).toBe(0o600);
    const { token, password } = JSON.parse(readFileSync(file, "utf8"));
    expect(password).toBe(PASSWORD);
    await person.json(["call", "pilothouse.logout"]);
    await person.json(["info"]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ password: PASSWORD });
    expect(JSON.parse(readFileSync(file, "utf8")).token).not.toBe(token);
  });

  it("does not trust an unknown certificate, and says which it is", async () => {
    const { code, err } = await new Person({ PILOTHOUSE_PASSWORD: PASSWORD }).run(["login", service.url]);
    expect(code).toBe(1);
    expect(err).toContain(`--fingerprint ${service.fingerprint}`);
  });

  it("says that a password is needed when there is none", async () => {
    const { code, err } = await new Person().run(["login", service.httpUrl]);
    expect(code).toBe(4);
    expect(err).toContain("PILOTHOUSE_PASSWORD");
  });

  it("takes only an address of the web, and none that holds a password", async () => {
    const wrong = await new Person().run(["login", "ftp://127.0.0.1/"]);
    expect(wrong).toMatchObject({ code: 2, out: "" });
    const secret = await new Person().run(["login", "ftp://me:secret@127.0.0.1/"]);
    expect(secret.code).toBe(2);
    expect(secret.err).not.toContain("secret");
  });
});

describe("logging out", () => {
  it("gives the token back and forgets it", async () => {
    await using service = await startService();
    const person = new Person();
    await person.json(["login", service.url, "--fingerprint", service.fingerprint], {
      env: { PILOTHOUSE_PASSWORD: PASSWORD },
    });
    const { token } = JSON.parse(readFileSync(person.sessionFile("127.0.0.1"), "utf8"));
    expect(await person.json(["logout"])).toEqual({ url: service.url, loggedOut: true });
    expect(() => statSync(person.sessionFile("127.0.0.1"))).toThrow();
    const { code, err } = await person.run(["info"], { env: { PILOTHOUSE_TOKEN: token } });
    expect(code).toBe(4);
    expect(err).toContain(`pilothouse login ${service.url}`);
    expect(await person.json(["logout"])).toEqual({ url: service.url, loggedOut: false });
  });
});
