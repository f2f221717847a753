import { describe, expect, it } from "vitest";
import { ConsoleFixture, open, signIn } from "./support/console-fixture.js";
import { eventually } from "./support/eventually.js";

async function networkSettings() {
  const fixture = await ConsoleFixture.open();
  const page = await fixture.signedIn("Network settings");
  /** A setting as another client reads it. */
  const stored = async (name: string) => {
    const wire = `svc.router.net.${name}`;
    return (await fixture.ask("NetworkSetting", { [wire]: null }))[wire];
  };
  return { fixture, page, stored };
}

describe("network settings", () => {
  it("are twelve fields with the inputs for their types", async () => {
    const { page, stored } = await networkSettings();
    const port = page.getByLabel("TCP port");
    await eventually(() => port.inputValue()).toBe(await stored("ntcp.port"));
    const described = (await port.getAttribute("aria-describedby")) ?? "";
    await eventually(() => page.locator(`[id="${described}"]`).textContent()).toBe("1 to 65,535.");
    await eventually(() => page.locator("form .field").count()).toBe(12);
    await eventually(() => page.locator("form select").count()).toBe(4);
    const source = page.getByLabel("Where the UDP address is learned from");
    await eventually(() => source.locator("option").count()).toBe(4);
    await eventually(() => page.locator("output", { hasText: "203.0.113." }).count()).toBe(1);
    const marked = page.locator("label", { hasText: "needs a restart" });
    await eventually(() => marked.allTextContents()).toEqual(
      ["TCP port", "TCP host name", "UDP port", "UDP host name"].map((label) => `${label} needs a restart`),
    );
  });

  it("are checked while you type, and saved together", async () => {
    const { page, stored } = await networkSettings();
    const before = await stored("bw.in");
    const port = page.getByLabel("UDP port");
    await page.getByLabel("Inbound limit, KiB/s").fill("2048");
    await port.fill("70000");
    await eventually(() => port.getAttribute("aria-invalid")).toBe("true");
    const alert = page.locator(".field", { has: port }).getByRole("alert");
    await eventually(() => alert.textContent()).toBe("Enter a whole number from 1 to 65,535.");
    const save = page.getByRole("button", { name: "Save 2 changes" });
    await eventually(() => save.isDisabled()).toBe(true);
    expect(before).not.toBe("2048");
    expect(await stored("bw.in")).toBe(before);

    await port.fill("24118");
    await page.getByRole("button", { name: "Save 2 changes" }).click();
    await page.getByText("Saved.").first().waitFor();
    expect(await stored("bw.in")).toBe("2048");
    expect(await stored("ssu.port")).toBe("24118");
  });

  it("say on every page that a restart is needed, until it is done", async () => {
    const { fixture, page } = await networkSettings();
    await fixture.ask("NetworkSetting", { "svc.router.net.ntcp.port": "24119" });
    const banner = page.getByText("Restart to apply saved settings.");
    await banner.waitFor();
    await open(page, "Overview");
    const todo = page.locator(".to-do li", { hasText: "Restart to apply saved settings" });
    await todo.getByRole("button", { name: "Restart gracefully…" }).waitFor();
    await open(page, "Audit");
    await page.getByRole("link", { name: "Restart…" }).click();
    await page.locator("summary", { hasText: "Without waiting…" }).click();
    await page.getByRole("button", { name: "Restart now…" }).click();
    await page.getByRole("button", { name: "Restart now", exact: true }).click();
    await eventually(() => {
      fixture.clock.advance(500);
      return banner.count();
    }).toBe(0);
  });

  it("keep a draft, as those of other pages, mark its page, and ask before it is lost", async () => {
    const { fixture, page } = await networkSettings();
    await page.getByLabel("TCP port").fill("24201");
    await open(page, "Advanced settings");
    await page.getByLabel("Value of router.sharePercentage").fill("33");
    await page.getByLabel("Name", { exact: true }).fill("a.new.name");
    await open(page, "Traffic");
    await page.getByLabel("Amount").fill("2");
    await page.getByRole("button", { name: "Add a line" }).click();
    await page.getByLabel("Out, KiB/s").fill("50");
    await open(page, "Access for other programs");
    await page.getByLabel("Name").fill("grafana");
    await open(page, "Overview");
    const marked = page.getByRole("navigation").getByText("Changes not saved");
    await eventually(() => marked.count()).toBe(4);
    const asked = page.waitForEvent("dialog");
    await page.evaluate("setTimeout(() => location.reload())");
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    await open(page, "Advanced settings");
    await eventually(() => page.getByLabel("Value of router.sharePercentage").inputValue()).toBe("33");
    await eventually(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("a.new.name");
    await open(page, "Traffic");
    await eventually(() => page.getByLabel("Amount").inputValue()).toBe("2");
    await eventually(() => page.getByLabel("Out, KiB/s").inputValue()).toBe("50");
    await page.getByRole("button", { name: "Discard" }).first().click();
    await eventually(() => page.getByLabel("Amount").inputValue()).toBe("");
    await open(page, "Network settings");
    await eventually(() => page.getByLabel("TCP port").inputValue()).toBe("24201");
    await page.getByRole("button", { name: "Save the change" }).click();
    await page.getByText("Saved.").first().waitFor();
    await eventually(() => marked.count()).toBe(3);

    const dialog = page.getByRole("dialog", { name: "Sign out and lose unsaved changes?" });
    const signOut = page.getByRole("banner").getByRole("button", { name: "Sign out" });
    await signOut.click();
    await eventually(() => dialog.getByRole("listitem").allTextContents()).toEqual([
      "Advanced settings",
      "Traffic",
      "Access for other programs",
    ]);
    await dialog.getByRole("button", { name: "Stay signed in" }).click();
    await dialog.waitFor({ state: "detached" });
    await signOut.click();
    // Signing out needs no service.
    await fixture.stop();
    await page.getByText("The service does not answer.").first().waitFor();
    await dialog.getByRole("button", { name: "Sign out and discard them" }).click();
    await page.getByText("You have signed out.").waitFor();
    await fixture.start();
    await signIn(page);
    await open(page, "Traffic");
    await eventually(() => page.getByLabel("Amount").inputValue()).toBe("");
    expect(await marked.count()).toBe(0);
    await signOut.click();
    await page.getByText("You have signed out.").waitFor();
  });

  it("can be reset before they are saved", async () => {
    const { page } = await networkSettings();
    const upnp = page.getByLabel("UPnP");
    await upnp.selectOption("off");
    await page.getByRole("button", { name: "Save the change" }).waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await eventually(() => upnp.inputValue()).toBe("true");
    await eventually(() => page.getByRole("button", { name: "No changes" }).isDisabled()).toBe(true);
  });

  it("keep what is typed while a save is in progress", async () => {
    const { fixture, page, stored } = await networkSettings();
    const release = await fixture.holdBack(page, "2048");
    await page.getByLabel("Inbound limit, KiB/s").fill("2048");
    await page.getByRole("button", { name: "Save the change" }).click();
    await page.getByLabel("Outbound limit, KiB/s").fill("333");
    release();
    await page.getByText("Saved.", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Save the change" }).click();
    await eventually(() => stored("bw.out")).toBe("333");
    expect(await stored("bw.in")).toBe("2048");
  });
});
