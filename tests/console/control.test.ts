import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { generateKeys, unpack, writeFeed } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { problems } from "./support/accessible.js";
import { ConsoleFixture, open, PASSWORD } from "./support/console-fixture.js";
import { eventually } from "./support/eventually.js";

const badge = (page: Page) => page.locator(".badge");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** Opens "Without waiting…" and clicks a button in it. */
const pressNow = async (page: Page, name: string) => {
  await page.locator("summary", { hasText: "Without waiting…" }).click();
  await press(page, name);
};
/** Searches for a command in the palette. */
const search = async (page: Page, typed: string) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(typed);
  return page.getByRole("option", { name: typed });
};
/** Whether a file of the page is there, by the beginning of its name. */
const LOADED = (name: string) =>
  `performance.getEntriesByType("resource").some(
    ({ name, responseEnd }) => name.includes("/${name}-") && responseEnd > 0
  )`;
const confirm = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

/** Waits for a text of the badge; each try advances the router's clock by a second. */
const badgeInTime = (fixture: ConsoleFixture, page: Page) =>
  eventually(() => {
    fixture.clock.advance(1_000);
    return badge(page).textContent();
  });

describe("controlling the router", () => {
  it("asks before it cuts tunnels, says how many, and does nothing on cancel", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Control");
    await pressNow(page, "Restart now…");
    const dialog = page.getByRole("dialog", { name: "Restart the router now?" });
    await eventually(() => dialog.textContent()).toMatch(/\d+ participating tunnels will be cut\./);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await eventually(() => page.evaluate("document.activeElement.textContent")).toBe("Restart now…");
    // An action would have been sent before the next poll.
    await page.waitForResponse((response) => response.request().postData()?.includes("status") === true);
    expect(fixture.sent.filter((body) => body.includes("RouterManager"))).toEqual([]);
    await eventually(() => badge(page).textContent()).toBe("All is well");
  });

  it("shows the time left of a graceful wait, and allows another action instead", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Control");
    await press(page, "Restart gracefully…");
    await confirm(page, "Restart gracefully");
    await badge(page).getByText("Restarts when the tunnels have ended").waitFor();
    const timer = page.getByRole("timer");
    await eventually(() => timer.textContent()).toMatch(/^(10|[0-9]):[0-5][0-9]$/);
    const before = await timer.textContent();
    await eventually(() => timer.textContent()).not.toBe(before);

    await press(page, "Shut down gracefully…");
    await confirm(page, "Shut down gracefully");
    await badge(page).getByText("Stops when the tunnels have ended").waitFor();
    await pressNow(page, "Shut down now…");
    await confirm(page, "Shut down now");
    await badgeInTime(fixture, page).toBe("The router is stopped");
    await page.getByText("The router is stopped").first().waitFor();
  });

  it("cancels a graceful wait from any page, if the router can, and it keeps running", async () => {
    const fixture = await ConsoleFixture.open();
    const { simulator } = fixture;
    const read = simulator.read.bind(simulator);
    simulator.read = async (signal) => {
      const { phase, ...rest } = await read(signal);
      return { ...rest, phase: phase.name === "draining" ? { ...phase, cancellable: false } : phase };
    };
    const page = await fixture.signedIn("Events");
    await fixture.ask("RouterManager", { ShutdownGraceful: null });
    await page.getByRole("timer").waitFor();
    await page.getByText("This router cannot cancel the wait from here.").waitFor();
    expect(await page.getByRole("button", { name: "Cancel shutdown" }).count()).toBe(0);
    simulator.read = read;
    await press(page, "Cancel shutdown");
    await page.getByRole("timer").waitFor({ state: "detached" });
    await eventually(() => badge(page).textContent()).toBe("All is well");
    expect((await fixture.ask("pilothouse.status"))["phase"]).toBe("running");
  });

  it("starts a stopped router again, and shows what a stopped one cannot do", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Control");
    await fixture.ask("NetworkSetting", { "svc.router.net.ntcp.port": "12345" });
    const saved = page.locator("main").getByText("Restart to apply saved settings.");
    await saved.waitFor();
    await fixture.ask("RouterManager", { RestartGraceful: null });
    // The restart that was asked for applies them.
    await saved.waitFor({ state: "detached" });
    await fixture.ask("pilothouse.cancel", {});
    await saved.waitFor();
    await fixture.ask("RouterManager", { Shutdown: null });
    await badgeInTime(fixture, page).toBe("The router is stopped");
    // Its next start applies them.
    await saved.waitFor({ state: "detached" });
    const found = await search(page, "Start a reseed");
    await found.and(page.getByRole("option", { disabled: true })).waitFor();
    expect(await found.textContent()).toContain("The router does not run, so it cannot reseed");
    await page.keyboard.press("Enter");
    await found.waitFor();
    await page.keyboard.press("Escape");
    // Each page says it once, and Control does not send you to Control.
    const reseed = page.getByRole("button", { name: "Start a reseed" });
    await eventually(() => reseed.isDisabled()).toBe(true);
    const said = page.locator("main").getByText("The router is stopped");
    await eventually(() => said.count()).toBe(1);
    expect(await page.locator("main").getByRole("link", { name: "Control" }).count()).toBe(0);
    await page.getByText(/^Version of the router: \d/).waitFor();
    await open(page, "Overview");
    await eventually(() => said.count()).toBe(1);
    await page.locator(".state").getByRole("button", { name: "Start", exact: true }).waitFor();
    // The last values of the router are gone.
    const values = page.locator(".tile .value");
    await eventually(async () => (await values.allTextContents()).join()).toMatch(
      /^(0|–)(\u00a0B\/s)?(,(0|–)(\u00a0B\/s)?){4}$/,
    );
    await eventually(() => page.locator(".facts").textContent()).toContain("Uptime–");
    await page.getByLabel(/^Bandwidth\. Inbound –, Outbound –/).waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Control" }).click();
    await page.getByRole("heading", { level: 1, name: "Control" }).waitFor();
    fixture.clock.speed = 0;
    await press(page, "Start");
    await badge(page).getByText("Starting").waitFor();
    await badgeInTime(fixture, page).toBe("All is well");
  });

  it("shows the effect of an action before another one is possible", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Control");
    // This poll began before the action, and is answered after it.
    const release = await fixture.holdBack(page, "pilothouse.status", "answer");
    await page.waitForRequest((request) => request.postData()?.includes("pilothouse.status") === true);
    await press(page, "Shut down gracefully…");
    const acted = page.waitForResponse(
      (response) => response.request().postData()?.includes("RouterManager") === true,
    );
    await confirm(page, "Shut down gracefully");
    const shown = page.evaluate(`new Promise((resolve) => {
      const look = () => {
        const ready = document.querySelector("main .choices-list button:enabled") !== null;
        if (ready) resolve(document.querySelector(".badge").textContent);
        else requestAnimationFrame(look);
      };
      look();
    })`);
    await acted;
    release();
    expect(await shown).toBe("Stops when the tunnels have ended");
  });

  it("reseeds, and shows the progress and the result", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Control");
    fixture.clock.speed = 0;
    await press(page, "Start a reseed");
    await page.getByText(/Reseeding… [\d,]+ peers known so far/).waitFor();
    await page.getByRole("progressbar", { name: "Reseed" }).waitFor();
    const over = page.locator("p", { hasText: /The reseed is over: [\d,]+ peers known/ });
    await eventually(() => {
      fixture.clock.advance(1_000);
      return over.count();
    }).toBe(1);
  });
});

