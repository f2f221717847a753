import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Method } from "../reference/behaviour.js";
import { METHODS } from "../reference/methods.js";
import { SLOW_MS } from "../run/remarks.js";
import { command, served } from "./command.js";
import { temporary } from "./process.js";

describe("A server that takes its time", () => {
  it("gets a remark about it in every format, and no failure", async () => {
    const late = () => new Promise((resolve) => setTimeout(resolve, SLOW_MS * 1.1));
    const server = await served({
      methods: Object.fromEntries(
        Object.entries(METHODS).map(([name, method]) => [
          name,
          async (...given) => {
            await late();
            return (method as Method)(...given);
          },
        ]),
      ),
    });
    const dir = temporary();
    const file = (name: string) => join(dir, name);
    const outputs = ["--json", file("a.json"), "--junit", file("a.xml"), "--html", file("a.html")];
    const { code, out } = await command(
      ...[server.url, "--only", "service.echo.text", ...outputs, "--badges", file("badges")],
    );
    await command("matrix", file("a.json"), "--html", file("m.html"), "--markdown", file("m.md"));
    expect(code).toBe(0);
    const files = ["a.json", "a.xml", "a.html", "m.html", "m.md", "badges/conformance.svg"];
    for (const text of [out, ...files.map((name) => readFileSync(file(name), "utf8"))])
      expect(text).toMatch(/Timing: the server is slow\. Half of its \d+ answers took \d+\.\d s or longer/);
  });

  it("gets none when it does not", async () => {
    const { out } = await command((await served()).url, "--only", "service.echo.text");
    expect(out).not.toContain("remark");
  });
});
