import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { open, PASSWORD, Stage } from "./stage.js";

describe("the pages about the service", () => {
  let stage: Stage;
  let page: Page;
  let Token: string;
  beforeAll(async () => {
    stage = await Stage.open();
    Token = await stage.token(PASSWORD);
    page = await stage.signedIn();
  });
  afterAll(() => stage.close());

  const jsonrpcStatus = async () =>
    (await fetch(`${stage.url}jsonrpc/`, { method: "POST", body: "{}" })).status;

  it("run a web application now, and start it automatically", async () => {
    await open(page, "Web applications");
    expect(await jsonrpcStatus()).toBe(404);
    await page.getByRole("switch", { name: "jsonrpc: Run now" }).check();
    await expect.poll(jsonrpcStatus).toBe(200);
    await page.getByRole("switch", { name: "jsonrpc: Start automatically" }).check();
    await expect
      .poll(async () => (await stage.call("pilothouse.webapps", { Token }))["applications"])
      .toMatchObject([{ name: "jsonrpc", running: true, autostart: true }]);
    await page.getByRole("switch", { name: "jsonrpc: Run now" }).uncheck();
    await expect.poll(jsonrpcStatus).toBe(404);
  });

  it("list the sessions with age and address, and revoke one", async () => {
    const other = await stage.token(PASSWORD);
    await open(page, "Access");
    const rows = page.getByRole("row", { name: /Revoke/ });
    await rows.last().waitFor();
    expect(await page.getByRole("row", { name: /this one/ }).textContent()).toContain("127.0.0.1");
    expect(await rows.last().textContent()).toMatch(/(now|seconds? ago)in 24 hours192\.0\.2\.7/);
    const before = await rows.count();
    await rows.last().getByRole("button").click();
    await expect.poll(() => rows.count()).toBe(before - 1);
    await expect(stage.call("Echo", { Token: other, Echo: "" })).rejects.toThrow("-32003");
    expect(await page.locator("main").innerHTML()).not.toContain(other);
  });

  it("show who changed what, the newest first, and older entries on demand", async () => {
    for (let count = 0; count < 60; count++)
      await stage.call("NetworkSetting", { Token, "svc.router.net.bw.share": String(20 + count) });
    await open(page, "Audit");
    const rows = page.locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(50);
    expect(await rows.first().textContent()).toMatch(/bw\.share.*78.*79.*192\.0\.2\.7/);
    await page.getByRole("button", { name: "Older" }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(60);
    expect(await rows.last().textContent()).toContain("login");
  });

  it("answer any statistic over any period", async () => {
    await open(page, "Rates");
    const table = page.getByRole("row", { name: /tunnel\.participatingTunnels/ });
    await expect.poll(() => table.textContent()).toMatch(/participatingTunnels(\d+){5}/);
    await page.getByLabel("Statistic").fill("netDb.knownPeers");
    await page.getByRole("spinbutton", { name: "Period" }).fill("90");
    await page.getByLabel("Unit").selectOption("seconds");
    await page.getByRole("button", { name: "Ask" }).click();
    await expect
      .poll(() => page.locator("output.answer").textContent())
      .toMatch(/netDb\.knownPeers \(1 min 30 secs?\): [\d,]+/);
    await page.getByLabel("Statistic").fill("no.such");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.getByText(/Stat is unknown; there are bw\.sendRate/).waitFor();
  });

  it("let the whole interface be tried from its own description", async () => {
    await open(page, "API explorer");
    const method = page.getByLabel("Method");
    const { methods } = (await stage.call("rpc.discover", { Token })) as { methods: { name: string }[] };
    await expect.poll(() => method.locator("option").count()).toBe(methods.length);

    const send = page.getByRole("button", { name: "Send" });
    const colour = (style: string) =>
      page.evaluate(`getComputedStyle(document.querySelector("button.primary:hover")).${style}`);
    await send.hover();
    expect(await colour("color")).not.toBe(await colour("backgroundColor"));

    await page.getByRole("checkbox", { name: /svc\.router\.version/ }).check();
    const request = page.getByRole("group", { name: "Request" });
    expect(await request.textContent()).toContain('"svc.router.version": ""');
    expect(await request.textContent()).toContain('"Token": "••••••"');
    await page.getByRole("button", { name: "Send" }).click();
    const reply = page.getByRole("group", { name: "Reply" });
    await expect.poll(() => reply.textContent()).toContain('"svc.router.version": "2.10.0"');

    await method.selectOption("GetRate");
    await page.getByLabel("Stat required").fill("bw.sendRate");
    await page.getByLabel("Period required").fill("12 minutes");
    await page.getByText("This is not JSON.").waitFor();
    expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    await page.getByLabel("Period required").fill("5");
    await page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => reply.textContent()).toContain("-32602");
  });

  it("ask before the explorer cuts tunnels, too", async () => {
    await page.getByLabel("Method").selectOption("RouterManager");
    await page.getByRole("checkbox", { name: /^Shutdown / }).check();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("dialog", { name: "Shut the router down now?" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("group", { name: "Reply" }).count()).toBe(0);
  });

  it("change the password, end the other sessions and stay signed in here", async () => {
    await open(page, "Access");
    const next = "nine quiet lanterns by the pier";
    const current = page.getByLabel("Current password");
    await current.fill("not the password");
    await page.getByLabel("New password", { exact: true }).fill(next);
    await page.getByLabel("Repeat the new password").fill(next);
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("The password is wrong.").waitFor();
    await current.fill(PASSWORD);
    await page.getByRole("button", { name: "Set the password" }).click();
    await expect.poll(() => page.getByRole("row", { name: /Revoke/ }).count()).toBe(0);
    await page.getByRole("row", { name: /this one/ }).waitFor();
    await expect(stage.call("Echo", { Token, Echo: "" })).rejects.toThrow("-32003");
    await stage.token(next);
  });
});