describe("the search", () => {
  it("finds settings, tokens and events in the reader's language and in English, and opens the field", async () => {
    const fixture = await ConsoleFixture.open();
    await fixture.ask("pilothouse.createToken", { name: "grafana", scope: "read" });
    await fixture.ask("pilothouse.settings", { set: { "budget.day": 2 } });
    const page = await fixture.signedIn("Overview");
    await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
    await (await search(page, "TCP-Port")).click();
    const field = page.getByLabel("TCP-Port");
    await eventually(() => page.evaluate("document.activeElement.id")).toBe(await field.getAttribute("id"));
    for (const [typed, found] of [
      ["csv", "Als CSV speichern"],
      ["backup", "Sicherung"],
      ["bandwidth", "Bandbreite"],
      ["port", "UDP-Port"],
      ["webhook", "Webhook"],
      ["notify.webhook", "Webhook"],
      ["grafana", "grafana"],
      ["i2np.bandwidth.inb", "i2np.bandwidth.inboundKBytesPerSecond"],
      ["geändert von", "Einstellungen geändert von"],
    ] as const) {
      await search(page, typed);
      await page.getByRole("option", { name: found }).first().waitFor();
      await page.keyboard.press("Escape");
    }
    await (await search(page, "grafana")).first().click();
    await page.locator(".revealed", { hasText: "grafana" }).waitFor();
  });
});

