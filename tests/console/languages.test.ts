import { describe, expect, it } from "vitest";
import { ConsoleFixture, drawn, signIn } from "./support/console-fixture.js";
import { eventually } from "./support/eventually.js";

describe("languages and themes", () => {
  it.each([
    ["de-AT", "de", "Anmelden", "Übersicht"],
    ["es-MX", "es", "Iniciar sesión", "Resumen"],
    ["fr-CA", "fr", "Connexion", "Vue d’ensemble"],
    ["pt-BR", "pt", "Entrar", "Visão geral"],
    ["ru-RU", "ru", "Вход", "Обзор"],
    ["zh-CN", "zh", "登录", "概览"],
    ["fi-FI", "en", "Sign in", "Overview"],
  ])(
    "uses the language of a browser that prefers %s, and loads no other",
    async (locale, language, title, overview) => {
      const fixture = await ConsoleFixture.open();
      const page = await fixture.page({ locale });
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await signIn(page);
      await page.getByRole("heading", { level: 1, name: overview }).waitFor();
      await eventually(() => page.locator("html").getAttribute("lang")).toBe(language);
      const loaded = fixture.asked.map((url) => /\/(de|en|es|fr|pt|ru|zh)-[^/]*\.js$/.exec(url)?.[1]);
      expect([...new Set(loaded.filter((one) => one !== undefined))]).toEqual([language]);
    },
  );

  it("changes language and theme at once, and keeps both for the next visit", async () => {
    const page = await (await ConsoleFixture.open()).page();
    const ground = () => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    const light = await ground();
    await page.getByRole("combobox", { name: "Theme" }).selectOption("Dark theme");
    await eventually(ground).not.toBe(light);
    const dark = await ground();
    await page.getByRole("combobox", { name: "Language" }).selectOption("Français");
    await page.getByRole("heading", { name: "Connexion" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Connexion" }).waitFor();
    await eventually(ground).toBe(dark);
  });

  it("keeps its language if another cannot be loaded, and says why", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.page();
    const chooser = page.getByRole("combobox", { name: "Language" });
    await chooser.waitFor();
    await fixture.stop();
    await chooser.selectOption("Français");
    const dialog = page.getByRole("dialog", { name: "Français" });
    await dialog.getByText("This could not be loaded: the service does not answer").waitFor();
    await eventually(() => chooser.inputValue()).toBe("en");
    await fixture.start();
    // It is loaded as soon as that is possible.
    await page.getByRole("heading", { name: "Connexion" }).waitFor();
    await dialog.waitFor({ state: "detached" });
    // Also at the beginning, when there are no texts yet.
    const french = /\/fr-[^/]*\.js$/;
    await page.route(french, (route) => route.abort());
    await page.reload();
    await page.getByText("The console could not be loaded").waitFor();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await page.unroute(french);
    await page.getByRole("heading", { name: "Connexion" }).waitFor();
    expect(await page.getByText("The console could not be loaded").count()).toBe(0);
  });

  it("ends with the language chosen last, in any order of arrival", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.page();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/fr-[^/]*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    const chooser = page.getByRole("combobox", { name: "Language" });
    await chooser.selectOption("Français");
    await chooser.selectOption("Deutsch");
    await page.getByRole("heading", { name: "Anmelden" }).waitFor();
    const french = fixture.asked.find((url) => /\/fr-[^/]*\.js$/.test(url)) ?? "";
    release();
    // Resolves after the page's own import of it.
    await page.evaluate(`import(${JSON.stringify(french)}).then(() => undefined)`);
    await drawn(page);
    await eventually(() => page.locator("html").getAttribute("lang")).toBe("de");
    await page.getByRole("heading", { name: "Anmelden" }).waitFor();
  });
});
