import { describe, expect, it } from "vitest";
import { ConsoleFixture, open } from "./support/console-fixture.js";
import { eventually } from "./support/eventually.js";

const IN = "svc.router.net.bw.in";
const OUT = "svc.router.net.bw.out";
const TITLE = "Somebody changed the settings while you were editing them.";

async function editing() {
  const fixture = await ConsoleFixture.open();
  await fixture.ask("NetworkSetting", { [IN]: "300", [OUT]: "200" });
  const page = await fixture.signedIn("Network settings");
  const stored = async () => {
    const { [IN]: inbound, [OUT]: outbound } = await fixture.ask("NetworkSetting", {
      [IN]: null,
      [OUT]: null,
    });
    return [inbound, outbound];
  };
  const notice = page.getByRole("alert").filter({ hasText: TITLE });
  const save = page.getByRole("button", { name: "Save the change" });
  return { fixture, page, stored, notice, save };
}

describe("a form of settings that somebody else changes", () => {
  it("says who changed what, with both values, and overwrites nothing until that is asked for", async () => {
    const { fixture, page, stored, notice, save } = await editing();
    await page.getByLabel("Inbound limit, KiB/s").fill("111");
    await fixture.ask("NetworkSetting", { [IN]: "222" });
    await save.click();
    await notice.waitFor();
    await eventually(() => notice.innerText()).toMatch(/192\.0\.2\.7[\s\S]*300[\s\S]*222[\s\S]*111/);
    expect(await stored()).toEqual(["222", "200"]);
    expect(await save.isDisabled()).toBe(true);
    await notice.getByRole("button", { name: "Keep mine" }).click();
    await save.click();
    await page.getByText("Saved.").first().waitFor();
    expect(await stored()).toEqual(["111", "200"]);
  });

  it("takes the other's value if that is chosen, and keeps the rest of what was typed", async () => {
    const { fixture, page, stored, notice } = await editing();
    await page.getByLabel("Inbound limit, KiB/s").fill("111");
    await page.getByLabel("Outbound limit, KiB/s").fill("99");
    await fixture.ask("NetworkSetting", { [IN]: "222" });
    await page.getByRole("button", { name: "Save 2 changes" }).click();
    await notice.getByRole("button", { name: "Use theirs" }).click();
    await eventually(() => page.getByLabel("Inbound limit, KiB/s").inputValue()).toBe("222");
    await page.getByRole("button", { name: "Save the change" }).click();
    await page.getByText("Saved.").first().waitFor();
    expect(await stored()).toEqual(["222", "99"]);
  });

  it("says so at once when it is opened again with what was typed before", async () => {
    const { fixture, page, notice } = await editing();
    await page.getByLabel("Inbound limit, KiB/s").fill("111");
    await open(page, "Audit");
    await fixture.ask("NetworkSetting", { [OUT]: "150" });
    await open(page, "Network settings");
    await notice.waitFor();
    await notice.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Save the change" }).click();
    await page.getByText("Saved.").first().waitFor();
    // What was just saved is nobody else's.
    await page.getByLabel("Inbound limit, KiB/s").fill("112");
    await page.getByRole("button", { name: "Save the change" }).click();
    await eventually(() => page.getByText("Saved.").count()).toBeGreaterThan(0);
    expect(await notice.count()).toBe(0);
  });

  it("is an advanced setting, or one of the service, as well", async () => {
    const { fixture, page, notice } = await editing();
    await open(page, "Advanced settings");
    await page.getByLabel("Value of router.sharePercentage").fill("41");
    await fixture.ask("AdvancedSettings", { set: { "router.sharePercentage": "42" } });
    await page.getByRole("button", { name: "Review" }).click();
    await notice.getByText("42").waitFor();
    await notice.getByRole("button", { name: "Use theirs" }).click();
    await eventually(() => notice.count()).toBe(0);
    await open(page, "Traffic");
    await page.getByLabel("The month begins on day").fill("3");
    await fixture.ask("pilothouse.settings", { set: { "budget.day": 5 } });
    await page.getByRole("button", { name: "Save" }).first().click();
    await eventually(() => notice.innerText()).toMatch(
      /First day of the budget's month: *5[\s\S]*First day of the budget's month: *3/,
    );
    await notice.getByRole("button", { name: "Keep mine" }).click();
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByText("Saved.").first().waitFor();
    const { settings } = (await fixture.ask("pilothouse.settings")) as {
      settings: { name: string; value: unknown }[];
    };
    expect(settings.find(({ name }) => name === "budget.day")?.value).toBe(3);
  });
});
