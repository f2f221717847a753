import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { open, Stage } from "./stage.js";

const dist = resolve(import.meta.dirname, "../../packages/console/dist");
const LIMIT = 100 * 1024;

describe("the page's safety", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(() => stage.close());

  it("asks no other host for anything, on any page, and nothing of it is refused", async () => {
    const page = await stage.signedIn();
    for (const name of ["Control", "Network settings", "Advanced settings", "Rates", "Audit", "API explorer"])
      await open(page, name);
    const hosts = new Set(
      stage.asked.filter((url) => !url.startsWith("data:")).map((url) => new URL(url).origin),
    );
    expect([...hosts]).toEqual([new URL(stage.url).origin]);
    expect(stage.complaints).toEqual([]);
    await page.context().close();
  });

  it("works over HTTPS under /console/ as well, also when the slash is left out", async () => {
    const page = await stage.signedIn({ at: stage.secureUrl.slice(0, -1) });
    await open(page, "Audit");
    expect(page.url()).toBe(`${stage.secureUrl}#/audit`);
    await page.context().close();
  });

  it("forbids inline script, foreign script and framing", async () => {
    const page = await stage.page();
    const policy = (await page.request.get(stage.url)).headers()["content-security-policy"] ?? "";
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toContain("unsafe");
    const ran = await page.evaluate(`(async () => {
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
      const handler = document.createElement("img");
      handler.setAttribute("onerror", "window.ran = true");
      handler.src = "./no-such-image";
      document.body.append(handler);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return window.ran === true;
    })()`);
    expect(ran).toBe(false);
    await page.context().close();
  });

  it("has no inline script or style in its own document", () => {
    const html = readFileSync(join(dist, "index.html"), "utf8");
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|https?:\/\//);
  });
});

describe("the page's size", () => {
  it(`stays under ${LIMIT / 1024} KB in all, compressed`, () => {
    const files = readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
    expect(size).toBeGreaterThan(20_000);
    expect(size).toBeLessThan(LIMIT);
  });
});
