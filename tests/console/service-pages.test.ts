import { describe, expect, it } from "vitest";
import { eventually } from "./support/eventually.js";
import { Stage } from "./support/stage.js";

describe("the pages about the service", () => {
  it("let other programs in, now and after a restart", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn("Access for other programs");
    const status = async () => (await fetch(`${stage.url}jsonrpc/`, { method: "POST", body: "{}" })).status;
    const applications = async () => (await stage.ask("pilothouse.webapps"))["applications"];
    const running = page.getByRole("switch", { name: "Enabled" });
    expect(await status()).toBe(404);
    await page.getByText(`${stage.url}jsonrpc/`).waitFor();
    await page.getByText("This machine only.").waitFor();
    await running.click();
    await eventually(status).toBe(200);
    await page.getByRole("switch", { name: "Also after a restart of the service" }).click();
    await eventually(applications).toMatchObject([{ name: "jsonrpc", running: true, autostart: true }]);
    await eventually(() => running.isChecked()).toBe(true);
    await running.click();
    await eventually(status).toBe(404);
  });

  it("list the sessions with age and address, and revoke one", async () => {
    const stage = await Stage.open();
    const other = await stage.token();
    const { sessions } = (await stage.call("pilothouse.sessions", { Token: other })) as {
      sessions: { id: string; current: boolean }[];
    };
    const id = sessions.find(({ current }) => current)?.id ?? "";
    const page = await stage.signedIn("Password and sessions");
    const own = page.getByRole("row", { name: /this one/ });
    await eventually(() => own.textContent()).toContain("127.0.0.1");
    const row = page.getByRole("row", { name: id });
    await eventually(() => row.textContent()).toMatch(
      /(now|\d+ (second|minute)s? ago){2}in 24 hours192\.0\.2\.7/,
    );
    await eventually(() => own.textContent()).toContain("Chrome on Linux");
    await eventually(() => page.locator("main").innerHTML()).not.toContain(other);
    await row.getByRole("button").click();
    await row.waitFor({ state: "detached" });
    await expect(stage.call("Echo", { Token: other, Echo: "" })).rejects.toThrow("-32003");
  });

  it("end all other sessions at once", async () => {
    const stage = await Stage.open();
    const others = [await stage.token(), await stage.token()];
    const page = await stage.signedIn("Password and sessions");
    const rows = page.getByRole("row", { name: /Revoke: / });
    await eventually(() => rows.count()).toBeGreaterThanOrEqual(2);
    const button = page.getByRole("button", { name: "End all other sessions" });
    await button.click();
    await eventually(() => rows.count()).toBe(0);
    await button.waitFor({ state: "detached" });
    for (const Token of others)
      await expect(stage.call("Echo", { Token, Echo: "" })).rejects.toThrow("-32003");
    await page.getByRole("row", { name: /this one/ }).waitFor();
  });

  it("make a token for a program, show it once, copy it, list it and revoke it", async () => {
    const stage = await Stage.open();
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await stage.signedIn("Access for other programs", { permissions });
    await page.getByLabel("Name").fill("grafana");
    await eventually(() => page.getByLabel("Scope").inputValue()).toBe("read");
    await page.getByLabel("Valid for, in days").fill("30");
    await page.getByRole("button", { name: "Create a token" }).click();
    const notice = page.getByText("Copy it now, it is not shown again:");
    await notice.waitFor();
    const Token = String(await notice.locator("code").textContent());
    await expect(stage.call("Echo", { Token, Echo: "x" })).resolves.toEqual({ Result: "x" });
    await expect(stage.call("RouterManager", { Token, Reseed: true })).rejects.toThrow("-32008");
    await notice.getByRole("button", { name: "Copy" }).click();
    await eventually(() => page.evaluate("navigator.clipboard.readText()")).toBe(Token);

    const row = page.getByRole("row", { name: /grafana/ });
    await eventually(() => row.textContent()).toMatch(/grafanaread.*in 30 days/);
    await page.reload();
    await row.waitFor();
    expect(await page.locator("main").innerHTML()).not.toContain(Token);
    await page.getByLabel("Name").fill("grafana");
    await page.getByRole("button", { name: "Create a token" }).click();
    await page.getByText("name is in use").waitFor();
    await row.getByRole("button", { name: "Revoke: grafana" }).click();
    await row.waitFor({ state: "detached" });
    await expect(stage.call("Echo", { Token, Echo: "" })).rejects.toThrow("-32003");
  });

  it("show who changed what, the newest first, and older entries on demand", async () => {
    const stage = await Stage.open();
    for (let count = 0; count < 60; count++)
      await stage.ask("NetworkSetting", { "svc.router.net.bw.share": String(20 + count) });
    // The page's own sign-in comes after these.
    const page = await stage.signedIn("Audit");
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
    const page = await (await Stage.open()).signedIn("Rates");
    const table = page.getByRole("row", { name: /tunnel\.participatingTunnels/ });
    // The router was watched for three minutes: there is a mean over one, and one over all there is.
    await eventually(() => table.locator("td").count()).toBe(2);
    await page.getByRole("columnheader", { name: /^since / }).waitFor();
    await page.getByLabel("Statistic").fill("netDb.knownPeers");
    await page.getByRole("spinbutton", { name: "Period" }).fill("90");
    await page.getByLabel("Unit").selectOption("seconds");
    await page.getByRole("button", { name: "Calculate" }).click();
    const answer = page.locator("output.answer");
    await eventually(() => answer.textContent()).toMatch(/netDb\.knownPeers \(1 min 30 secs?\): [\d,]+/);
    await page.getByLabel("Statistic").fill("no.such");
    await page.getByRole("button", { name: "Calculate" }).click();
    await page.getByText(/Stat is unknown; there are bw\.sendRate/).waitFor();
  });
});

