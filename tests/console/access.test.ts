import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DESKTOP, overflow, PHONE, problems } from "./support/accessible.js";
import { ConsoleFixture, drawn, open, PASSWORD } from "./support/console-fixture.js";
import { eventually, PATIENCE } from "./support/eventually.js";
import { type Box, boxes, layoutProblems } from "./support/layout.js";
import { PAGES } from "./support/pages.js";

/** Enough for many pages on a busy machine. */
const MANY_PAGES = 20 * PATIENCE;

describe("accessibility, in light and dark, without horizontal scrolling", () => {
  it("of the sign-in form", async () => {
    const page = await (await ConsoleFixture.open()).page();
    await page.locator("input:focus").waitFor();
    expect(await problems(page)).toEqual([]);
  });

  it(
    "of every page, with content",
    async () => {
      const fixture = await ConsoleFixture.open();
      await fixture.ask("NetworkSetting", { "svc.router.net.upnp": "false" });
      await fixture.ask("NetworkSetting", { "svc.router.net.ntcp.port": "24200" });
      // One long value must not squeeze the other columns of the audit.
      await fixture.ask("AdvancedSettings", { set: { "a.long.value": "long".repeat(250) } });
      const page = await fixture.signedIn();
      const found: string[] = [];
      for (const { path, title, content } of PAGES) {
        await page.goto(`${fixture.url}#/${path}`);
        await page.getByRole("heading", { level: 1, name: title }).waitFor();
        await content(page).waitFor();
        found.push(...(await problems(page)).map((problem) => `${title}: ${problem}`));
      }
      await page.goto(`${fixture.url}#/welcome`);
      await page.getByText("sudo pilothouse setup i2pd").waitFor();
      found.push(...(await problems(page)));
      await page.getByRole("button", { name: "How to reach it" }).click();
      const { port } = new URL(fixture.url);
      await page.getByText(`ssh -L ${port}:127.0.0.1:${port} you@router-machine`).waitFor();
      expect(found).toEqual([]);
    },
    MANY_PAGES,
  );

  it("is judged by checks that find what overlaps, sticks out, is cut off, squeezed or empty", async () => {
    const page = await (await ConsoleFixture.open()).signedIn("Audit", { viewport: PHONE });
    const addresses = page.locator("td.who code:first-of-type");
    await addresses.first().waitFor({ state: "attached" });
    await eventually(() => layoutProblems(page)).toEqual([]);
    await page.evaluate(`{
      const spoilt = new CSSStyleSheet();
      spoilt.replaceSync(
        "nav { display: block !important } .menu a { margin-bottom: -3rem }" +
        ".brand { translate: 30rem } .card-head { margin-right: -3rem }" +
        ".table { width: 5rem; overflow: hidden } .table > * { width: 30rem }" +
        "td.who code { display: block; width: 2rem; white-space: normal; word-break: break-all }"
      );
      document.adoptedStyleSheets = [spoilt];
      for (const cell of document.querySelectorAll("td[data-column]:not(.who)")) cell.textContent = "";
    }`);
    const kinds = async () => new Set((await layoutProblems(page)).map((one) => one.replace(/:.*/s, "")));
    await eventually(kinds).toEqual(
      new Set([
        ...["overlap in the menu", "out of the screen", "out of the card"],
        ...["cut off", "a column's name without a value", "on two lines"],
      ]),
    );
  });

  it("of the menu on a phone, a dialog, the palette and the list of shortcuts", async () => {
    const page = await (await ConsoleFixture.open()).signedIn("Control");
    await page.setViewportSize(PHONE);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await eventually(() => overflow(page)).toBe(0);
    await page.getByRole("button", { name: "Menu" }).click();
    // It is in sight also for somebody who has scrolled down.
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    const isInSight = () =>
      page
        .getByRole("link", { name: "Overview" })
        .evaluateAll(([link]) => (link?.getBoundingClientRect().bottom ?? 0) > 0);
    expect(await isInSight()).toBe(false);
    await page.getByRole("button", { name: "Menu" }).click();
    await eventually(isInSight).toBe(true);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.locator("summary", { hasText: "Without waiting…" }).click();
    await page.getByRole("button", { name: "Shut down now…" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await problems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.setViewportSize(DESKTOP);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Go to a page or do something" }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await problems(page)).toEqual([]);
  });
});

describe("with the keyboard alone", () => {
  const focused = (page: Page) => page.evaluate("document.activeElement.textContent.trim()");

  it("you can sign in, skip the menu, follow a link and run an action", async () => {
    const page = await (await ConsoleFixture.open()).page();
    await page.locator("input:focus").waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.locator(".tile").first().waitFor();
    await page.keyboard.press("Tab");
    await eventually(() => focused(page)).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    await eventually(() => focused(page)).toBe("Overview");

    // Only the Tab key moves the focus, so wait until it has moved.
    for (let presses = 0; presses < 30 && (await focused(page)) !== "Control"; presses++)
      await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    // The link has the same text as the heading, and the page's code loads after the heading is there.
    await page.locator("h1:focus", { hasText: "Control" }).waitFor();
    await page.getByRole("button", { name: "Restart gracefully…" }).waitFor();
    await page.keyboard.press("Tab");
    await eventually(() => focused(page)).toBe("Restart gracefully…");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await eventually(() => focused(page)).toBe("Cancel");
    await page.keyboard.press("Enter");
    await eventually(() => focused(page)).toBe("Restart gracefully…");
  });
});

describe("shortcuts", () => {
  it("open every page and action with Ctrl-K, also by its old name, and pages with two keys", async () => {
    const page = await (await ConsoleFixture.open()).signedIn();
    const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Go to a page or do something" });
    await field.fill("web applications");
    await page.keyboard.press("Enter");
    await heading("Access for other programs");
    await page.keyboard.press("g");
    await page.keyboard.press("e");
    await heading("Events");
    await page.getByRole("button", { name: "Search" }).click();
    await field.fill("restart");
    const options = page.getByRole("listbox").getByRole("option");
    await eventually(async () => (await options.allTextContents()).slice(0, 2)).toEqual([
      "Restart gracefully… Router",
      "Restart now… Router",
    ]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Restart the router now?" }).waitFor();
  });

  it("the page can be installed as an app", async () => {
    const page = await (await ConsoleFixture.open()).page();
    const session = await page.context().newCDPSession(page);
    await eventually(async () => {
      const { url, errors } = await session.send("Page.getAppManifest");
      return { url: url.endsWith("/manifest.webmanifest"), errors };
    }).toEqual({ url: true, errors: [] });
  });
});

describe("forced colours", () => {
  it("keep the switches and the current page visible", async () => {
    const page = await (await ConsoleFixture.open()).signedIn("Access for other programs", {
      forcedColors: "active",
    });
    const look = (selector: string, what: string) =>
      page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${what}`);
    expect(await look(".switch", "borderTopStyle")).toBe("solid");
    expect(await look(".menu [aria-current]", "outlineStyle")).toBe("solid");
    await open(page, "Network settings");
    await page.getByLabel("TCP port").fill("24201");
    await page.locator(".menu .dot").waitFor();
    expect(await look(".menu .dot", "borderTopStyle")).toBe("solid");
  });
});

describe("a large screen", () => {
  /** The distances between cards that stand below each other. */
  function gaps(cards: readonly Box[]): readonly number[] {
    return [...new Set(cards.map(({ left }) => left))].flatMap((column) => {
      const below = cards.filter(({ left }) => left === column).sort((a, b) => a.top - b.top);
      return below.slice(1).map(({ top }, index) => Math.round(top - (below[index]?.bottom ?? 0)));
    });
  }

  it("is used up to its right edge, with graphs in line, without holes between cards or needless scrolling", async () => {
    const page = await (await ConsoleFixture.open()).signedIn("Overview", {
      viewport: { width: 2_560, height: 1_440 },
    });
    await drawn(page);
    const cards = await boxes(page, "main .card");
    expect(Math.max(...cards.map(({ right }) => right))).toBeGreaterThan(2_500);
    const small = await boxes(page, ".graph:not(:first-child) .u-over");
    expect(small).toHaveLength(3);
    expect(new Set(small.map(({ top }) => Math.round(top))).size).toBe(1);

    // What does not fill an even wider one is in the middle of it.
    await page.setViewportSize({ width: 3_840, height: 1_440 });
    await drawn(page);
    const [menu, main] = [await boxes(page, "nav"), await boxes(page, "main")];
    expect(3_840 - (main[0]?.right ?? 0)).toBeCloseTo((main[0]?.left ?? 0) - (menu[0]?.right ?? 0), 0);

    // Graphs shrink with the window.
    await page.setViewportSize(DESKTOP);
    await eventually(() => layoutProblems(page)).toEqual([]);
    await open(page, "Network settings");
    await drawn(page);
    const found = gaps(await boxes(page, "main form .card"));
    expect(found.length).toBeGreaterThan(0);
    expect(Math.max(...found)).toBeLessThan(20);

    await open(page, "Control");
    const tooHigh = "document.documentElement.scrollHeight - document.documentElement.clientHeight";
    await eventually(() => page.evaluate(tooHigh)).toBe(0);
  });
});

describe("a phone", () => {
  const phone = { viewport: PHONE, hasTouch: true, isMobile: true };

  it("can do the same: open the menu, change a setting, restart", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Overview", phone);
    const menu = page.getByRole("button", { name: "Menu" });
    const links = page.locator("nav");
    await links.waitFor({ state: "hidden" });
    await menu.tap();
    await eventually(() => menu.getAttribute("aria-expanded")).toBe("true");
    // The current page closes the menu too.
    await page.getByRole("link", { name: "Overview" }).tap();
    await links.waitFor({ state: "hidden" });
    await menu.tap();
    await page.getByRole("link", { name: "Network settings" }).tap();
    await links.waitFor({ state: "hidden" });
    await page.getByLabel("TCP port").fill("24200");
    await page.getByRole("button", { name: "Save the change" }).tap();
    await page.getByRole("link", { name: "Restart…" }).tap();
    await page.getByRole("button", { name: "Restart gracefully…" }).tap();
    await page.getByRole("button", { name: "Restart gracefully", exact: true }).tap();
    await page.getByRole("timer").waitFor();
    await eventually(() => overflow(page)).toBe(0);
    // German has the longest words.
    await menu.tap();
    await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
    const badge = page.locator(".badge", { hasText: "Startet neu, sobald die Tunnel" });
    await badge.waitFor();
    await eventually(() => layoutProblems(page)).toEqual([]);
  });
});
