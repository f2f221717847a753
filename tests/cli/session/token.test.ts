import { describe, expect, it } from "vitest";
import { choosePassword } from "../../support/chosen-password.js";
import { Person } from "../command.js";
import { serve } from "../served.js";
import { loggedIn, PASSWORD, startService } from "../service.js";

const DAY = 86_400_000;

describe("token", () => {
  it("creates a token that is printed with nothing else, works, is listed with its last use, and is revoked", async () => {
    await using service = await startService();
    const person = new Person(loggedIn(service));
    const created = await person.run([
      "token",
      "create",
      "--name",
      "grafana",
      "--scope",
      "read",
      "--expires",
      "30d",
    ]);
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^[\w-]{43}\n$/) });
    expect(created.err).toMatch(
      /^Token grafana with the scope read, until 20\S+Z\. It is not shown again:\n$/,
    );
    expect((await person.run(["token", "list"])).out).toMatch(/grafana\s+read\s+20\S+\s+never\s+20/);

    const program = new Person({ ...loggedIn(service), PILOTHOUSE_TOKEN: created.out.trim() });
    expect(await program.json(["info", "version"])).toHaveProperty("version");
    const refused = await program.run(["reseed"]);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(
      "RouterManager with Reseed needs the scope operate, and this token has read",
    );

    const [listed] = await person.json(["token", "list"]);
    expect(listed).toMatchObject({ name: "grafana", scope: "read", used: expect.any(Number) });
    expect(listed.expires - listed.issued).toBe(30 * DAY);
    expect(JSON.stringify(listed)).not.toContain(created.out.trim());
    expect((await person.run(["token", "revoke", "grafana"])).out).toBe("Token grafana is revoked.\n");
    expect(await program.run(["info"])).toMatchObject({ code: 4 });
    expect((await person.run(["token", "list"])).out).toBe("there are no tokens for programs\n");
  });

  it("says what is wrong with what it is given, and makes nothing", async () => {
    await using service = await startService();
    const person = new Person(loggedIn(service));
    const create = (...args: string[]) => person.run(["token", "create", ...args]);
    expect(await create("--scope", "read")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--name"),
    });
    expect(await create("--name", "x")).toMatchObject({ code: 2, err: expect.stringContaining("--scope") });
    const bad = await create("--name", "x", "--scope", "write");
    expect(bad.err).toContain('scope wants one of "read", "operate", "settings", "all"');
    expect((await create("--name", "x", "--scope", "read", "--expires", "soon")).code).toBe(2);
    expect((await person.run(["token", "revoke", "nothing"])).err).toContain(
      "revoke names no token that there is",
    );
    expect(await person.json(["token", "list"])).toEqual([]);
  });

  it("works on the machine itself without a password, as do the sessions", async () => {
    const person = new Person();
    await choosePassword(person.dataDir, PASSWORD);
    const { url, fingerprint } = await serve(person);
    const local = (...args: string[]) => person.json([...args, "--local"]);
    const { token } = await local("token", "create", "--name", "prometheus", "--scope", "read");
    const remote = { PILOTHOUSE_URL: url, PILOTHOUSE_FINGERPRINT: fingerprint, PILOTHOUSE_TOKEN: token };
    expect((await person.run(["info", "version"], { env: remote })).code).toBe(0);
    expect(await local("token", "list")).toMatchObject([{ name: "prometheus", scope: "read" }]);

    const env = { PILOTHOUSE_PASSWORD: PASSWORD };
    await person.run(["login", url, "--fingerprint", fingerprint], { env });
    const [{ id, name }] = await local("sessions", "list");
    expect(name).toMatch(/^pilothouse\/\d/);
    await local("sessions", "rename", id, "my laptop");
    expect(await local("sessions")).toMatchObject([{ id, name: "my laptop", current: false }]);
    expect(await local("sessions", "revoke", "--others")).toEqual({ revoked: "others", left: 0 });
    expect((await person.run(["info"])).code).toBe(4);
    expect(await local("token", "revoke", "prometheus")).toEqual({ revoked: "prometheus" });
    expect((await person.run(["info", "version"], { env: remote })).code).toBe(4);
  });
});

describe("sessions", () => {
  it("are listed with the own one marked, ended by id, and all others at once", async () => {
    await using service = await startService();
    const person = new Person();
    const login = (who: Person) =>
      who.run(["login", service.url, "--fingerprint", service.fingerprint], {
        env: { PILOTHOUSE_PASSWORD: PASSWORD },
      });
    await login(person);
    const other = new Person();
    await login(other);
    const { out } = await person.run(["sessions"]);
    expect(out.split("\n").filter((line) => line.startsWith("*"))).toHaveLength(1);
    const sessions = (await person.json(["sessions"])) as { id: string; current: boolean; used: number }[];
    expect(sessions).toHaveLength(3);
    const last = sessions.at(-1)?.id ?? "";
    expect((await person.run(["sessions", "revoke", last])).out).toBe(`Session ${last} is ended.\n`);
    expect((await other.run(["info"])).code).toBe(4);
    expect((await person.run(["sessions", "revoke", "--others"])).out).toBe(
      "All other sessions are ended.\n",
    );
    expect(await person.json(["sessions"])).toMatchObject([{ current: true }]);
    for (const wrong of [["revoke"], ["revoke", last, "--others"]])
      expect((await person.run(["sessions", ...wrong])).code).toBe(2);
    expect((await person.run(["sessions", "revoke", last])).err).toContain(
      "is the id of no session that there is",
    );
  });
});

describe("passwd", () => {
  const NEXT = "a second password";

  it.each([
    [[], 4],
    [["--keep-tokens"], 0],
  ])("with %j, through a profile", async (flags, code) => {
    await using service = await startService();
    const person = new Person();
    const env = { PILOTHOUSE_PASSWORD: PASSWORD };
    await person.run(["login", service.url, "--fingerprint", service.fingerprint], { env });
    const { token } = await person.json(["token", "create", "--name", "x", "--scope", "read"]);
    expect((await person.run(["passwd", ...flags], { input: `${NEXT}\n` })).code).toBe(0);
    expect((await person.run(["info"], { env: { PILOTHOUSE_TOKEN: token } })).code).toBe(code);
    expect((await person.run(["info"])).code).toBe(0);
    expect((await new Person(loggedIn(service)).run(["info"])).code).toBe(4);
  });

  it.each([
    [[], 4],
    [["--keep-tokens"], 0],
  ])("with %j, on the machine itself, while the service runs and while it does not", async (flags, code) => {
    const person = new Person();
    await choosePassword(person.dataDir, PASSWORD);
    const first = await serve(person);
    const { token } = await person.json(["token", "create", "--local", "--name", "x", "--scope", "read"]);
    const change = (password: string) =>
      person.run(["passwd", "--local", ...flags], { input: `${password}\n` });
    const uses = async ({ url, fingerprint }: { url: string; fingerprint: string }) => {
      const env = { PILOTHOUSE_URL: url, PILOTHOUSE_FINGERPRINT: fingerprint, PILOTHOUSE_TOKEN: token };
      return (await person.run(["info"], { env })).code;
    };
    expect(await uses(first)).toBe(0);
    expect((await change(NEXT)).code).toBe(0);
    expect(await uses(first)).toBe(code);
    await first.stop();
    expect((await change("a third password")).code).toBe(0);
    expect(await uses(await serve(person))).toBe(code);
  });
});
