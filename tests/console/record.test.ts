import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Route } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { ConsoleFixture, open, signIn } from "./support/console-fixture.js";
import { eventually } from "./support/eventually.js";

const SHARE = "svc.router.net.bw.share";

describe("the history of settings", () => {
  it("shows who changed what, compares two states, and restores one after a preview", async () => {
    const fixture = await ConsoleFixture.open();
    const stored = async () => (await fixture.ask("NetworkSetting", { [SHARE]: null }))[SHARE];
    const before = await stored();
    for (const share of ["41", "42", "43"]) await fixture.ask("NetworkSetting", { [SHARE]: share });
    const page = await fixture.signedIn("Settings history");
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

  it("overwrites nothing that the preview did not show: it shows what came in between, and asks again", async () => {
    const fixture = await ConsoleFixture.open();
    const write = (share: string) => fixture.ask("NetworkSetting", { [SHARE]: share });
    const stored = async () => (await fixture.ask("NetworkSetting", { [SHARE]: null }))[SHARE];
    for (const share of ["41", "42"]) await write(share);
    const page = await fixture.signedIn("Settings history");
    const rows = page.locator("tbody tr");
    await rows.first().getByRole("button", { name: /Undo/ }).click();
    const dialog = page.getByRole("dialog", { name: "Undo this change?" });
    await eventually(() => dialog.textContent()).toContain("Share for others, percent: 42 41");
    await write("47");
    await dialog.getByRole("button", { name: "Undo the change" }).click();
    await dialog.getByText("Settings were changed in the meantime, and nothing was put back.").waitFor();
    await eventually(() => dialog.textContent()).toMatch(/percent: 47 41.*Changed again since then/);
    expect(await stored()).toBe("47");
    await eventually(() => rows.count()).toBe(3);
    await dialog.getByRole("button", { name: "Undo the change" }).click();
    await page.locator(".notice", { hasText: "The settings were put back." }).waitFor();
    expect(await stored()).toBe("41");
  });
});

describe("events", () => {
  it("are listed in words, filtered, and appear while the page is open", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Events");
    const rows = page.locator("tbody tr");
    await fixture.ask("NetworkSetting", { [SHARE]: "44" });
    await eventually(() => rows.first().textContent()).toMatch(/Settings changed by .*: Share for others/);
    await page.getByLabel("Subject").selectOption("Service");
    await eventually(() => rows.allTextContents()).toEqual([
      expect.stringContaining("Service started, version 0.1.0"),
    ]);
    await page.getByLabel("Show").selectOption("Errors only");
    await page.getByText("Nothing of this kind has happened.").waitFor();
    // A link to the page, or a reload, shows the same.
    await page.reload();
    await eventually(() => page.getByLabel("Subject").inputValue()).toBe("service");
    await eventually(() => page.getByLabel("Show").inputValue()).toBe("error");
  });
});

describe("logs", () => {
  it("say why the router's log is missing, and show the service's own", async () => {
    const page = await (await ConsoleFixture.open()).signedIn("Logs");
    await page.getByText("The service does not know where the router logs.").waitFor();
    await page.getByLabel("Log", { exact: true }).selectOption("Service");
    await page.getByText("The service does not know where the router logs.").waitFor({ state: "detached" });
    await page.getByRole("log").or(page.getByText("No line matches.")).first().waitFor();
    // In the reader's language too.
    await page.getByLabel("Log", { exact: true }).selectOption("Router");
    await page.getByText("The service does not know where the router logs.").waitFor();
    await page.getByLabel("Language").selectOption("Deutsch");
    await page.getByText("Der Dienst weiß nicht, wohin der Router protokolliert.").waitFor();
  });
});

describe("notifications", () => {
  it("are set up in the page, survive a restart, show no secret again, and are removed", async () => {
    const headers: IncomingHttpHeaders[] = [];
    const receiver = createServer((request, response) => {
      headers.push(request.headers);
      request.resume().on("end", () => response.writeHead(204).end());
    });
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    onTestFinished(() => {
      receiver.closeAllConnections();
      receiver.close();
    });
    const { port } = receiver.address() as AddressInfo;
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Notifications");
    await page.getByRole("button", { name: "Add Webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Webhook" });
    await dialog.getByLabel("Address").fill("example.org");
    // Another page, and back: the dialog is open again.
    await page.goto(`${fixture.url}#/events`);
    await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.goBack();
    await eventually(() => dialog.getByLabel("Address").inputValue()).toBe("example.org");
    await dialog.getByRole("button", { name: "Save" }).click();
    const address = dialog.getByLabel("Address");
    await dialog
      .locator(".field", { has: page.getByLabel("Address") })
      .getByText(/^An address such as "https:.* is needed\.$/)
      .waitFor();
    await eventually(() => address.getAttribute("aria-invalid")).toBe("true");
    await dialog.getByLabel("Address").fill(`http://127.0.0.1:${port}/a-secret-path`);
    await dialog.getByLabel("Key (optional)").fill("a secret key");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const row = page.getByRole("row", { name: /Webhook/ });
    await row.waitFor();

    const crashes = page.getByRole("switch", { name: "The router crashed", exact: true });
    await crashes.uncheck();
    await eventually(async () =>
      ((await fixture.ask("pilothouse.notify"))["rules"] as { key: string; on: boolean }[]).find(
        ({ key }) => key === "router.crashed",
      ),
    ).toMatchObject({ on: false });
    await fixture.stop();
    await fixture.start();
    await page.getByRole("button", { name: "Send a test: webhook" }).click();
    await page.locator(".notice", { hasText: "The test to Webhook has arrived." }).waitFor();
    await eventually(() => row.locator('[data-column="Last sent"]').innerText()).not.toBe("–");
    expect(headers[0]?.["x-pilothouse-signature"]).toMatch(/^sha256=/);
    await page.getByRole("button", { name: "Change… webhook" }).click();
    await eventually(() => dialog.getByLabel("Address").getAttribute("placeholder")).toBe(
      `http://127.0.0.1:${port}/…`,
    );
    expect(await page.content()).not.toMatch(/a-secret-path|a secret key/);
    await dialog.getByLabel("Address").fill("http://127.0.0.1:9/");
    await dialog.getByText("The saved one is not sent to another address.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByRole("navigation").getByText("Changes not saved").count()).toBe(0);

    await page.getByRole("button", { name: "Remove: webhook" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await row.waitFor({ state: "detached" });
    expect((await fixture.ask("pilothouse.notify"))["channels"]).toEqual([]);
  });

  it("set in the configuration cannot be changed here, and the page says where they are set", async () => {
    const fixture = await ConsoleFixture.open({
      settings: { "notify.ntfy": "http://127.0.0.1:9/x", "notify.off": "" },
    });
    const page = await fixture.signedIn("Notifications");
    await page.getByRole("row", { name: /ntfy/ }).getByText("Set by --notify-ntfy, which counts.").waitFor();
    await page.getByText("Set by --notify-off, which counts.").waitFor();
    await page.getByRole("button", { name: "Add E-mail" }).waitFor();
    expect(await page.getByRole("button", { name: /Change…|Remove/ }).count()).toBe(0);
    expect(await page.getByRole("switch", { name: "The router crashed", exact: true }).isDisabled()).toBe(
      true,
    );
  });

  it("are tested with a button, and the page says whether the receiver accepted the message", async () => {
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
    const fixture = await ConsoleFixture.open({
      settings: { "notify.webhook": `http://127.0.0.1:${port}/hook` },
    });
    const page = await fixture.signedIn("Notifications");
    const test = page.getByRole("button", { name: "Send a test: webhook" });
    await test.click();
    await page.locator(".notice", { hasText: "The test to Webhook has arrived." }).waitFor();
    expect(JSON.parse(received[0] ?? "")).toBeTypeOf("object");
    await test.click();
    await page.locator(".notice.error", { hasText: "The test to Webhook failed:" }).waitFor();
  });
});

describe("the traffic budget", () => {
  it("is set in the page, with its schedule, and is there after a restart", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Traffic");
    const settings = async () =>
      Object.fromEntries(
        ((await fixture.ask("pilothouse.settings"))["settings"] as { name: string; value: unknown }[])
          .filter(({ name }) => name.startsWith("budget."))
          .map(({ name, value }) => [name.slice("budget.".length), value]),
      );
    const budget = page.locator(".card", { hasText: "Budget for the month" });
    await budget.getByLabel("Amount").fill("2");
    await budget.getByLabel("Unit").selectOption("TB");
    await budget.getByLabel("The month begins on day").fill("15");
    await budget.getByRole("button", { name: "Save" }).click();
    await budget.getByText("Saved.").waitFor();
    await budget.getByText(/Budget: .* of 2\sTB, until/).waitFor();

    const schedule = page.locator(".card", { hasText: "Limits by hour and weekday" });
    await schedule.getByRole("button", { name: "Add a line" }).click();
    await schedule.getByText("Choose at least one day, hours and one limit.").waitFor();
    const line = schedule.getByRole("group", { name: "Line 1" });
    await line.getByLabel("Fri").uncheck();
    await line.getByLabel("To", { exact: true }).fill("00:00");
    await line.getByLabel("Out, KiB/s").fill("50");
    await schedule.getByRole("button", { name: "Save" }).click();
    await schedule.getByText("Saved.").waitFor();
    const wanted = { monthly: "2TB", day: 15, schedule: ["mon-thu 08:00-24:00 out=50"] };
    expect(await settings()).toEqual(wanted);

    await fixture.stop();
    await fixture.start();
    expect(await settings()).toEqual(wanted);
    await page.reload();
    await eventually(() => budget.getByLabel("Amount").inputValue()).toBe("2");
    await eventually(() => line.getByLabel("Thu").isChecked()).toBe(true);
    await budget.getByRole("button", { name: "Remove the budget" }).click();
    await line.getByRole("button", { name: "Remove" }).click();
    await schedule.getByRole("button", { name: "Save" }).click();
    await eventually(settings).toEqual({ monthly: null, day: 15, schedule: [] });
  });

  it("shows what it would do before it is saved, and asks before it lowers limits at once", async () => {
    const fixture = await ConsoleFixture.open();
    const used = async () => {
      const { received, sent } = (await fixture.ask("pilothouse.traffic"))["all"] as {
        [way: string]: number;
      };
      return (received ?? 0) + (sent ?? 0);
    };
    await eventually(async () => (await used()) > 2_000).toBe(true);
    const page = await fixture.signedIn("Traffic");
    const budget = page.locator(".card", { hasText: "Budget for the month" });
    const preview = budget.getByRole("region", { name: "If you save this" });
    await budget.getByLabel("Amount").fill("2000");
    await preview.getByText("Bandwidth stays as it is for now.").waitFor();
    await budget.getByLabel("Unit").selectOption("MB");
    await budget.getByLabel("Amount").fill("0.001");
    await preview.getByText(/are used already: more than the 1\skB that you allow/).waitFor();
    await budget.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Lower the bandwidth now?" });
    await dialog.getByText(/lowered at once to: in [\d.]+\sKiB\/s, out [\d.]+\sKiB\/s, share 0%/).waitFor();
    const monthly = async () =>
      ((await fixture.ask("pilothouse.settings"))["settings"] as { name: string; value: unknown }[]).find(
        ({ name }) => name === "budget.monthly",
      )?.value;
    expect(await monthly()).toBeNull();
    await dialog.getByRole("button", { name: "Save and lower it" }).click();
    await budget.getByText("Saved.").waitFor();
    expect(await monthly()).toBe("1KB");
    const said = await page.locator("main p, main td").allInnerTexts();
    expect(said.join("\n")).not.toMatch(/\d{3,}\s?%|(MiB|GiB)(?!\/s)/);
    const lowered = page.getByText(
      /has lowered the limits\. Yours: in \S+\s[KM]iB\/s, out .*, share \d+%\.$/,
    );
    await lowered.waitFor();
    // Where they can be set, they are not those that were chosen.
    await open(page, "Network settings");
    await lowered.waitFor();
    expect(await page.getByLabel("Share for others").inputValue()).toBe("0");
    await open(page, "Traffic");
    // Another unit in the field is the unit of all that is said around it.
    await budget.getByLabel("Unit").selectOption("GiB");
    await budget.getByLabel("Amount").fill("5");
    await preview.getByText(/of 5\sGiB are used/).waitFor();
    expect((await budget.locator("p").allInnerTexts()).join("\n")).not.toMatch(/\d\s(kB|MB|GB|TB)/);
  });
});

describe("what cannot be loaded", () => {
  const notLoaded = (page: Page) => page.locator("main, dialog").getByText("This could not be loaded:");

  it("is a page: it says so, loads when the service is back, and drafts are kept", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Network settings");
    await page.getByLabel("TCP port").fill("24201");
    await fixture.stop();
    await page.getByRole("link", { name: "Audit" }).click();
    await notLoaded(page).waitFor();
    await fixture.start();
    await page
      .getByRole("row", { name: /Sign-in/ })
      .first()
      .waitFor();
    await open(page, "Network settings");
    await eventually(() => page.getByLabel("TCP port").inputValue()).toBe("24201");
  });

  it("is no page that was loaded ahead: it opens while the service is away", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Overview", { ahead: true });
    // They are loaded one after the other, this one last.
    await eventually(() => fixture.asked.some((url) => url.includes("/welcome-"))).toBe(true);
    await fixture.stop();
    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByRole("heading", { level: 1, name: "Audit" }).waitFor();
    await page.locator(".page.away .card").first().waitFor();
    expect(await notLoaded(page).count()).toBe(0);
  });

  it("is the palette, a language or the texts of a page: each says so, and is loaded when it can be", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.page();
    const files = /\/(dialogs|fr|en)-[^/]*\.js$/;
    const abort = (route: Route) => route.abort();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.route(/\/dialogs-[^/]*\.js$/, abort);
    // Nothing is tried again automatically while it cannot be known whether the service is there.
    await page.route(/\/$/, abort);
    await signIn(page);
    // What a session needs of the texts is there by now, and no page's own.
    await page.locator(".tile").first().waitFor();
    await page.route(files, abort);
    await page.unroute(/\/dialogs-[^/]*\.js$/);
    const dialog = page.getByRole("dialog");

    await page.keyboard.press("Control+k");
    await dialog.getByRole("heading", { name: "Go to a page or do something" }).waitFor();
    await notLoaded(page).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByRole("combobox", { name: "Language" }).selectOption("Français");
    await dialog.getByRole("heading", { name: "Français" }).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await eventually(() => page.getByRole("combobox", { name: "Language" }).inputValue()).toBe("en");
    await page.getByRole("link", { name: "Events" }).click();
    await notLoaded(page).waitFor();

    await page.getByRole("button", { name: "Try again" }).click();
    await notLoaded(page).waitFor();
    await page.unroute(files);
    await page.unroute(/\/$/);
    await page.getByRole("row", { name: /Service started/ }).waitFor();
    await page.keyboard.press("Control+k");
    await dialog.getByRole("combobox").waitFor();
  });
});

describe("a session that may only look", () => {
  it("is told so once on a page", async () => {
    const fixture = await ConsoleFixture.open();
    const { Token } = await fixture.ask("pilothouse.createToken", { name: "guest", scope: "read" });
    const page = await fixture.page({ at: "about:blank" });
    await page.addInitScript(`sessionStorage.setItem("pilothouse.token", ${JSON.stringify(Token)})`);
    await page.goto(`${fixture.url}#/traffic`);
    await eventually(() => page.locator("fieldset.needs").count()).toBe(2);
    expect(await page.getByText(/^View only/).count()).toBe(1);
  });
});
