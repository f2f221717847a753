import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ConsoleFixture, signIn } from "./support/console-fixture.js";
import { eventually } from "./support/eventually.js";

/** The page with the router's settings, after `set` was added to them. */
async function advancedSettings(set: { readonly [name: string]: string }) {
  const fixture = await ConsoleFixture.open();
  await fixture.ask("AdvancedSettings", { set });
  const page = await fixture.signedIn("Advanced settings");
  const stored = async () =>
    (await fixture.ask("AdvancedSettings", { getAll: "" }))["getAll"] as { readonly [name: string]: string };
  return { fixture, page, stored };
}

const share = (page: Page) => page.getByLabel("Value of router.sharePercentage");
const review = (page: Page) => page.getByRole("button", { name: "Review and write…" }).click();
const dialog = (page: Page) => page.getByRole("dialog", { name: "What will be written" });
const differences = (page: Page) => dialog(page).locator("tbody tr").allTextContents();
const write = (page: Page) => dialog(page).getByRole("button", { name: "Write" });
const written = (page: Page) => page.locator(".notice", { hasText: "The settings were written." }).waitFor();

/** Chooses a file in the next file dialog. */
async function importFile(page: Page, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import…" }).click();
  await (await chooser).setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

describe("advanced settings", () => {
  it("are found by name and by value", async () => {
    const { page, stored } = await advancedSettings({ "router.isHidden": "false" });
    const count = Object.keys(await stored()).length;
    const search = page.getByRole("searchbox");
    await search.fill("BANDWIDTH");
    await page.getByText(`2 of ${count} settings`).waitFor();
    await search.fill("local,upnp");
    await page.getByText(`1 of ${count} settings`).waitFor();
  });

  it("are said to be unset where there are none, and not to match what nobody searched for", async () => {
    const fixture = await ConsoleFixture.open();
    await fixture.ask("AdvancedSettings", { setAll: {} });
    const page = await fixture.page({ at: `${fixture.url}#/advanced` });
    await signIn(page);
    await page.getByText("No settings are set: the router uses its defaults.").waitFor();
    expect(await page.getByText("No setting matches.").count()).toBe(0);
  });

  it("are changed and added after a review of the differences", async () => {
    const { page, stored } = await advancedSettings({ "router.sharePercentage": "80" });
    await share(page).fill("75");
    await page.getByLabel("Name", { exact: true }).fill("router.isHidden");
    await page.getByLabel("Value", { exact: true }).fill("false");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("2 changes").waitFor();
    await review(page);
    await eventually(() => differences(page)).toEqual([
      "router.isHidden–false",
      "router.sharePercentage8075",
    ]);
    await write(page).click();
    await written(page);
    expect(await stored()).toMatchObject({ "router.sharePercentage": "75", "router.isHidden": "false" });
  });

  it.each([
    ["that exists", "router.isHidden", "There is a setting of that name already."],
    ["that cannot be one", "a=b", /A name has 1 to 255 characters/],
  ])("refuse a name %s", async (_what, name, sentence) => {
    const { page } = await advancedSettings({ "router.isHidden": "false" });
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText(sentence).waitFor();
  });

  it("hide secrets until you click to show them, also in the review", async () => {
    const { page, stored } = await advancedSettings({ "i2cp.password": "swordfish" });
    const value = page.getByLabel("Value of i2cp.password");
    await eventually(() => value.getAttribute("type")).toBe("password");
    const row = page.getByRole("row", { name: /i2cp\.password/ });
    await row.getByRole("button", { name: "Show" }).click();
    await eventually(() => value.getAttribute("type")).toBe("text");
    await value.fill("mackerel");
    await review(page);
    await eventually(() => differences(page)).toEqual(["i2cp.password(hidden)(hidden)"]);
    await write(page).click();
    await written(page);
    expect((await stored())["i2cp.password"]).toBe("mackerel");
    // Also while you type a new one.
    const added = page.getByLabel("Value", { exact: true });
    await eventually(() => added.getAttribute("type")).toBe("text");
    await page.getByLabel("Name", { exact: true }).fill("proxy.password");
    await eventually(() => added.getAttribute("type")).toBe("password");
  });

  it("show the service's error for a value, and keep the draft", async () => {
    const { page, stored } = await advancedSettings({ "router.sharePercentage": "80" });
    await share(page).fill("175");
    await review(page);
    await write(page).click();
    const row = page.getByRole("row", { name: /router\.sharePercentage/ });
    await row.getByText(/^A whole number from 0 to 100 is needed/).waitFor();
    expect((await stored())["router.sharePercentage"]).toBe("80");
    await eventually(() => share(page).inputValue()).toBe("175");
    await page.getByRole("button", { name: "Undo: router.sharePercentage" }).click();
    await eventually(() => share(page).inputValue()).toBe("80");
  });

  it("are removed only after you type the word, and what others have written stays", async () => {
    const { fixture, page, stored } = await advancedSettings({ "router.isHidden": "false" });
    await page.getByRole("button", { name: "Remove: router.isHidden" }).click();
    await fixture.ask("AdvancedSettings", { set: { "written.meanwhile": "yes" } });
    const { "router.isHidden": _gone, ...rest } = await stored();
    await review(page);
    await page.getByText("written.meanwhile: yes").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await review(page);
    await dialog(page).getByText("1 setting is removed").waitFor();
    await eventually(() => write(page).isDisabled()).toBe(true);
    await dialog(page).getByLabel("Type “replace” to confirm").fill("replace");
    await write(page).click();
    await written(page);
    expect(await stored()).toEqual(rest);
    expect(rest["written.meanwhile"]).toBe("yes");
  });

  it("write what the review shows, also if the draft changed while the review loaded", async () => {
    const { fixture, page, stored } = await advancedSettings({ "router.sharePercentage": "80" });
    await share(page).fill("75");
    const release = await fixture.holdBack(page, "getAll");
    await review(page);
    await share(page).fill("70");
    release();
    await eventually(() => differences(page)).toEqual(["router.sharePercentage8070"]);
    await write(page).click();
    await written(page);
    expect((await stored())["router.sharePercentage"]).toBe("70");
  });

  it("keep what is typed while a write is in progress", async () => {
    const { fixture, page, stored } = await advancedSettings({ "router.sharePercentage": "80", other: "1" });
    await share(page).fill("75");
    await review(page);
    await eventually(() => differences(page)).toEqual(["router.sharePercentage8075"]);
    const release = await fixture.holdBack(page, '"set"');
    await write(page).click();
    await page.getByLabel("Value of other").fill("2");
    release();
    await eventually(async () => (await stored())["router.sharePercentage"]).toBe("75");
    await page.getByText("1 change", { exact: true }).waitFor();
    await review(page);
    await eventually(() => differences(page)).toEqual(["other12"]);
  });

  it("are exported to a file", async () => {
    const { page, stored } = await advancedSettings({ "router.isHidden": "false" });
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const path = (await (await download).path()) ?? "";
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(await stored());
  });

  it("are imported from a file, with the difference first", async () => {
    const { page, stored } = await advancedSettings({ "router.sharePercentage": "80", "not.in.file": "yes" });
    const { "not.in.file": _gone, ...rest } = await stored();
    const next = { ...rest, "router.sharePercentage": "60" };
    await importFile(page, "settings.json", JSON.stringify(next));
    await page.getByText(`${Object.keys(next).length} settings read.`).waitFor();
    await page.getByLabel("They are removed").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await review(page);
    await eventually(() => differences(page)).toEqual(["not.in.fileyes–", "router.sharePercentage8060"]);
    await dialog(page).getByLabel(/Type/).fill("replace");
    await write(page).click();
    await written(page);
    expect(await stored()).toEqual(next);
  });

  it("are not imported from a file with other content", async () => {
    const { page } = await advancedSettings({ "router.isHidden": "false" });
    await importFile(page, "x.txt", "hello");
    await page.getByText(/neither a JSON object/).waitFor();
  });
});
