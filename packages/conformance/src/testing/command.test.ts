import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isWatching } from "../check/check.js";
import { CHECKS } from "../checks/index.js";
import { described } from "../cli/list.js";
import { KIT } from "../kit.js";
import type { Behaviour } from "../reference/behaviour.js";
import { command, served } from "./command.js";
import { temporary } from "./process.js";
import { fitsSchema } from "./schema.js";

const PACKAGE = resolve(import.meta.dirname, "../..");

const ECHO = ["--profile", "service"];

describe("The report", () => {
  const wrongEcho: Partial<Behaviour> = {
    reply: (reply, request) =>
      request.method === "Echo" && reply.result !== undefined
        ? { ...reply, result: { Result: "<b>\u001b[31m" } }
        : reply,
  };

  it("has each failure with its reason, its clause, its bytes and a curl line, and ends with exit code 1", async () => {
    const { code, out } = await command((await served(wrongEcho)).url, "--only", "service.echo.text");
    expect(code).toBe(1);
    expect(out).toContain("requirements of revision");
    expect(out).toContain("FAIL  MUST  service.echo.text");
    expect(out).toContain("section 4.7: result: `Result` (string), equal to the `Echo` value.");
    expect(out).toMatch(
      /sent {4}\{"jsonrpc":"2\.0","id":"conformance-\d+","method":"Echo","params":\{"Echo":"hello","Token":"\$TOKEN"\}\}/,
    );
    expect(out).toContain('wanted  Result in the result: "hello"');
    expect(out).toMatch(
      /curl -sk --http1\.1 -H 'Content-Type: application\/json' --data-binary '.*"Token":"'"\$TOKEN"'"\}\}' 'http:/,
    );
    expect(out).not.toContain("\u001b");
  });

  it("shows the whole request where it is more than a plain POST", async () => {
    const broken: Partial<Behaviour> = { gate: () => undefined };
    const shown = await command((await served(broken)).url, "--only", "http.put.status");
    expect(shown.out).toMatch(/sent {4}PUT \/ HTTP\/1\.1/);
    expect(shown.out).toMatch(/Content-Length: \d+/);
    expect(shown.out).toContain('"Token":"$TOKEN"');
  });

  it("fits its frozen schema, and never holds the password or a token", async () => {
    const server = await served(wrongEcho);
    const file = join(temporary(), "report.json");
    await command(
      server.url,
      "--profile",
      "service,auth,advanced",
      "--allow-password-change",
      "--json",
      file,
    );
    const text = readFileSync(file, "utf8");
    const schema = readFileSync(join(PACKAGE, "report.schema.json"), "utf8");
    expect(fitsSchema(JSON.parse(schema), JSON.parse(text))).toEqual([]);
    // Changing the schema is a new schema, with a new number.
    expect(createHash("sha256").update(schema).digest("hex")).toBe(
      "c7b5bb2f194b50e0e547e7cdfb0e10d98ce5b92a81b027fe627ed20bf3f5cdc2",
    );
    for (const secret of [server.state.password, ...server.state.tokens.keys()])
      expect(text).not.toContain(secret);
    const outcomes = new Set(
      (JSON.parse(text) as { checks: { outcome: string }[] }).checks.map(({ outcome }) => outcome),
    );
    expect([...outcomes].sort()).toEqual(["fail", "pass", "skipped"]);
  });

  it("comes as JUnit, as a page and as badges, in which nothing that a server sent is markup", async () => {
    const dir = temporary();
    const file = (name: string) => join(dir, name);
    const outputs = ["--junit", file("junit.xml"), "--html", file("page.html"), "--badges", file("badges")];
    await command((await served(wrongEcho)).url, ...ECHO, ...outputs);
    const xml = readFileSync(file("junit.xml"), "utf8");
    expect(xml).toMatch(
      /<testsuite name="service" tests="\d+" failures="[1-9]\d*" errors="0" skipped="[1-9]\d*"/,
    );
    expect(xml).toContain('<skipped message="skipped: needs --allow-password-change"/>');
    const page = readFileSync(file("page.html"), "utf8");
    expect(page).toContain('id="service.echo.text"');
    for (const text of [xml, page]) expect(text.replaceAll("<b>", "").includes("\u001b")).toBe(false);
    expect(page).not.toContain('"<b>');
    expect(page).not.toContain("<script");
    expect(readdirSync(file("badges")).sort()).toEqual(["conformance.svg", "service.svg"]);
    expect(readFileSync(file("badges/conformance.svg"), "utf8")).toMatch(/<svg .*\d+ failed, \d+ passed/s);
  });

  it("for the public leaves out how to repeat what endangers users", async () => {
    const open: Partial<Behaviour> = { token: () => undefined };
    const file = join(temporary(), "report.json");
    const { out } = await command(
      (await served(open)).url,
      "--only",
      "auth.token.missing.Echo",
      "--public",
      "--json",
      file,
    );
    const [check] = (JSON.parse(readFileSync(file, "utf8")) as { checks: Record<string, unknown>[] }).checks;
    expect(check).toMatchObject({ id: "auth.token.missing.Echo", outcome: "fail" });
    expect(check).not.toHaveProperty("exchanges");
    expect(out).not.toContain("curl");
  });
});

