import { readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Person } from "../command.js";
import { answering, OtherServer } from "./other-server.js";

const SECRET = { PILOTHOUSE_PASSWORD: "secret" };
const router = (version: string) =>
  OtherServer.start({
    RouterInfo: answering({ "i2p.router.status": "fine", "i2p.router.version": version }),
  });

describe("profiles", () => {
  it("keep several routers apart, with one as the default", async () => {
    await using attic = await router("1");
    await using cellar = await router("2");
    const person = new Person();
    await person.json(["login", attic.url, "-p", "attic"], { env: SECRET });
    await person.json(["login", cellar.url], { env: SECRET });
    const version = async (args: readonly string[], env = {}) =>
      (await person.json(["info", "version", ...args], { env })).version;
    expect(await version([])).toBe("2");
    expect(await version(["-p", "attic"])).toBe("1");
    expect(await version([], { PILOTHOUSE_PROFILE: "attic" })).toBe("1");
    expect(await version(["-p", "attic"], { PILOTHOUSE_URL: cellar.url })).toBe("1");
    expect(await version([], { PILOTHOUSE_URL: attic.url, PILOTHOUSE_PROFILE: "127.0.0.1" })).toBe("1");
    const before = await person.run(["-p", "attic", "info", "version", "--json"]);
    expect(JSON.parse(before.out)).toEqual({ version: "1" });

    await person.json(["profiles", "use", "attic"]);
    expect(await version([])).toBe("1");
    await person.json(["profiles", "rename", "127.0.0.1", "cellar"]);
    expect(await version(["-p", "cellar"])).toBe("2");
    const list = await person.json(["profiles"]);
    expect(list).toEqual([
      { name: "attic", current: true, loggedIn: true, url: attic.url, dialect: "i2p" },
      { name: "cellar", current: false, loggedIn: true, url: cellar.url, dialect: "i2p" },
    ]);
    const { out } = await person.run(["profiles", "list"]);
    expect(out).toMatch(/^\s+profile\s+address\s+session$/m);
    expect(out).toMatch(/^\*\s+attic\s+http:\S+\s+logged in$/m);

    await person.json(["profiles", "remove", "attic"]);
    expect(() => statSync(person.sessionFile("attic"))).toThrow();
    expect(await person.run(["info"])).toMatchObject({ code: 4 });
    expect(await version(["-p", "cellar"])).toBe("2");
  });

  it("are named for the host, and for its port where that is taken", async () => {
    await using one = await router("1");
    await using two = await router("2");
    const person = new Person();
    expect(await person.json(["login", one.url], { env: SECRET })).toMatchObject({ profile: "127.0.0.1" });
    const { profile } = await person.json(["login", two.url], { env: SECRET });
    expect(profile).toBe(`127.0.0.1:${new URL(two.url).port}`);
    expect(await person.json(["login", one.url], { env: SECRET })).toMatchObject({ profile: "127.0.0.1" });
  });

  it("have names that can be files, and complain about those that cannot, are taken or unknown", async () => {
    await using one = await router("1");
    const person = new Person();
    expect(await person.run(["login", one.url, "-p", "../evil"], { env: SECRET })).toMatchObject({ code: 2 });
    await person.json(["login", one.url, "-p", "attic"], { env: SECRET });
    expect(await person.run(["profiles", "rename", "attic", "a/b"])).toMatchObject({ code: 2 });
    expect(await person.run(["profiles", "rename", "attic", "attic"])).toMatchObject({ code: 2 });
    const { code, err } = await person.run(["profiles", "use", "atic"]);
    expect(code).toBe(2);
    expect(err).toContain("did you mean attic?");
  });

  it("are in a file that only their owner can read, and a damaged file is reported", async () => {
    await using one = await router("1");
    const person = new Person();
    await person.json(["login", one.url], { env: SECRET });
    expect(statSync(person.profilesFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(person.profilesFile, "utf8")).not.toContain("token");
    writeFileSync(person.profilesFile, "{");
    const { code, err } = await person.run(["info"]);
    expect(code).toBe(1);
    expect(err).toContain(`${person.profilesFile} cannot be read`);
  });
});
