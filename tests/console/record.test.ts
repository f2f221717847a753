import { describe, expect, it } from "vitest";
import { eventually } from "./eventually.js";
import { Stage } from "./stage.js";

const SHARE = "svc.router.net.bw.share";

describe("the history of settings", () => {
  it("shows who changed what, compares, and goes back to one after a look at what that changes", async () => {
    const stage = await Stage.open();
    const stored = async () => (await stage.ask("NetworkSetting", { [SHARE]: null }))[SHARE];
    const before = await stored();
    for (const share of ["41", "42", "43"]) await stage.ask("NetworkSetting", { [SHARE]: share });
    const page = await stage.signedIn("Settings history");
    const rows = page.locator("tbody tr");
    await eventually(() => rows.count()).toBe(3);
    await eventually(() => rows.first().textContent()).toMatch(
      /Share for others, percent: 42\s*43.*192\.0\.2\.7/,
    );
    await eventually(() => page.locator(".card", { hasText: "Compare" }).textContent()).toContain(
      `Share for others, percent: ${before} 43`,
    );

    await rows
      .nth(2)
      .getByRole("button", { name: /Go back to here/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Go back to the settings after this change?" });
    await eventually(() => dialog.textContent()).toMatch(/Share for others, percent: 43 41/);
    expect(await stored()).toBe("43");
    await dialog.getByRole("button", { name: "Go back" }).click();
    await page.locator(".notice", { hasText: "The settings were put back." }).waitFor();
    expect(await stored()).toBe("41");
    await eventually(() => rows.count()).toBe(4);
    await eventually(() => rows.first().textContent()).toContain("undo");
  });
});

describe("events", () => {
  it("are listed in words, filtered, and come in while they are looked at", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn("Events");
    const rows = page.locator("tbody tr");
    await stage.ask("NetworkSetting", { [SHARE]: "44" });
    await eventually(() => rows.first().textContent()).toMatch(
      /Settings changed by .*: Share for others, percent/,
    );
    await page.getByLabel("Subject").selectOption("Service");
    await eventually(() => rows.allTextContents()).toEqual([
      expect.stringContaining("Service started, version 0.1.0"),
    ]);
    await page.getByLabel("Show").selectOption("Errors only");
    await page.getByText("Nothing of this kind has happened.").waitFor();
  });
});

describe("logs", () => {
  it("show the service's own, by level and text, and say why the router's is not there", async () => {
    const page = await (await Stage.open()).signedIn("Logs");
    await page.getByText("This log is not within reach.").waitFor();
    await page.getByLabel("Log", { exact: true }).selectOption("Service");
    await page
      .getByRole("log")
      .or(page.getByText("This log is not within reach."))
      .or(page.getByText("No line matches."))
      .first()
      .waitFor();
  });
});
