import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
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
  it("say why the router's is not there, and have the service's own", async () => {
    const page = await (await Stage.open()).signedIn("Logs");
    await page.getByText("This log is not within reach.").waitFor();
    await page.getByLabel("Log", { exact: true }).selectOption("Service");
    await page.getByText("This log is not within reach.").waitFor({ state: "detached" });
    await page.getByRole("log").or(page.getByText("No line matches.")).first().waitFor();
  });
});

describe("notifications", () => {
  it("are tested by a button, and the page says whether the receiver took it", async () => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      request.setEncoding("utf8").on("data", (part: string) => received.push(part));
      request.on("end", () => response.writeHead(received.length > 1 ? 500 : 204).end());
    });
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    onTestFinished(() => {
      receiver.closeAllConnections();
      receiver.close();
    });
    const { port } = receiver.address() as AddressInfo;
    const stage = await Stage.open({ settings: { "notify.webhook": `http://127.0.0.1:${port}/hook` } });
    const page = await stage.signedIn("Notifications");
    const test = page.getByRole("button", { name: "Send a test: webhook" });
    await test.click();
    await page.locator(".notice", { hasText: "The test to webhook has arrived." }).waitFor();
    expect(JSON.parse(received[0] ?? "")).toBeTypeOf("object");
    await test.click();
    await page.locator(".notice.error", { hasText: "The test to webhook failed:" }).waitFor();
  });
});

describe("a page whose code cannot be loaded", () => {
  it("says so, and is there when the service is back", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn();
    await stage.stop();
    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByText("This page could not be loaded").waitFor();
    await stage.start();
    await page
      .getByRole("row", { name: /Sign-in/ })
      .first()
      .waitFor();
  });
});
