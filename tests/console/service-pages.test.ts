import { describe, expect, it } from "vitest";
import { ConsoleFixture, open, PASSWORD, signIn } from "./support/console-fixture.js";
import { eventually } from "./support/eventually.js";

describe("the pages about the service", () => {
  it("give other programs access, now and after a restart", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Access for other programs");
    const status = async () => (await fetch(`${fixture.url}jsonrpc/`, { method: "POST", body: "{}" })).status;
    const applications = async () => (await fixture.ask("pilothouse.webapps"))["applications"];
    const running = page.getByRole("switch", { name: "Enabled" });
    expect(await status()).toBe(404);
    await page.getByText(`${fixture.url}jsonrpc/`).waitFor();
    await page.getByText("This machine only.").waitFor();
    await running.click();
    await eventually(status).toBe(200);
    await page.getByRole("switch", { name: "Also after a restart of the service" }).click();
    await eventually(applications).toMatchObject([{ name: "jsonrpc", running: true, autostart: true }]);
    await eventually(() => running.isChecked()).toBe(true);
    await running.click();
    await eventually(status).toBe(404);
    // The menu stays as it is, also below the longest name of a page.
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    const link = page.getByRole("navigation").getByRole("link", { name: "Access for other programs" });
    const height = () => link.evaluate((element) => element.getBoundingClientRect().height);
    const chosen = await height();
    await open(page, "Events");
    expect(await height()).toBe(chosen);
  });

  it("list the sessions with age and address, and revoke one", async () => {
    const fixture = await ConsoleFixture.open();
    const other = await fixture.token();
    const { sessions } = (await fixture.call("pilothouse.sessions", { Token: other })) as {
      sessions: { id: string; current: boolean }[];
    };
    const id = sessions.find(({ current }) => current)?.id ?? "";
    const page = await fixture.signedIn("Password and sessions");
    const own = page.getByRole("row", { name: /this one/ });
    await eventually(() => own.textContent()).toContain("127.0.0.1");
    const row = page.getByRole("row", { name: id });
    await eventually(() => row.textContent()).toMatch(
      /(now|\d+\s(second|minute)s? ago){2}in\s24\shours192\.0\.2\.7/,
    );
    await eventually(() => own.textContent()).toContain("Chrome, Linux");
    await eventually(() => page.locator("main").innerHTML()).not.toContain(other);
    // The service's own word for its machine is shown in the reader's.
    await fixture.call("Authenticate", { API: 1, Password: PASSWORD }, "local");
    await page.reload();
    await page.getByRole("cell", { name: "this machine", exact: true }).waitFor();
    await row.getByRole("button").click();
    await row.waitFor({ state: "detached" });
    await expect(fixture.call("Echo", { Token: other, Echo: "" })).rejects.toThrow("-32003");
  });

  it("end all other sessions at once", async () => {
    const fixture = await ConsoleFixture.open();
    const others = [await fixture.token(), await fixture.token()];
    const page = await fixture.signedIn("Password and sessions");
    const rows = page.getByRole("row", { name: /Revoke: / });
    await eventually(() => rows.count()).toBeGreaterThanOrEqual(2);
    const button = page.getByRole("button", { name: "End all other sessions" });
    await button.click();
    await eventually(() => rows.count()).toBe(0);
    await button.waitFor({ state: "detached" });
    for (const Token of others)
      await expect(fixture.call("Echo", { Token, Echo: "" })).rejects.toThrow("-32003");
    await page.getByRole("row", { name: /this one/ }).waitFor();
  });

  it("create an API token, show it once, copy it, list it and revoke it", async () => {
    const fixture = await ConsoleFixture.open();
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await fixture.signedIn("Access for other programs", { permissions });
    await page.getByText("There are no tokens yet.").waitFor();
    const menu = page.locator(".menu");
    const height = (await menu.boundingBox())?.height;
    await page.getByLabel("Name").fill("grafana");
    // The dot that tells of it moves nothing.
    await menu.locator(".dot").waitFor();
    expect((await menu.boundingBox())?.height).toBe(height);
    await eventually(() => page.getByLabel("Scope").inputValue()).toBe("read");
    await page.getByLabel("Valid for, in days").fill("30");
    await page.getByRole("button", { name: "Create a token" }).click();
    const notice = page.getByText("Copy it now, it is not shown again:");
    await notice.waitFor();
    const Token = String(await notice.locator("code").textContent());
    await expect(fixture.call("Echo", { Token, Echo: "x" })).resolves.toEqual({ Result: "x" });
    await expect(fixture.call("RouterManager", { Token, Reseed: true })).rejects.toThrow("-32008");
    await notice.getByRole("button", { name: "Copy" }).click();
    await eventually(() => page.evaluate("navigator.clipboard.readText()")).toBe(Token);

    const row = page.getByRole("row", { name: /grafana/ });
    await eventually(() => row.textContent()).toMatch(/grafanaread.*in 30\sdays/);
    await page.reload();
    await row.waitFor();
    expect(await page.locator("main").innerHTML()).not.toContain(Token);
    await page.getByText("Letters, digits and . _ -").waitFor();
    await page.getByLabel("Name").fill("grafana");
    await page.getByRole("button", { name: "Create a token" }).click();
    await page.getByText("name is in use").waitFor();
    await row.getByRole("button", { name: "Revoke… grafana" }).click();
    await page.getByText("It cannot be brought back.").waitFor();
    await expect(fixture.call("Echo", { Token, Echo: "x" })).resolves.toEqual({ Result: "x" });
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await row.waitFor({ state: "detached" });
    await expect(fixture.call("Echo", { Token, Echo: "" })).rejects.toThrow("-32003");
  });

  it("show who changed what, newest first, and older entries on demand", async () => {
    const fixture = await ConsoleFixture.open();
    for (let count = 0; count < 60; count++)
      await fixture.ask("NetworkSetting", { "svc.router.net.bw.share": String(20 + count) });
    // The page's own sign-in comes after these.
    const page = await fixture.page({ at: `${fixture.url}#/audit` });
    const release = await fixture.holdBack(page, "pilothouse.audit");
    await signIn(page);
    await page.locator("main .card").getByText("Loading…").waitFor();
    release();
    const rows = page.locator("tbody tr");
    await eventually(() => rows.count()).toBe(50);
    await eventually(() => rows.nth(0).textContent()).toContain("Sign-in");
    await eventually(() => rows.nth(1).textContent()).toMatch(
      /Share for others, percent:.*78.*79.*192\.0\.2\.7/,
    );
    await page.getByRole("button", { name: "Older" }).click();
    await eventually(() => rows.count()).toBeGreaterThan(60);
    await eventually(() => rows.last().textContent()).toContain("Sign-in");
  });

  it("answer any statistic over any period", async () => {
    const page = await (await ConsoleFixture.open()).signedIn("Rates");
    const table = page.getByRole("row", { name: /tunnel\.participatingTunnels/ });
    // There are three minutes of values: one column for one minute, and one for all of it.
    await eventually(() => table.locator("td").count()).toBe(2);
    await page.getByRole("columnheader", { name: /^since / }).waitFor();
    await page.getByLabel("Statistic").fill("netDb.knownPeers");
    await page.getByRole("spinbutton", { name: "Period" }).fill("90");
    await page.getByLabel("Unit").selectOption("seconds");
    await page.getByRole("button", { name: "Calculate" }).click();
    const answer = page.locator("output.answer");
    await eventually(() => answer.textContent()).toMatch(/netDb\.knownPeers \(1\smin 30\ss\): [\d,]+/);
    await page.getByLabel("Unit").selectOption("hours");
    await page.getByRole("button", { name: "Calculate" }).click();
    await eventually(() => answer.textContent()).toMatch(/netDb\.knownPeers \(since .+\): [\d,]+/);
    await page.getByLabel("Statistic").fill("no.such");
    await page.getByRole("button", { name: "Calculate" }).click();
    const unknown = page.getByText(/This statistic is unknown; there are bw\.sendRate/);
    await unknown.waitFor();
    await page.getByLabel("Statistic").fill("bw.combined");
    await unknown.waitFor({ state: "detached" });
  });
});