describe("the API explorer", () => {
  async function explorer() {
    const stage = await Stage.open();
    const page = await stage.signedIn("API explorer");
    const [request, reply] = ["Request", "Reply"].map((name) => page.getByRole("group", { name }));
    const send = page.getByRole("button", { name: "Send" });
    return { stage, page, method: page.getByLabel("Method"), request, reply, send };
  }

  it("offers every method of the interface, and says in the reader's language what it does", async () => {
    const { stage, page, method } = await explorer();
    const { methods } = (await stage.ask("rpc.discover")) as { methods: { name: string }[] };
    await eventually(() => method.locator("option").count()).toBe(methods.length);
    await page.getByText("Tells what is asked of the router").waitFor();
    await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
    await page.getByText("Liefert, was vom Router gefragt wird").waitFor();
  });

  it("shows the request without its token, sends it and shows the reply", async () => {
    const { page, request, reply, send } = await explorer();
    await page.getByRole("checkbox", { name: /svc\.router\.version/ }).check();
    await eventually(() => request?.textContent()).toContain('"svc.router.version": ""');
    await eventually(() => request?.textContent()).toContain('"Token": "••••••"');
    await send.click();
    await eventually(() => reply?.textContent()).toContain('"svc.router.version": "2.10.0"');
  });

  it("has buttons that can be read under the mouse as well", async () => {
    const { page, send } = await explorer();
    await send.hover();
    const colours = () =>
      page.evaluate(`(() => {
        const { color, backgroundColor } = getComputedStyle(document.querySelector("button.primary:hover"));
        return color === backgroundColor;
      })()`);
    await eventually(colours).toBe(false);
  });

  it("says what is no JSON before it is sent, and shows a refusal as it came", async () => {
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
    const { stage, page, method, send } = await explorer();
    await method.selectOption("RouterManager");
    await page.getByRole("checkbox", { name: /^Shutdown / }).check();
    await send.click();
    const dialog = page.getByRole("dialog", { name: "Shut the router down now?" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    // An order would have been sent before the next look at the router.
    await page.waitForResponse((response) => response.request().postData()?.includes("status") === true);
    expect(stage.sent.filter((body) => body.includes("Shutdown"))).toEqual([]);
  });
});
