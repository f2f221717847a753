import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Person } from "../command.js";
import { loggedIn, startService, type TestService } from "../service.js";

const PROGRAM = resolve(import.meta.dirname, "../../../packages/cli/bin/pilothouse.js");

let service: TestService;
let person: Person;

beforeEach(async () => {
  service = await startService();
  person = new Person(loggedIn(service));
});
afterEach(() => service[Symbol.asyncDispose]());

/** A command that runs until it is ended; returns what it has printed so far. */
function following(args: readonly string[]): () => string {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: person.env as NodeJS.ProcessEnv });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return () => out;
}

describe("events", () => {
  it("are printed with the newest last, filtered, and as JSON", async () => {
    const { events, newest } = await person.json(["events", "--kind", "service.started", "--since", "1h"]);
    expect(events).toMatchObject([{ kind: "service.started", severity: "info", data: { version: "test" } }]);
    expect(newest).toBeGreaterThan(0);
    const { out } = await person.run(["events"]);
    expect(out).toMatch(/^\d{4}-\S+Z {2}info {5}The service started, version test\.$/m);
    const none = await person.run(["events", "--severity", "error"]);
    expect(none).toMatchObject({ code: 0, out: "", err: expect.stringContaining("nothing") });
  });

  it("can be followed", async () => {
    const said = following(["events", "-f", "-n", "1", "--kind", "settings.saved", "--json"]);
    await expect
      .poll(async () => {
        await person.run(["net", "set", `bw.share=${10 + (Date.now() % 80)}`]);
        return said();
      })
      .toMatch(/"kind":"settings\.saved".*"names":"svc\.router\.net\.bw\.share"/);
  });

  it.each([
    [["--kind", "router.crash"], "did you mean router.crashed?"],
    [["--severity", "bad"], "info, warning or error"],
    [["--limit", "0"], "from 1 to 500"],
    [["--since", "yesterday"], "is not a length of time"],
  ])("refuse %j", async (args, description) => {
    expect(await person.run(["events", ...args])).toMatchObject({
      code: 2,
      err: expect.stringContaining(description),
    });
  });
});

describe("net history and net undo", () => {
  it("show, compare and take back changes, one after the other", async () => {
    const set = (value: string) => person.json(["net", "set", `bw.in=${value}`]);
    await set("1000");
    const [{ id: start }] = await person.json(["net", "history", "--limit", "1"]);
    await set("2000");
    await set("3000");
    const { out } = await person.run(["net", "history"]);
    expect(out).toMatch(/bw\.in: 2000 → 3000/);
    expect(await person.json(["net", "history", "--compare", `${start}`])).toEqual([
      { name: "svc.router.net.bw.in", old: "1000", new: "3000" },
    ]);
    const asked = await person.run(["net", "undo"]);
    expect(asked).toMatchObject({
      code: 2,
      err: expect.stringMatching(/bw\.in +3000 +→ +2000[\s\S]*add --yes/),
    });
    expect((await person.run(["net", "undo", "--yes"])).code).toBe(0);
    expect(await person.json(["net", "get", "bw.in"])).toEqual({ "bw.in": "2000" });
    // Not the undoing, but the change before it.
    expect(await person.json(["net", "undo", "--yes"])).toMatchObject({
      saved: true,
      differences: [{ old: "2000", new: "1000" }],
    });
    await set("4000");
    const conflict = await person.run(["net", "undo", `${start}`, "--yes"]);
    expect(conflict).toMatchObject({
      code: 1,
      err: expect.stringMatching(/changed again since: bw\.in \(by change \d+\)/),
    });
    expect(await person.json(["net", "undo", "--to", `${start}`, "--yes"])).toMatchObject({ saved: true });
    expect(await person.json(["net", "get", "bw.in"])).toEqual({ "bw.in": "1000" });
  });

  it("are there for the whole configuration too, and hide what looks secret", async () => {
    await person.json(["advanced", "set", "my.option=1", "my.password=swordfish"]);
    const { out } = await person.run(["advanced", "history", "--limit", "1"]);
    expect(out).toContain("my.password: unset → (hidden)");
    const dry = await person.run(["advanced", "undo", "--dry-run"]);
    expect(dry).toMatchObject({ code: 0, err: expect.stringContaining("my.option    1         →  unset") });
    await person.json(["advanced", "undo", "--yes"]);
    expect(Object.keys(await person.json(["advanced", "list"]))).not.toContain("my.option");
  });
});

describe("logs of a service elsewhere", () => {
  it("come from the service, which says why there is no log of the router", async () => {
    const at = ["--url", service.url];
    const { code, out } = await person.run(["logs", ...at, "--service", "--grep", "the service started"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^\S+Z {2}info {3}event: The service started, version test\./);
    expect(await person.json(["logs", ...at])).toEqual({ file: null, why: expect.any(String) });
    expect(await person.run(["logs", "--service"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("-p, --url or --local"),
    });
  });
});
