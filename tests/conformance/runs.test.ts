import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { CHECKS } from "../../packages/conformance/src/checks/index.js";
import { KIT } from "../../packages/conformance/src/kit.js";
import type { Behaviour } from "../../packages/conformance/src/reference/behaviour.js";
import { type Document, readDocument } from "../../packages/conformance/src/report/document.js";
import { command, served } from "../../packages/conformance/src/testing/command.js";
import { temporary } from "../../packages/conformance/src/testing/process.js";

const root = resolve(import.meta.dirname, "../..");
const docs = join(root, "docs/conformance");
const text = (name: string) => readFileSync(join(docs, "runs", `${name}.json`), "utf8");
const names = readdirSync(join(docs, "runs")).map((file) => file.replace(".json", ""));
const OURS = ["simulator", "i2pd-through-pilothouse", "java-i2p-through-pilothouse"];
const failures = ({ checks }: Document) =>
  checks.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);

describe("The runs behind the matrix (npm run conformance makes them again)", () => {
  it("are those of the service on every router, and of the routers themselves", () => {
    expect([...names].sort()).toEqual([...OURS, "i2pd", "java-i2p"].sort());
  });

  it.each(names)("%s is a summary of this revision with every check in it, and with its command", (name) => {
    const document = readDocument(text(name));
    // Its version changes with every release, and the requirements only with the revision.
    expect(document.kit).toMatchObject({ name: KIT.name, revision: KIT.revision });
    expect(document.checks.map(({ id }) => id).sort()).toEqual(CHECKS.map(({ id }) => id).sort());
    expect(document.command).toMatch(/^conformance https?:\/\/127\.0\.0\.1:\d+\/.* --public /);
    expect(document.leftovers).toEqual([]);
    expect(text(name)).not.toMatch(/file:\/\/|\/tmp\//);
  });

  it.each(OURS)("%s has no failures", (name) => {
    expect(failures(readDocument(text(name)))).toEqual([]);
  });

  it("of others say what is wrong, and not how to make use of it", () => {
    const document = readDocument(text("i2pd"));
    expect(failures(document).length).toBeGreaterThan(0);
    const hidden = document.checks.filter(
      ({ id, outcome }) => outcome === "fail" && /^(auth\.token|security)\./.test(id),
    );
    for (const { reason } of hidden) expect(reason).toMatch(/Public reports leave out how to repeat it/);
    expect(text("i2pd")).not.toMatch(/stopped answering at/);
  });

  it("of a double are marked as recorded, and no others", () => {
    const evidence = names.map((name) => [name, readDocument(text(name)).target.evidence]);
    expect(Object.fromEntries(evidence)).toEqual(
      Object.fromEntries(names.map((name) => [name, name.startsWith("java") ? "recorded" : "live"])),
    );
  });

  it("are as the script writes them, and make the matrix that their reports make, but for the lines", async () => {
    const dir = temporary();
    const file = (name: string) => join(dir, name);
    const { summarize } = await import(join(root, "scripts/conformance/summary.mjs"));
    const behaviour: Partial<Behaviour> = {
      reply: (reply, { method }) => (method === "Echo" ? { ...reply, result: { Result: '<b>"\n' } } : reply),
    };
    await command((await served(behaviour)).url, "--profile", "service", "--json", file("run.json"));
    const matrix = async () => {
      await command(
        "matrix",
        file("run.json"),
        "--html",
        file("matrix.html"),
        "--markdown",
        file("matrix.md"),
      );
      const made = ["matrix.html", "matrix.md"].map((name) => readFileSync(file(name), "utf8"));
      return made.map((one) => one.replaceAll(/#L\d+/g, ""));
    };
    const ofReport = await matrix();
    const report = readDocument(readFileSync(file("run.json"), "utf8"));
    expect(failures(report)).not.toEqual([]);
    summarize(file("run.json"));
    expect(await matrix()).toEqual(ofReport);
    for (const name of names) {
      writeFileSync(file(name), text(name));
      summarize(file(name));
      expect(readFileSync(file(name), "utf8")).toBe(text(name));
    }
  });

  it("of a check that this kit does not have are refused", () => {
    const other = text("simulator").replace('"service.echo.text"', '"service.echo.gone"');
    expect(() => readDocument(other)).toThrow("there is no check service.echo.gone");
  });

  it("make the matrix that is there", async () => {
    const dir = temporary();
    const [page, markdown] = [join(dir, "matrix.html"), join(dir, "matrix.md")];
    const order = readFileSync(join(docs, "matrix.md"), "utf8").matchAll(/\]\(runs\/([\w-]+)\.json\)/g);
    const files = [...new Set([...order].map(([, name]) => name))].map((name) =>
      join(docs, "runs", `${name}.json`),
    );
    expect(files).toHaveLength(names.length);
    await command("matrix", ...files, "--html", page, "--markdown", markdown);
    const from = relative(dir, docs);
    for (const [made, there] of [
      [page, "matrix.html"],
      [markdown, "matrix.md"],
    ] as const)
      expect(readFileSync(made, "utf8").replaceAll(`${from}/runs/`, "runs/")).toBe(
        readFileSync(join(docs, there), "utf8"),
      );
  });
});
