import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Stage, signIn } from "./stage.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PAGES = [
  "overview",
  "control",
  "network",
  "advanced",
  "applications",
  "rates",
  "sessions",
  "audit",
  "explorer",
] as const;
const LOOKS = [
  { name: "desktop, light", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { name: "desktop, dark", colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  { name: "phone, light", colorScheme: "light", viewport: { width: 390, height: 844 } },
  { name: "phone, dark", colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What keeps people out, as axe sees it. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate("axe.run()")) as { violations: readonly Finding[] };
  return violations
    .filter(({ impact }) => impact !== "minor")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Pixels by which the page is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

describe.each(LOOKS)("everyone can use it ($name)", ({ name: _name, ...look }) => {
  it("signing in", async () => {
    const page = await stage.page(look);
    expect(await findings(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.context().close();
  });

  it("every page, without sideways scrolling", async () => {
    const page = await stage.signedIn(look);
    const found: unknown[] = [];
    for (const name of PAGES) {
      await page.goto(`${stage.url}#/${name}`);
      await page.waitForLoadState("networkidle", { timeout: 700 }).catch(() => {});
      const wide = await overflow(page);
      if (wide !== 0) found.push(`${name} is ${wide} pixels too wide`);
      found.push(...(await findings(page)).map((finding) => `${name}: ${finding}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  it("a question", async () => {
    const page = await stage.signedIn(look);
    await page.goto(`${stage.url}#/control`);
    await page.getByRole("button", { name: "Shut down now…" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
});

describe("the keyboard alone", () => {
  const focused = (page: Page) => page.evaluate("document.activeElement.textContent.trim()");

  it("signs in, skips the menu, follows a link, and steers", async () => {
    const page = await stage.page();
    await page.locator("input:focus").waitFor();
    await page.keyboard.type("three blue herons at low tide");
    await page.keyboard.press("Enter");
    await page.locator(".tile").first().waitFor();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("Overview");

    for (let presses = 0; presses < 30 && (await focused(page)) !== "Control"; presses++)
      await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Control" }).waitFor();
    await expect.poll(() => focused(page)).toBe("Control");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Restart now…");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    expect(await focused(page)).toBe("Cancel");
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("Restart now…");
    await page.context().close();
  });
});

describe("a phone", () => {
  it("steers as well: the menu, a setting, its restart", async () => {
    const page = await stage.signedIn({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const menu = page.getByRole("button", { name: "Menu" });
    expect(await page.getByRole("navigation").isVisible()).toBe(false);
    await menu.tap();
    expect(await menu.getAttribute("aria-expanded")).toBe("true");
    await page.getByRole("link", { name: "Network settings" }).tap();
    expect(await page.getByRole("navigation").isVisible()).toBe(false);
    await page.getByLabel("TCP port").fill("24200");
    await page.getByRole("button", { name: "Save the change" }).tap();
    await page.getByRole("link", { name: "Restart…" }).tap();
    await page.getByRole("button", { name: "Restart gracefully…" }).tap();
    await page.getByRole("button", { name: "Yes, do it" }).tap();
    await page.getByRole("timer").waitFor();
    expect(await overflow(page)).toBe(0);
    await page.context().close();
  });
});

describe("languages and themes", () => {
  it.each([
    ["de-AT", "Anmelden", "Übersicht"],
    ["es-MX", "Iniciar sesión", "Resumen"],
    ["fr-CA", "Connexion", "Vue d’ensemble"],
    ["pt-BR", "Entrar", "Visão geral"],
    ["ru-RU", "Вход", "Обзор"],
    ["zh-CN", "登录", "概览"],
    ["fi-FI", "Sign in", "Overview"],
  ])("speaks to a browser that prefers %s", async (locale, title, overview) => {
    const page = await stage.page({ locale });
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await signIn(page);
    await page.getByRole("heading", { level: 1, name: overview }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe(
      locale.startsWith("fi") ? "en" : locale.slice(0, 2),
    );
    await page.context().close();
  });

  it("loads the chosen language and no other", async () => {
    const page = await stage.page({ locale: "de-DE" });
    const languages = new Set<string>();
    page.on("response", (response) => {
      const [, language] = /\/(de|en|es|fr|pt|ru|zh)-[^/]*\.js$/.exec(response.url()) ?? [];
      if (language !== undefined) languages.add(language);
    });
    await page.reload();
    await page.getByRole("heading", { name: "Anmelden" }).waitFor();
    expect([...languages]).toEqual(["de"]);
    await page.context().close();
  });

  it("changes language and theme at once, and keeps both for the next visit", async () => {
    const page = await stage.page();
    const ground = () => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    const light = await ground();
    await page.getByRole("combobox", { name: "Theme" }).selectOption("Dark theme");
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.getByRole("combobox", { name: "Language" }).selectOption("Français");
    await page.getByRole("heading", { name: "Connexion" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Connexion" }).waitFor();
    expect(await ground()).toBe(dark);
    await page.context().close();
  });
});
