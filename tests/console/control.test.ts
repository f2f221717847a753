import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateKeys, writeFeed } from "@pilothouse/server";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { open, Stage } from "./stage.js";

const badge = (page: Page) => page.locator(".badge");
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const confirm = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Yes, do it" }).click();

describe("steering the router", () => {
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(() => stage.close());

  it("asks before it cuts tunnels, says how many, and does nothing when it is left", async () => {
    page = await stage.signedIn();
    await open(page, "Control");
    await press(page, "Restart now…");
    const dialog = page.getByRole("dialog", { name: "Restart the router now?" });
    expect(await dialog.textContent()).toMatch(
      /\d+ tunnels of other people pass through this router and break off/,
    );
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Restart now…");
    expect(await badge(page).textContent()).toBe("All is well");
  });

  it("shows the time that a graceful wait has left, and lets another action overtake it", async () => {
    await press(page, "Restart gracefully…");
    await confirm(page);
    await badge(page).getByText("Restarts when the tunnels have ended").waitFor();
    const timer = page.getByRole("timer");
    expect(await timer.textContent()).toMatch(/^(10|[0-9]):[0-5][0-9]$/);
    const before = await timer.textContent();
    await expect.poll(() => timer.textContent()).not.toBe(before);

    await press(page, "Shut down gracefully…");
    await confirm(page);
    await badge(page).getByText("Stops when the tunnels have ended").waitFor();
    await press(page, "Shut down now…");
    await confirm(page);
    stage.clock.pass(2_000);
    await badge(page).getByText("Stopped").waitFor();
    await page.getByText("Router: Stopped.").waitFor();
  });

  it("starts a stopped router again", async () => {
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await badge(page).getByText("Starting").waitFor();
    await stage.live(60_000, 1_000);
    await badge(page).getByText("All is well").waitFor();
  });

  it("reseeds, with progress and its end", async () => {
    await page.getByRole("button", { name: "Start a reseed" }).click();
    await page.getByText(/Reseeding… [\d,]+ peers known so far/).waitFor();
    expect(await page.getByRole("progressbar", { name: "Reseed" }).count()).toBe(1);
    stage.clock.pass(12_000);
    await page.locator("p", { hasText: /The reseed is over: [\d,]+ peers known/ }).waitFor();
  });

  it("says so when there is no feed to look for updates in", async () => {
    await press(page, "Look for updates");
    await page.locator("main").getByText("No update feed is set").first().waitFor();
    await page.context().close();
  });
});

describe("updates", () => {
  let stage: Stage;
  let dir: string;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "pilothouse-feed-"));
    const keys = generateKeys();
    const file = join(dir, "router.bin");
    writeFileSync(file, "a new router");
    const { privateKeyPem } = keys;
    await writeFeed({ file, version: "2.11.0", outDir: join(dir, "feed"), privateKeyPem });
    stage = await Stage.open({
      settings: { "update.feed": join(dir, "feed"), "update.public_key": keys.publicKey },
    });
  });
  afterAll(async () => {
    await stage.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it("are found, asked about and installed, and go on while another page is read", async () => {
    const page = await stage.signedIn();
    await open(page, "Control");
    await press(page, "Look for updates");
    await page.getByText("There is an update.").first().waitFor();
    await press(page, "Install the update…");
    await confirm(page);
    await open(page, "Audit");
    await open(page, "Control");
    await page.locator(".notice", { hasText: "Version 2.11.0 is installed" }).waitFor();
    await page.context().close();
  });
});