describe("updates", () => {
  it("are not found without a feed, and nothing can be clicked while the service is away", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Control");
    // The other card that is always there.
    const backup = "sudo pilothouse backup --encrypt pilothouse.backup --data-dir /srv/attic";
    await page.getByText(backup, { exact: true }).waitFor();
    await press(page, "Download a backup…");
    const dialog = page.getByRole("dialog");
    const save = dialog.getByRole("button", { name: "Download", exact: true });
    await dialog.getByLabel("Passphrase", { exact: true }).fill("password1234");
    await dialog.getByLabel("Repeat the passphrase").fill("password1234");
    await dialog.getByLabel("Password", { exact: true }).fill("a wrong one");
    await save.click();
    await dialog.getByText("This password is among the first that are tried").waitFor();
    for (const label of ["Passphrase", "Repeat the passphrase"])
      await dialog.getByLabel(label, { exact: true }).fill("five grey herons");
    await save.click();
    await dialog.getByText("The password is wrong.").waitFor();
    expect(await problems(page)).toEqual([]);
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    const [file] = await Promise.all([page.waitForEvent("download"), save.click()]);
    expect(file.suggestedFilename()).toMatch(/^pilothouse-[\d-]{10}\.backup$/);
    const saved = await unpack(await readFile(await file.path()), async () => "five grey herons");
    expect(saved.files.map(({ path }) => path)).toContain("pilothouse.db");
    await dialog.waitFor({ state: "detached" });
    await press(page, "Look for updates");
    await page.locator("main").getByText("Updates aren't set up.").first().waitFor();

    // The code of the palette is loaded when the page has nothing else to do.
    await eventually(() => page.evaluate(LOADED("dialogs"))).toBe(true);
    await press(page, "Restart gracefully…");
    const confirmation = page.getByRole("dialog").getByRole("button", { name: "Restart gracefully" });
    await eventually(() => confirmation.isEnabled()).toBe(true);
    await fixture.stop();
    await eventually(() => confirmation.isEnabled()).toBe(false);
    await page.getByRole("dialog").getByText("The service does not answer.").waitFor();
    await page.keyboard.press("Escape");
    for (const name of ["Look for updates", "Start a reseed", "Restart gracefully…"])
      await eventually(() => page.getByRole("button", { name }).isEnabled()).toBe(false);
    const option = await search(page, "Start a reseed");
    await eventually(() => option.getAttribute("aria-disabled")).toBe("true");
    await fixture.start();
    await eventually(() => option.getAttribute("aria-disabled")).toBe("false");
    await page.keyboard.press("Escape");
    await eventually(() => page.getByRole("button", { name: "Look for updates" }).isEnabled()).toBe(true);
  });

  it("are not said to be missing if nothing could be found out: the page says why", async () => {
    const settings = { "update.feed": "/nowhere/at/all", "update.public_key": generateKeys().publicKey };
    const fixture = await ConsoleFixture.open({ settings });
    const page = await fixture.signedIn("Control");
    await press(page, "Look for updates");
    await page.locator("main").getByText("The update feed cannot be read").first().waitFor();
  });

  it("are found, confirmed and installed, also while another page is open", async () => {
    const dir = scratch();
    const { publicKey, privateKeyPem } = generateKeys();
    const [file, outDir] = [join(dir, "router.bin"), join(dir, "feed")];
    writeFileSync(file, "a new router");
    await writeFeed({ file, product: "simulator", version: "2.11.0", outDir, privateKeyPem });
    const fixture = await ConsoleFixture.open({
      settings: { "update.feed": outDir, "update.public_key": publicKey },
    });
    const page = await fixture.signedIn("Control");
    await press(page, "Look for updates");
    await page.getByText("An update is available: version 2.11.0.").first().waitFor();
    await open(page, "Overview");
    const offered = join(outDir, "router.bin");
    rmSync(offered);
    await press(page, "Install the update…");
    await confirm(page, "Install the update");
    // It says why, and can be tried again.
    await page.locator(".to-do").getByRole("alert").getByText("router.bin").waitFor();
    await open(page, "Control");
    await page.locator("main").getByRole("alert").getByText("router.bin").waitFor();
    await open(page, "Overview");
    copyFileSync(file, offered);
    const release = await fixture.holdBack(page, "RouterManager", "answer");
    await press(page, "Install the update…");
    await confirm(page, "Install the update");
    await page.locator(".to-do").getByRole("progressbar", { name: "Updates" }).waitFor();
    await open(page, "Audit");
    release();
    await open(page, "Overview");
    await page.locator(".to-do .notice.info", { hasText: "Version 2.11.0 is installed" }).waitFor();
    await open(page, "Control");
    await page.locator(".notice", { hasText: "Version 2.11.0 is installed" }).waitFor();
    // The service knows that a restart is pending, so a reloaded page says so too.
    await page.reload();
    await open(page, "Overview");
    const todo = page.locator(".to-do li", { hasText: "Restart to run the new version, 2.11.0." });
    await todo.getByRole("button", { name: "Restart gracefully…" }).waitFor();
    fixture.clock.advance(1_000);
    await fixture.ask("RouterManager", { Restart: null });
    await eventually(() => {
      fixture.clock.advance(1_000);
      return todo.count();
    }).toBe(0);
  });
});
