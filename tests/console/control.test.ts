import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateKeys, writeFeed } from "@pilothouse/server";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventually } from "./support/eventually.js";
import { open, Stage } from "./support/stage.js";

const badge = (page: Page) => page.locator(".badge");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** Opens what is behind "Now…" and presses it. */
const pressNow = async (page: Page, name: string) => {
  await page.locator("summary", { hasText: "Now…" }).click();
  await press(page, name);
};
const confirm = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

/** Waits for a word of the badge, a second of the router's time at every look. */
const badgeInTime = (stage: Stage, page: Page) =>
  eventually(() => {
    stage.clock.advance(1_000);
    return badge(page).textContent();
  });

describe("steering the router", () => {
  it("asks before it cuts tunnels, says how many, and does nothing when it is left", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn("Control");
    await pressNow(page, "Restart now…");
    const dialog = page.getByRole("dialog", { name: "Restart the router now?" });
    await eventually(() => dialog.textContent()).toMatch(/\d+ transit tunnels will be cut\./);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await eventually(() => page.evaluate("document.activeElement.textContent")).toBe("Restart now…");
    // An order would have been sent before the next look at the router.
    await page.waitForResponse((response) => response.request().postData()?.includes("status") === true);
    expect(stage.sent.filter((body) => body.includes("RouterManager"))).toEqual([]);
    await eventually(() => badge(page).textContent()).toBe("All is well");
  });

  it("shows the time that a graceful wait has left, and lets another action overtake it", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn("Control");
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
    await badgeInTime(stage, page).toBe("The router is stopped");
    await page.getByText("The router is stopped").first().waitFor();
  });

  it("cancels a graceful wait from any page, and the router goes on", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn("Events");
    await stage.ask("RouterManager", { ShutdownGraceful: null });
    await page.getByRole("timer").waitFor();
    await press(page, "Cancel shutdown");
    await page.getByRole("timer").waitFor({ state: "detached" });
    await eventually(() => badge(page).textContent()).toBe("All is well");
    expect((await stage.ask("pilothouse.status"))["phase"]).toBe("running");
  });

  it("starts a stopped router again", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn("Control");
    await stage.ask("RouterManager", { Shutdown: null });
    await badgeInTime(stage, page).toBe("The router is stopped");
    stage.clock.speed = 0;
    await press(page, "Start");
    await badge(page).getByText("Starting").waitFor();
    await badgeInTime(stage, page).toBe("All is well");
  });

  it("shows what an order did before another can be given", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn("Control");
    // This look at the router is older than the order, and its answer comes after it.
    const release = await stage.holdBack(page, "pilothouse.status", "answer");
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

  it("reseeds, with progress and its end", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn("Control");
    stage.clock.speed = 0;
    await press(page, "Start a reseed");
    await page.getByText(/Reseeding… [\d,]+ peers known so far/).waitFor();
    await page.getByRole("progressbar", { name: "Reseed" }).waitFor();
    const over = page.locator("p", { hasText: /The reseed is over: [\d,]+ peers known/ });
    await eventually(() => {
      stage.clock.advance(1_000);
      return over.count();
    }).toBe(1);
  });
});

describe("updates", () => {
  it("are looked for in vain where there is no feed, and the page says so", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn("Control");
    await press(page, "Look for updates");
    await page.locator("main").getByText("Updates aren't set up.").first().waitFor();
  });

  it("are found, asked about and installed, and go on while another page is read", async () => {
    const dir = mkdtempSync(join(tmpdir(), "pilothouse-feed-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const { publicKey, privateKeyPem } = generateKeys();
    const [file, outDir] = [join(dir, "router.bin"), join(dir, "feed")];
    writeFileSync(file, "a new router");
    await writeFeed({ file, product: "simulator", version: "2.11.0", outDir, privateKeyPem });
    const stage = await Stage.open({ settings: { "update.feed": outDir, "update.public_key": publicKey } });
    const page = await stage.signedIn("Control");
    await press(page, "Look for updates");
    await page.getByText("An update is available: version 2.11.0.").first().waitFor();
    await press(page, "Install the update…");
    await confirm(page, "Install the update");
    await open(page, "Audit");
    await open(page, "Control");
    await page.locator(".notice", { hasText: "Version 2.11.0 is installed" }).waitFor();
    // What waits is known to the service: a page that is loaded again says so too, until the restart.
    await page.reload();
    await open(page, "Overview");
    const todo = page.locator(".to-do li", { hasText: "Restart to run the new version, 2.11.0." });
    await todo.getByRole("button", { name: "Restart gracefully…" }).waitFor();
    stage.clock.advance(1_000);
    await stage.ask("RouterManager", { Restart: null });
    await eventually(() => {
      stage.clock.advance(1_000);
      return todo.count();
    }).toBe(0);
  });
});
