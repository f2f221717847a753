import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Person } from "../command.js";
import { loggedIn, startService, type TestService } from "../service.js";
import { OtherServer } from "../session/other-server.js";

let service: TestService;
let person: Person;
beforeEach(async () => {
  service = await startService();
  person = new Person(loggedIn(service));
});
afterEach(() => service[Symbol.asyncDispose]());

const WEB = ["tunnel", "create", "web", "Type=httpserver", "targetport=8080"];
const create = () => person.json([...WEB, "--yes"]);
const tunnels = () => person.json(["tunnel", "list"]);
const address = async () => (await tunnels())[0]?.address;

describe("tunnel", () => {
  it("shows a plan, asks, and makes nothing in a dry run", async () => {
    const dry = await person.run([...WEB, "--dry-run"]);
    expect(dry).toMatchObject({ code: 0, out: "Nothing was changed (--dry-run).\n" });
    expect(dry.err).toContain("The router is interrupted for about 5 s.");
    // Nobody is there to be asked.
    expect((await person.run(WEB)).code).not.toBe(0);
    expect(await tunnels()).toEqual([]);
    expect(await create()).toMatchObject({ saved: true, tunnels: [{ name: "web", type: "httpserver" }] });
    const { out } = await person.run(["tunnel", "list"]);
    expect(out).toMatch(/^name +type +state +at +leads to +address\nweb +httpserver .* 127\.0\.0\.1:8080 /);
    expect((await person.run(["tunnel", "show", "web"])).out).toContain("TargetPort: 8080");
  });

  it("changes, renames, stops and starts one, which keeps its address", async () => {
    await create();
    const before = await address();
    await person.json(["tunnel", "edit", "web", "TargetPort=8081", "--rename", "site", "--yes"]);
    await person.json(["tunnel", "stop", "site", "--yes"]);
    expect(await tunnels()).toMatchObject([
      { name: "site", state: "stopped", address: before, options: { TargetPort: "8081" } },
    ]);
    await person.json(["tunnel", "start", "site", "--yes"]);
    expect((await tunnels())[0].options.StartOnLoad).toBe("true");
  });

  it("undoes a deletion, and forgets a key only when told to", async () => {
    await create();
    const before = await address();
    await person.json(["tunnel", "delete", "web", "--yes"]);
    expect(await tunnels()).toEqual([]);
    expect((await person.run(["tunnel", "history"])).out).toContain("web");
    await person.json(["tunnel", "undo", "--yes"]);
    expect(await address()).toBe(before);
    await person.json(["tunnel", "delete", "web", "--forget-key", "--yes"]);
    await create();
    expect(await address()).not.toBe(before);
  });

  it("exports a key to a file that only its owner can read, and imports it elsewhere", async () => {
    await create();
    const before = await address();
    const file = join(person.home, "web.dat");
    const local = ["--local", "--data-dir", service.dataDir];
    await person.json(["tunnel", "export", "web", file, ...local]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = readFileSync(file);
    expect(await person.run(["tunnel", "export", "web", file, ...local])).toMatchObject({ code: 2 });
    expect(readFileSync(file)).toEqual(key);
    await person.json(["tunnel", "delete", "web", "--forget-key", "--yes"]);
    await person.json(["tunnel", "import", "again", file, "Type=server", "TargetPort=8080", "--yes"]);
    expect(await tunnels()).toMatchObject([{ name: "again", address: before }]);
  });

  it("says what is wrong, and what was meant", async () => {
    await create();
    const wrong = async (...args: string[]) => {
      const { code, err } = await person.run(["tunnel", ...args]);
      return `${code}: ${err}`;
    };
    expect(await wrong("show", "wed")).toMatch(/^1: .*there is no tunnel "wed".*web/s);
    expect(await wrong("edit", "web", "TargetPrt=1")).toMatch(/^2: .*TargetPrt is no option.*TargetPort/s);
    expect(await wrong("edit", "web", "TargetPort=0", "--yes")).toContain("TargetPort");
    expect(await wrong("create", "p", "Type=socks", "Port=9050", "ReachableBy=0.0.0.0", "--yes")).toContain(
      "ReachableBy",
    );
    expect(existsSync(join(person.home, "p.dat"))).toBe(false);
  });
});

describe("names", () => {
  it("lists in pages, looks up, adds and removes", async () => {
    expect(await person.json(["names", "list", "stats"])).toMatchObject({ total: 1 });
    const page = await person.run(["names", "list", "--limit", "2"]);
    expect(page.err).toContain("2 of 7. Go on with --after irc.echelon.i2p.");
    const { destination, address: leads } = await person.json(["names", "lookup", "stats.i2p"]);
    await person.json(["names", "add", "mine.i2p", destination]);
    expect(await person.json(["names", "lookup", "mine.i2p"])).toMatchObject({ address: leads });
    expect((await person.run(["names", "remove", "mine.i2p", "--dry-run"])).err).toContain("about 5 s");
    expect(await person.json(["names", "remove", "mine.i2p", "--yes"])).toEqual({ removed: ["mine.i2p"] });
    expect(await person.run(["names", "lookup", "mine.i2p"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("the router does not know mine.i2p"),
    });
    expect((await person.run(["names", "history"])).out).toMatch(/mine\.i2p/);
    await person.json(["names", "undo", "--yes"]);
    expect(await person.json(["names", "lookup", "mine.i2p"])).toMatchObject({ address: leads });
  });

  it("asks before it adds one where that interrupts the router, and not before it removes what is not there", async () => {
    const calls: unknown[] = [];
    const book = { names: [], total: 0, removed: [], subscriptions: [], found: null, saved: false };
    await using server = await OtherServer.start({
      "pilothouse.names": ({ Token: _token, ...params }) => {
        calls.push(params);
        return { ...book, interruptsForMs: { add: 4_200, remove: 4_200, subscribe: 4_200 } };
      },
    });
    const other = new Person({ PILOTHOUSE_PASSWORD: server.password });
    await other.run(["login", server.url]);
    const destination = `${"A".repeat(512)}BQAEAAcAAA==`;
    const add = ["names", "add", "mine.i2p", destination];
    expect(await other.run(add)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/interrupted for about 5 s.*add --yes/s),
    });
    expect((await other.run([...add, "--dry-run"])).out).toContain("Nothing was changed");
    expect(JSON.stringify(calls)).not.toContain(destination);
    expect(await other.json([...add, "--yes"])).toEqual({ added: "mine.i2p" });
    expect(calls.at(-1)).toEqual({ add: { name: "mine.i2p", destination }, limit: 0 });
    expect(await other.run(["names", "remove", "mine.i2p"])).toMatchObject({
      code: 0,
      out: "None of them is there.\n",
      err: "",
    });
  });

  it("shows and replaces subscriptions", async () => {
    expect((await person.run(["names", "subscriptions"])).out).toBe("http://reg.i2p/hosts.txt\n");
    const urls = ["http://a.i2p/hosts.txt", "http://b.i2p/hosts.txt"];
    expect(await person.json(["names", "subscriptions", ...urls, "--yes"])).toEqual(urls);
    expect((await person.run(["names", "subscriptions", "ftp://a.i2p/", "--yes"])).code).toBe(2);
  });
});