describe("A public report of a server that shows its inside", () => {
  it("does not repeat where on the machine of the server its source is", async () => {
    const trace =
      "Error: broken\n    at Echo (file:///srv/inside/echo.js:12:5)\n    at call (file:///srv/inside/rpc.js:3:1)";
    const file = join(temporary(), "report.json");
    const shows: Partial<Behaviour> = {
      wire: (wire, _request, sent) =>
        sent.includes('"Echo"') ? { ...wire, status: 500, headers: {}, body: Buffer.from(trace) } : wire,
    };
    const { url } = await served(shows);
    await command(url, "--only", "service.echo.text", "--json", file);
    expect(readFileSync(file, "utf8")).toContain("/srv/inside");
    await command(url, "--only", "service.echo.text", "--public", "--json", file);
    expect(readFileSync(file, "utf8")).toContain("Error: broken");
    expect(readFileSync(file, "utf8")).not.toContain("/srv/inside");
  });
});

describe("A baseline", () => {
  it("fails the run when anything moves, for better or worse, and only then", async () => {
    const dir = temporary();
    const [good, bad] = [join(dir, "good.json"), join(dir, "bad.json")];
    const right = await served();
    const wrong = await served({
      reply: (reply, request) => (request.method === "Echo" ? { ...reply, result: { Result: "x" } } : reply),
    });
    expect((await command(right.url, ...ECHO, "--json", good)).code).toBe(0);
    expect((await command(wrong.url, ...ECHO, "--json", bad)).code).toBe(1);
    expect(await command(wrong.url, ...ECHO, "--baseline", bad)).toMatchObject({
      code: 0,
      out: expect.stringContaining("nothing moved"),
    });
    expect(await command(wrong.url, ...ECHO, "--baseline", good)).toMatchObject({
      code: 1,
      out: expect.stringContaining("moved: service.echo.text: pass before, fail now"),
    });
    expect(await command(right.url, ...ECHO, "--baseline", bad)).toMatchObject({
      code: 1,
      out: expect.stringContaining("moved: service.echo.text: fail before, pass now"),
    });
    expect((await command(right.url, "--profile", "info", "--baseline", good)).out).toContain(
      "service.echo.text: pass before, not there now",
    );
  });
});