describe("the API explorer", () => {
  async function explorer() {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("API explorer");
    const [request, reply] = ["Request", "Reply"].map((name) => page.getByRole("group", { name }));
    const send = page.getByRole("button", { name: "Send" });
    return { fixture, page, method: page.getByLabel("Method"), request, reply, send };
  }

  it("offers every method of the interface, and shows what the service says of it, which is English", async () => {
    const { fixture, page, method } = await explorer();
    const { methods } = (await fixture.ask("rpc.discover")) as { methods: { name: string }[] };
    await eventually(() => method.locator("option").count()).toBe(methods.length);
    await page.getByText("Returns the requested keys").waitFor();
    await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
    await page.getByRole("heading", { name: "API-Explorer" }).waitFor();
    await page.locator("[lang=en]", { hasText: "Returns the requested keys" }).waitFor();
    await page.locator("[lang=en]", { hasText: "Full version of the router." }).waitFor();
    await page.locator("code", { hasText: /^hostname$/ }).waitFor();
    expect(await page.getByRole("main").textContent()).not.toContain("`");
  });

  it("shows the request without its token, sends it and shows the reply", async () => {
    const { page, request, reply, send } = await explorer();
    await page.getByRole("checkbox", { name: /svc\.router\.version/ }).check();
    await eventually(() => request?.textContent()).toContain('"svc.router.version": ""');
    await eventually(() => request?.textContent()).toContain('"Token": "••••••"');
    await send.click();
    await eventually(() => reply?.textContent()).toContain('"svc.router.version": "2.10.0"');
  });

  it("has buttons with enough contrast under the mouse pointer", async () => {
    const { page, send } = await explorer();
    await send.hover();
    const colours = () =>
      page.evaluate(`(() => {
        const { color, backgroundColor } = getComputedStyle(document.querySelector("button.primary:hover"));
        return color === backgroundColor;
      })()`);
    await eventually(colours).toBe(false);
  });

  it("rejects invalid JSON before it is sent, and shows an error reply as received", async () => {
    const { page, method, reply, send } = await explorer();
    await method.selectOption("GetRate");
    await page.getByLabel("Stat required").fill("bw.sendRate");
    await page.getByLabel("Period required").fill("12 minutes");
    await page.getByText("This is not JSON.").waitFor();
    await eventually(() => send.isDisabled()).toBe(true);
    await page.getByLabel("Period required").fill("5");
    await send.click();
    await eventually(() => reply?.textContent()).toContain("-32602");
  });

  it("asks before it cuts tunnels, too", async () => {
    const { fixture, page, method, send } = await explorer();
    await method.selectOption("RouterManager");
    await page.getByRole("checkbox", { name: /^Shutdown / }).check();
    await send.click();
    const dialog = page.getByRole("dialog", { name: "Shut the router down now?" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    // An action would have been sent before the next poll.
    await page.waitForResponse((response) => response.request().postData()?.includes("status") === true);
    expect(fixture.sent.filter((body) => body.includes("Shutdown"))).toEqual([]);
  });
});
