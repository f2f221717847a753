import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { open, PASSWORD, Stage } from "./stage.js";

let stage: Stage;
let Token: string;
beforeAll(async () => {
  stage = await Stage.open();
  Token = await stage.token(PASSWORD);
});
afterAll(() => stage.close());

const network = async (name: string) => {
  const wire = `svc.router.net.${name}`;
  return (await stage.call("NetworkSetting", { Token, [wire]: null }))[wire];
};
const all = async () =>
  (await stage.call("AdvancedSettings", { Token, getAll: "" }))["getAll"] as { [name: string]: string };

describe("network settings", () => {
  let page: Page;
  beforeAll(async () => {
    page = await stage.signedIn();
    await open(page, "Network settings");
  });
  afterAll(() => page.context().close());

  it("are twelve fields of the kinds that the interface gives them", async () => {
    const port = page.getByLabel("TCP port");
    expect(await port.inputValue()).toBe("24117");
    const described = (await port.getAttribute("aria-describedby")) ?? "";
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe("1 to 65,535");
    expect(await page.locator("form .field").count()).toBe(12);
    expect(await page.locator("form select").count()).toBe(4);
    expect(await page.getByLabel("Where the UDP address is learned from").locator("option").count()).toBe(4);
    expect(await page.locator("output", { hasText: "203.0.113." }).count()).toBe(1);
    const marked = await page.locator("label", { hasText: "needs a restart" }).allTextContents();
    expect(marked.map((label) => label.replace(" needs a restart", ""))).toEqual([
      "TCP port",
      "TCP host name",
      "UDP port",
      "UDP host name",
    ]);
  });

  it("are saved all together or not at all, the service's own error beside the field", async () => {
    await page.getByLabel("Inbound limit, KiB/s").fill("2048");
    await page.getByLabel("UDP port").fill("70000");
    expect(await page.getByLabel("UDP port").getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Save 2 changes" }).click();
    await page.getByText("Nothing was saved.").waitFor();
    const field = page.locator(".field", { has: page.getByLabel("UDP port") });
    expect(await field.getByRole("alert").textContent()).toMatch(
      /^Invalid parameters: svc\.router\.net\.ssu\.port wants .*"65535"/,
    );
    expect(await network("bw.in")).toBe("1024");

    await page.getByLabel("UDP port").fill("24118");
    await page.getByRole("button", { name: "Save 2 changes" }).click();
    await page.getByText("Saved.").first().waitFor();
    expect(await network("bw.in")).toBe("2048");
    expect(await network("ssu.port")).toBe("24118");
  });

  it("say that a restart is needed until it is done, on every page", async () => {
    const banner = page.getByText("Saved settings wait for a restart of the router.");
    await banner.waitFor();
    await open(page, "Overview");
    await page.getByRole("link", { name: "Restart…" }).click();
    await page.getByRole("button", { name: "Restart now…" }).click();
    await page.getByRole("button", { name: "Yes, do it" }).click();
    await stage.live(8_000, 1_000);
    await banner.waitFor({ state: "detached" });
  });

  it("can be left as they were", async () => {
    await open(page, "Network settings");
    await page.getByLabel("UPnP").selectOption("off");
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await page.getByLabel("UPnP").inputValue()).toBe("true");
    expect(await page.getByRole("button", { name: "No changes" }).isDisabled()).toBe(true);
  });
});

describe("advanced settings", () => {
  let page: Page;
  beforeAll(async () => {
    page = await stage.signedIn();
    await open(page, "Advanced settings");
  });
  afterAll(() => page.context().close());
  const review = () => page.getByRole("button", { name: "Review and write…" }).click();
  const dialog = () => page.getByRole("dialog", { name: "What will be written" });

  it("are found by name and by value", async () => {
    const search = page.getByRole("searchbox");
    await search.fill("BANDWIDTH");
    await page.getByText("2 of 9 settings").waitFor();
    await search.fill("local,upnp");
    await page.getByText("1 of 9 settings").waitFor();
    await search.fill("");
  });

  it("are changed and added after a look at the difference", async () => {
    await page.getByLabel("Value of router.sharePercentage").fill("75");
    await page.getByLabel("Name", { exact: true }).fill("router.isHidden");
    await page.getByLabel("Value", { exact: true }).fill("false");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("2 changes").waitFor();
    await review();
    const rows = await dialog().locator("tbody tr").allTextContents();
    expect(rows).toEqual(["router.isHidden–false", "router.sharePercentage8075"]);
    await dialog().getByRole("button", { name: "Write" }).click();
    await page.locator(".notice", { hasText: "The settings were written." }).waitFor();
    expect(await all()).toMatchObject({ "router.sharePercentage": "75", "router.isHidden": "false" });
  });

  it("refuse a name that exists or cannot be one", async () => {
    for (const [name, sentence] of [
      ["router.isHidden", "There is a setting of that name already."],
      ["a=b", /A name has 1 to 255 characters/],
    ] as const) {
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText(sentence).waitFor();
    }
    await page.getByLabel("Name", { exact: true }).fill("");
  });

  it("show the service's refusal of a value, and keep the draft", async () => {
    await page.getByLabel("Value of router.sharePercentage").fill("175");
    await review();
    await dialog().getByRole("button", { name: "Write" }).click();
    await page.getByText(/router\.sharePercentage wants/).waitFor();
    expect((await all())["router.sharePercentage"]).toBe("75");
    await page.getByRole("button", { name: "Undo: router.sharePercentage" }).click();
  });

  it("are removed only after the word was typed, and what others wrote meanwhile stays", async () => {
    await page.getByRole("button", { name: "Remove: router.isHidden" }).click();
    await stage.call("AdvancedSettings", { Token, set: { "written.meanwhile": "yes" } });
    await review();
    await dialog().getByText("1 setting is removed").waitFor();
    const write = dialog().getByRole("button", { name: "Write" });
    expect(await write.isDisabled()).toBe(true);
    await dialog().getByLabel("Type “replace” to confirm").fill("replace");
    await write.click();
    await page.locator(".notice", { hasText: "The settings were written." }).waitFor();
    const now = await all();
    expect(now).not.toHaveProperty("router.isHidden");
    expect(now["written.meanwhile"]).toBe("yes");
    expect(Object.keys(now)).toHaveLength(10);
  });

  it("are exported to a file and imported from one, with the difference first", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const path = (await (await download).path()) ?? "";
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(await all());

    const { "written.meanwhile": _gone, ...rest } = await all();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Import…" }).click();
    await (await chooser).setFiles({
      name: "settings.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ ...rest, "router.sharePercentage": "60" })),
    });
    await page.getByText("9 settings read.").waitFor();
    await page.getByLabel("They are removed").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await review();
    expect(await dialog().locator("tbody tr").allTextContents()).toEqual([
      "router.sharePercentage7560",
      "written.meanwhileyes–",
    ]);
    await dialog().getByLabel(/Type/).fill("replace");
    await dialog().getByRole("button", { name: "Write" }).click();
    await page.locator(".notice", { hasText: "The settings were written." }).waitFor();
    expect(await all()).toEqual({ ...rest, "router.sharePercentage": "60" });
  });

  it("are not taken from a file that holds something else", async () => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Import…" }).click();
    await (await chooser).setFiles({ name: "x.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
    await page.getByText(/neither a JSON object/).waitFor();
  });
});
