import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ConsoleFixture, open, signIn } from "./support/console-fixture.js";
import { eventually } from "./support/eventually.js";
import { PAGES } from "./support/pages.js";

const dist = resolve(import.meta.dirname, "../../packages/console/dist");
const LIMIT = 90_000;
const WITH_OVERVIEW = 140_000;

describe("the page's safety", () => {
  it("requests nothing from other hosts on any page, and breaks no policy", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn();
    for (const { title } of PAGES) await open(page, title);
    const hosts = new Set(
      fixture.asked.filter((url) => !url.startsWith("data:")).map((url) => new URL(url).origin),
    );
    expect([...hosts]).toEqual([new URL(fixture.url).origin]);
    expect(fixture.consoleErrors).toEqual([]);
  });

  it("works over HTTPS under /console/ as well, also when the slash is left out", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Audit", { at: fixture.secureUrl.slice(0, -1) });
    expect(page.url()).toBe(`${fixture.secureUrl}#/audit`);
  });

  it("forbids inline script, foreign script and framing", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.page();
    const policy = (await page.request.get(fixture.url)).headers()["content-security-policy"] ?? "";
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toContain("unsafe");
  });

  it("has a policy that the browser enforces", async () => {
    const page = await (await ConsoleFixture.open()).page();
    // Wait until the browser has reported each violation and the image its failure: nothing can run later.
    const outcome = await page.evaluate(`(async () => {
      const refused = [];
      const twoRefused = new Promise((done) =>
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
          if (refused.push(effectiveDirective) === 2) done();
        }),
      );
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
      const image = document.createElement("img");
      image.setAttribute("onerror", "window.ran = true");
      const failed = new Promise((done) => image.addEventListener("error", done));
      image.src = "./no-such-image";
      document.body.append(image);
      await Promise.all([twoRefused, failed]);
      return { refused: refused.sort(), ran: window.ran === true };
    })()`);
    expect(outcome).toEqual({ refused: ["script-src-attr", "script-src-elem"], ran: false });
  });

  it("has no inline script or style in its own document", () => {
    const html = readFileSync(join(dist, "index.html"), "utf8");
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|https?:\/\//);
  });
});

describe("the page's size", () => {
  it(`stays under ${LIMIT} compressed bytes in each language for the sign-in form with its typeface`, async () => {
    const fixture = await ConsoleFixture.open();
    for (const locale of ["en", "de", "es", "fr", "pt", "ru", "zh"]) {
      const before = fixture.asked.length;
      const page = await fixture.page({ locale });
      await page.locator('input[type="password"]').waitFor();
      const { fonts, painted } = (await page.evaluate(TYPEFACES)) as Typefaces;
      const late = fonts.filter(({ name }) => name.includes("cyrillic"));
      expect(late.map(({ start }) => start > painted)).toEqual(locale === "ru" ? [true] : []);
      const first = filesOf(fixture.asked.slice(before));
      expect(first.join()).toMatch(new RegExp(`/${locale}-`));
      expect(first.join()).toContain("woff2");
      expect(sizeOf(first), `${locale}, "first" of texts/*.json: ${first}`).toBeLessThan(LIMIT);
      await signIn(page);
      await page.locator(".uplot").first().waitFor();
      const all = filesOf(fixture.asked.slice(before));
      expect(sizeOf(all), `${locale}, where texts can go from "main" to "pages": ${all}`).toBeLessThan(
        WITH_OVERVIEW,
      );
      await page.context().close();
    }
  });

  it("loads what a session needs while the password is typed, and not before", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.page();
    const password = page.locator('input[type="password"]');
    await password.waitFor();
    await page.waitForLoadState("networkidle");
    const isAsked = (name: string) => fixture.asked.some((url) => url.includes(`/${name}-`));
    for (const name of ["signed-in", "overview", "shared"]) expect(isAsked(name), name).toBe(false);
    await password.press("p");
    for (const name of ["signed-in", "overview", "shared"]) await eventually(() => isAsked(name)).toBe(true);
  });

  it("loads nothing of the fleet from a service that is not a hub, whatever the address names", async () => {
    const ofFleet = readdirSync(join(dist, "assets")).filter((file) =>
      /fleet\.(queue|nodes|rollouts)\b|No node is waiting\.|\.verdict-ok/.test(
        readFileSync(join(dist, "assets", file), "utf8"),
      ),
    );
    // The pages, the texts in English, the styles.
    expect(ofFleet.length).toBeGreaterThan(5);
    const fixture = await ConsoleFixture.open();
    const page = await fixture.page({ at: `${fixture.url}#/fleet` });
    await signIn(page);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    // Also with a session, where the page is loaded at once.
    await page.goto("about:blank");
    await page.goto(`${fixture.url}#/operators`);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    for (const { title } of PAGES) await open(page, title);
    const asked = fixture.asked.map((url) => url.split("/").pop() ?? "");
    expect(asked.filter((file) => ofFleet.includes(file))).toEqual([]);
  });

  it("leaves Cyrillic out until there is content, and not only a background", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.page({ locale: "ru", at: "about:blank" });
    await page.addInitScript(PAINTS_ON_CALL);
    await page.goto(fixture.url);
    await page.locator('input[type="password"]').waitFor();
    const isAsked = () => fixture.asked.some((url) => url.includes("cyrillic"));
    await page.evaluate(`paint("first-paint")`);
    await page.evaluate(`fetch("./icon.svg")`);
    await eventually(() => fixture.asked.filter((url) => url.endsWith("icon.svg")).length).toBeGreaterThan(0);
    expect(isAsked()).toBe(false);
    await page.evaluate(`paint("first-contentful-paint")`);
    await eventually(isAsked).toBe(true);
  });
});

/** Reports paints to the page when `paint` is called: a browser paints both in one frame, except when it is busy. */
const PAINTS_ON_CALL = `
  window.PerformanceObserver = class {
    constructor(heard) {
      window.paint = (paint) => heard({ getEntriesByName: (name) => (name === paint ? [{ name }] : []) }, this);
    }
    observe() {}
    disconnect() {}
  };
`;

interface Typefaces {
  readonly fonts: readonly { readonly name: string; readonly start: number }[];
  readonly painted: number;
}

/** Resolves when the typefaces of the language have loaded. Cyrillic loads after the first paint, and is not counted. */
const TYPEFACES = `new Promise((done) => {
  const look = async () => {
    await document.fonts.ready;
    const fonts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".woff2"))
      .map(({ name, startTime: start }) => ({ name, start }));
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    const wanted = document.documentElement.lang === "ru" ? 2 : 1;
    if (painted === undefined || fonts.length < wanted) return setTimeout(look, 50);
    done({ fonts, painted: painted.startTime });
  };
  look();
})`;

/** The files that were asked for. Cyrillic comes later, and calls are not files. */
const filesOf = (urls: readonly string[]): readonly string[] =>
  [...new Set(urls.map((url) => new URL(url).pathname))].filter(
    (path) => !path.endsWith("/rpc") && !path.includes("cyrillic"),
  );

const sizeOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + compressed(path === "/" ? "/index.html" : path), 0);

/** As the service sends it: typefaces are already compressed. */
const compressed = (path: string): number => {
  const file = readFileSync(join(dist, path));
  return path.endsWith(".woff2") ? file.length : gzipSync(file, { level: 9 }).length;
};
