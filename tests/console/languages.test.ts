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

describe("a refusal of the service", () => {
  it("is at its field, wholly in the reader's language", async () => {
    const fixture = await ConsoleFixture.open();
    await fixture.ask("pilothouse.createToken", { name: "grafana", scope: "read" });
    const { found } = (await fixture.ask("pilothouse.names", { lookup: "forum.i2p" })) as {
      found: { destination: string };
    };
    const web = { action: "create", name: "web", options: { Type: "client", Port: "6668" } };
    const changes = [{ ...web, options: { ...web.options, TargetDestination: "irc.echelon.i2p" } }];
    await fixture.ask("pilothouse.tunnels", { changes });
    const page = await fixture.page({ locale: "de-DE" });
    await signIn(page);
    const to = (path: string) => page.evaluate((where) => location.assign(`#/${where}`), path);
    const wrong = (label: string) =>
      page.locator(".field", { has: page.getByLabel(label, { exact: true }) }).locator(".wrong");
    const click = (name: string) => page.getByRole("button", { name, exact: true }).click();

    await to("applications");
    await page.getByLabel("Name").fill("grafana");
    await click("Token erstellen");
    await wrong("Name").getByText("Der Name ist vergeben").waitFor();
    // The focus is where it can be mended, and what is typed there is not called wrong before it is sent.
    await eventually(() => page.locator(":focus").getAttribute("aria-invalid")).toBe("true");
    await page.keyboard.type("-2");
    await eventually(() => wrong("Name").count()).toBe(0);

    await to("rates");
    await page.getByLabel("Messgröße").fill("moon");
    await click("Berechnen");
    await wrong("Messgröße").getByText("Diese Messgröße ist unbekannt").waitFor();
    await page.getByLabel("Zeitraum").fill("0");
    await wrong("Zeitraum").getByText("Von 0,0167 bis 44.640.").waitFor();

    await to("addressbook");
    await page.getByLabel("Name oder .b32.i2p-Adresse").fill("forum");
    await click("Nachschlagen");
    await wrong("Name oder .b32.i2p-Adresse").getByText("Nötig ist ein Name, der auf .i2p endet").waitFor();
    const [name, destination] = [page.getByLabel("Name", { exact: true }), page.getByLabel("Destination")];
    await name.fill("stats.i2p");
    await destination.fill(found.destination);
    await click("Namen hinzufügen");
    await wrong("Name").getByText("stats.i2p führt woanders hin").waitFor();
    await name.fill("new.i2p");
    await destination.fill("A".repeat(520));
    await click("Namen hinzufügen");
    await wrong("Destination").getByText("Nötig ist eine ganze Destination in I2Ps Base64").waitFor();

    await to("traffic");
    await page.getByLabel("Menge").fill("1.23456789");
    await page.getByRole("button", { name: "Speichern" }).first().click();
    await wrong("Menge").getByText("Nötig ist").waitFor();

    // A tunnel is refused before anything is asked about what it would interrupt.
    await to("tunnels");
    await click("Einen IRC-Server erreichen …");
    await page.getByLabel("Name", { exact: true }).fill("web");
    await click("Weiter …");
    await wrong("Name").getByText("Es gibt schon einen Tunnel namens „web“").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("irc");
    await click("Weiter …");
    await wrong("Port auf dem Rechner des Routers").getByText("Port 6668").waitFor();
    await page.getByLabel("Port auf dem Rechner des Routers").fill("6669");
    await page.getByLabel("Name oder Adresse in I2P").fill("irc");
    await click("Weiter …");
    await wrong("Name oder Adresse in I2P").getByText("Nötig ist ein Name, der auf .i2p endet").waitFor();
    await page.getByLabel("Name oder Adresse in I2P").fill("irc.echelon.i2p");
    await page.getByText("Weitere Optionen").click();
    const file = { name: "key.dat", mimeType: "application/octet-stream", buffer: Buffer.from("no key") };
    await page.locator('input[type="file"]').setInputFiles(file);
    await click("Weiter …");
    await page.locator(".wrong").getByText("Das ist keine Schlüsseldatei eines Tunnels").waitFor();

    expect(await page.locator('q[lang="en"]').count()).toBe(0);
  });
});
