import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { problems } from "../support/accessible.js";
import { ConsoleFixture, drawn, PASSWORD } from "../support/console-fixture.js";
import { eventually } from "../support/eventually.js";

type Listed = { readonly name: string; readonly state: string; readonly address: string };
const listed = async (fixture: ConsoleFixture) =>
  (await fixture.ask("pilothouse.tunnels"))["tunnels"] as readonly Listed[];

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** Answers the plan that is shown. */
async function agree(page: Page, action: string): Promise<void> {
  await page.getByText("The router is restarted, which interrupts it for about 5 s.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: action, exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

async function shareSite(page: Page): Promise<void> {
  await button(page, "Share a web site…").click();
  await page.getByLabel("Port of the program").fill("8081");
  await button(page, "Next…").click();
  await agree(page, "Create");
}

describe("the page of tunnels", () => {
  it("shares a web site in three clicks, and shows its address to copy and to scan", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Tunnels", { permissions: ["clipboard-read", "clipboard-write"] });
    fixture.clock.speed = 0;
    await shareSite(page);
    const [site] = await listed(fixture);
    expect(site).toMatchObject({ name: "web", type: "httpserver" });
    const works = page.getByText("works. Its address:");
    const row = page.getByRole("row", { name: /^web/ });
    await eventually(() => row.textContent()).toContain("127.0.0.1:8081");
    // Not while its router starts.
    await row.getByText("Starting").waitFor();
    expect(await works.count()).toBe(0);
    fixture.clock.speed = 1;
    fixture.clock.advance(60_000);
    await works.getByText(site?.address ?? "").waitFor();
    await row.getByText(site?.address ?? "").waitFor();
    await row.getByRole("button", { name: "Copy: Address of web" }).click();
    await eventually(() => page.evaluate("navigator.clipboard.readText()")).toBe(site?.address);
    await row.getByRole("button", { name: "QR code: web" }).click();
    await page.getByRole("img", { name: "Address of web" }).waitFor();
    expect(await problems(page)).toEqual([]);
    await button(page, "Close").click();
    // While the service is away, the page says so once, and shows the last that it knows.
    const asked = page.waitForEvent(
      "requestfailed",
      (one) => !!one.postData()?.includes("pilothouse.tunnels"),
    );
    await fixture.stop();
    await asked;
    await page.locator(".banners").getByText("The service does not answer.").waitFor();
    await drawn(page);
    expect(await page.getByText("That did not work:").count()).toBe(0);
    await row.waitFor();
  });

  it("shows before what is interrupted, and changes nothing if you leave", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Tunnels");
    await shareSite(page);
    const before = await listed(fixture);
    await page.getByRole("button", { name: "Stop… web" }).click();
    await page.getByText("With it these tunnels: web.").waitFor();
    expect(await problems(page)).toEqual([]);
    await button(page, "Cancel").click();
    // One of the same name is refused at the field, in the page's words, and can be called otherwise.
    await button(page, "Share a web site…").click();
    await button(page, "Next…").click();
    const name = page.locator(".field", { has: page.getByLabel("Name", { exact: true }) });
    await name.getByRole("alert").filter({ hasText: "There is already a tunnel called “web”" }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("other");
    await button(page, "Next…").click();
    await page.getByText("The router is restarted, which interrupts it for about 5 s.").waitFor();
    await button(page, "Back").click();
    await button(page, "Cancel").click();
    const addresses = (tunnels: readonly Listed[]) => tunnels.map(({ name, address }) => [name, address]);
    expect(addresses(await listed(fixture))).toEqual(addresses(before));
    expect((await fixture.ask("pilothouse.changes", { part: "tunnels" }))["changes"]).toHaveLength(1);
  });

  it("changes, stops, starts and deletes a tunnel, which keeps its address", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Tunnels");
    await shareSite(page);
    const [site] = await listed(fixture);
    await page.getByRole("button", { name: "Change… web" }).click();
    await page.getByLabel("Name").fill("site");
    await page.getByLabel("Port of the program").fill("8082");
    expect(await problems(page)).toEqual([]);
    await button(page, "Next…").click();
    await agree(page, "Change");
    const row = page.getByRole("row", { name: /^site/ });
    await eventually(() => row.textContent()).toContain("127.0.0.1:8082");
    await row.getByText(site?.address ?? "").waitFor();
    await page.getByRole("button", { name: "Restart… site" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restart", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(fixture.sent.some((body) => body.includes('"action":"restart","name":"site"'))).toBe(true);
    await page.getByRole("button", { name: "Stop… site" }).click();
    await agree(page, "Stop");
    await eventually(() => row.textContent()).toContain("Stopped");
    await page.getByRole("button", { name: "Start… site" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Start", exact: true }).click();
    await eventually(async () => (await listed(fixture))[0]?.state).not.toBe("stopped");
    await page.getByRole("button", { name: "Delete… site" }).click();
    await page.getByText("The key is kept").waitFor();
    await agree(page, "Delete");
    await page.getByText("There are no tunnels yet.").waitFor();
  });

  it("is undone only after its interruption was shown", async () => {
    const fixture = await ConsoleFixture.open();
    await fixture.ask("pilothouse.tunnels", {
      changes: [
        {
          action: "create",
          name: "web",
          options: { Type: "httpserver", TargetPort: "8081", StartOnLoad: "true" },
        },
      ],
    });
    const page = await fixture.signedIn("Settings history");
    await page.getByText("web · Starts with the router: on").waitFor();
    await page.getByRole("button", { name: /Undo/ }).click();
    const dialog = page.getByRole("dialog", { name: "Undo this change?" });
    await dialog.getByText("The router is restarted, which interrupts it for about 5 s.").waitFor();
    expect(await problems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Undo the change" }).click();
    await page.locator(".notice", { hasText: "The settings were put back." }).waitFor();
    expect(await listed(fixture)).toEqual([]);
  });

  it("saves a key to a file for the password, and gives another tunnel its address", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Tunnels");
    await shareSite(page);
    const [site] = await listed(fixture);
    await page.getByRole("button", { name: "Export the key… web" }).click();
    await page.getByLabel("Password").fill("wrong");
    await button(page, "Save the key").click();
    await page.getByText("The password is wrong.").waitFor();
    await page.getByLabel("Password").fill(PASSWORD);
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Save the key").click()]);
    const key = await readFile(await file.path());
    await page.getByRole("button", { name: "Delete… web" }).click();
    await page.getByLabel("Forget the key too.").check();
    await agree(page, "Delete");
    await button(page, "Share a web site…").click();
    await page.getByLabel("Name").fill("again");
    await page.getByText("More options").click();
    await page.getByLabel("Key file").setInputFiles({ name: "web.dat", mimeType: "", buffer: key });
    await button(page, "Next…").click();
    await agree(page, "Create");
    expect(await listed(fixture)).toMatchObject([{ name: "again", address: site?.address }]);
  });

  it("opens a port to others only if you say so", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Tunnels");
    await button(page, "Proxy for my browser…").click();
    await page.getByText("More options").click();
    await page.getByLabel("Address on which it listens").fill("0.0.0.0");
    await button(page, "Next…").click();
    // It asks, and nothing has failed. What was typed is still there.
    const answer = page.getByLabel("Yes, others than this machine may reach the port");
    await answer.waitFor();
    expect(await button(page, "Create").isEnabled()).toBe(false);
    expect(await page.getByRole("alert").count()).toBe(0);
    await button(page, "Back").click();
    await eventually(() => page.getByLabel("Address on which it listens").inputValue()).toBe("0.0.0.0");
    await button(page, "Next…").click();
    await answer.check();
    // In the page's words, not in the service's.
    await page.getByText('Others can reach the port of "proxy": it listens on 0.0.0.0').waitFor();
    await agree(page, "Create");
    await page.getByRole("row", { name: /Others than this machine can reach its port/ }).waitFor();
    // The record has the words of the form.
    for (const title of ["Settings history", "Audit"] as const) {
      await page.getByRole("navigation").getByRole("link", { name: title }).click();
      await page
        .locator("tbody li", { hasText: /^proxy · Address on which it listens: *0\.0\.0\.0/ })
        .waitFor();
    }
  });
});