describe("The matrix", () => {
  it("is made from reports, and each cell leads to its run", async () => {
    const dir = temporary();
    const [one, other] = [join(dir, "one.json"), join(dir, "other.json")];
    await command((await served()).url, ...ECHO, "--json", one, "--label", "One | <server>");
    await command((await served()).url, ...ECHO, "--json", other, "--label", "Other", "--recorded");
    const [page, markdown] = [join(dir, "matrix.html"), join(dir, "matrix.md")];
    expect((await command("matrix", one, other, "--html", page, "--markdown", markdown)).code).toBe(0);
    const text = readFileSync(markdown, "utf8");
    expect(text).toContain("[One \\| \\<server\\>](one.json)");
    expect(text).toContain("recorded");
    const line = /\[pass\]\(one\.json#L(\d+)\)/.exec(text.split("`service.echo.text`")[1] ?? "")?.[1];
    expect(readFileSync(one, "utf8").split("\n")[Number(line) - 1]).toContain('"id": "service.echo.text"');
    expect(readFileSync(page, "utf8")).toContain("One | &lt;server&gt;");
  });

  it.each([1, 2, 3])("takes reports of schema %i", async (schema) => {
    const dir = temporary();
    const [report, markdown] = [join(dir, "one.json"), join(dir, "matrix.md")];
    await command((await served()).url, ...ECHO, "--json", report);
    const { remarks, ...rest } = JSON.parse(readFileSync(report, "utf8")) as { remarks: unknown };
    const old = { ...rest, ...(schema > 1 && { remarks }), schema: `i2pcontrol-conformance/${schema}` };
    writeFileSync(report, JSON.stringify(old));
    const outputs = ["--html", join(dir, "matrix.html"), "--markdown", markdown];
    expect((await command("matrix", report, ...outputs)).code).toBe(0);
    expect(readFileSync(markdown, "utf8")).toContain("`service.echo.text` MUST");
  });
});

describe("The command line", () => {
  it.each([
    [[], "which server?"],
    [["http://127.0.0.1:1/", "http://127.0.0.1:2/"], "one address at a time"],
    [["gopher://127.0.0.1/"], "must begin with http:// or https://"],
    [["http://user:secret@127.0.0.1/"], "does not belong into the address"],
    [["http://127.0.0.1:1/", "--no-such-option"], "--no-such-option"],
    [["http://127.0.0.1:1/", "--names", "other"], "--names must be i2p, svc or auto"],
    [["http://127.0.0.1:1/", "--profile", "nonsense"], "there is no profile nonsense"],
    [["http://127.0.0.1:1/", "--only", "nonsense"], "no check begins with nonsense"],
    [["http://127.0.0.1:1/", "--timeout", "soon"], "--timeout must be a number of seconds"],
    [["http://127.0.0.1:1/", "--max-reply", "1"], "--max-reply must be"],
    [["http://127.0.0.1:1/", "--probe-setting", "x"], "--probe-setting must be"],
    [["http://127.0.0.1:1/", "--level", "may"], "--level is must or should"],
    [["http://127.0.0.1:1/", "--password-file", "/nowhere"], "--password-file"],
    [["http://127.0.0.1:1/", "--baseline", "/nowhere"], "--baseline"],
    [["matrix"], "matrix needs reports"],
    [["matrix", "/nowhere"], "matrix"],
    [["--client", "curl"], 'the command comes after "--"'],
    [["--client", "--dialect", "nonsense"], "there is no dialect nonsense"],
  ])("refuses %j with exit code 2, and says why", async (argv, says) => {
    const { code, out, err } = await command(...argv);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(says);
  });

  it("refuses a baseline that is no report before it asks the server anything", async () => {
    const file = join(temporary(), "baseline.json");
    writeFileSync(file, "{}");
    expect(await command("http://127.0.0.1:1/", "--baseline", file)).toMatchObject({
      code: 2,
      err: expect.stringContaining("not a report"),
    });
  });

  it("has no verdict when nobody answers", async () => {
    const { code, out, err } = await command("http://127.0.0.1:1/", "--settle", "0.1");
    expect([code, out]).toEqual([3, ""]);
    expect(err).toContain("the server does not answer a login: the connection was refused");
  });

  it("runs only what the specification demands with --level must", async () => {
    const file = join(temporary(), "list.json");
    await command("list", "--level", "must", "--json", file);
    const { checks } = JSON.parse(readFileSync(file, "utf8")) as { checks: { level: string }[] };
    expect(new Set(checks.map(({ level }) => level))).toEqual(new Set(["MUST"]));
  });

  it("never shows a password that was given to it", async () => {
    const file = join(temporary(), "report.json");
    await command(
      (await served()).url,
      "--only",
      "info.two",
      "--password",
      "a password of the reference",
      "--json",
      file,
    );
    expect(readFileSync(file, "utf8")).not.toContain("a password of the reference");
  });

  it("knows the version of its package", () => {
    expect(JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"))).toMatchObject({
      name: KIT.name,
      version: KIT.version,
    });
  });
});

describe("The requirements", () => {
  it("are frozen: what changes a check, or the bytes that it sends, changes the revision", () => {
    const frozen = CHECKS.map(described);
    const digest = createHash("sha256").update(JSON.stringify(frozen)).digest("hex");
    expect(`${KIT.revision} ${digest}`).toBe(
      "2026-11.4 a8e63b2dc66d8283be5a00da2205f682a9637cd62bb29b642c0397ec7329e353",
    );
  });

  it("have ids that are used once, and something to send or to watch", () => {
    expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
    for (const check of CHECKS)
      if (!isWatching(check)) expect([check.id, check.steps.length > 0]).toEqual([check.id, true]);
  });

  it("are only SHOULD where the specification is silent", () => {
    const silent = CHECKS.filter(
      ({ clause, level }) => clause.section === "not in the specification" && level === "MUST",
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});
