import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Stage, signIn } from "./stage.js";

const HOUR = 3_600_000;
const tile = (page: Page, label: string) => page.locator(".tile", { hasText: label });
const status = (page: Page) => page.locator(".health h2");

describe("the overview", () => {
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    stage = await Stage.open({ watched: 2 * HOUR });
    page = await stage.signedIn();
  });
  afterAll(() => stage.close());

  it("says how the router is, in numbers and in words", async () => {
    expect(await status(page).textContent()).toBe("All is well");
    expect(await page.locator(".facts").textContent()).toMatch(/Uptime2 hrs?.*Versionsimulator 2\.10\.0/);
    for (const label of ["Inbound", "Outbound"])
      expect(await tile(page, label).textContent()).toMatch(
        /[\d.]+\u00a0KiB\/s.*[\d.]+\u00a0KiB\/s over 15 s/,
      );
    expect(await tile(page, "Participating tunnels").textContent()).toMatch(/\d+.*% of own builds succeed/);
    expect(await tile(page, "Active peers").textContent()).toMatch(/High capacity: \d+Fast: \d+/);
  });

  it("moves every second", async () => {
    const value = tile(page, "Inbound").locator(".value");
    const before = await value.textContent();
    await expect.poll(() => value.textContent(), { timeout: 5_000 }).not.toBe(before);
  });

  it("has its first view after one request", async () => {
    const fresh = await stage.page();
    const bodies: string[] = [];
    fresh.on("request", (request) => request.method() === "POST" && bodies.push(request.postData() ?? ""));
    await signIn(fresh);
    await fresh.locator(".tile").first().waitFor();
    await fresh.context().close();
    const [login = "", first = ""] = bodies;
    expect(login).toContain("Authenticate");
    const methods = (JSON.parse(first) as { method: string }[]).map(({ method }) => method);
    expect(methods.sort()).toEqual(["RouterInfo", "pilothouse.history", "pilothouse.status"]);
  });

  it("says plainly that it shows a simulation", async () => {
    expect(await page.locator(".banners").textContent()).toContain("This is not a real router");
  });

  it("draws graphs over every range, and zooms by dragging, by buttons and back", async () => {
    const asked = () =>
      page.waitForRequest((request) => request.postData()?.includes("pilothouse.history") === true);
    const spanOf = (request: { postData(): string | null }) => {
      const calls = [JSON.parse(request.postData() ?? "")].flat() as {
        params: { from: number; to: number };
      }[];
      const { from, to } = calls.find(({ params }) => params.from !== undefined)?.params ?? {
        from: 0,
        to: 0,
      };
      return to - from;
    };
    const press = async (name: string) => {
      const request = asked();
      await page.getByRole("button", { name, exact: true }).click();
      return spanOf(await request);
    };
    expect(await press("15 mins")).toBe(HOUR / 4);
    expect(await press("1 yr")).toBe(365 * 24 * HOUR);
    expect(await press("1 hr")).toBe(HOUR);

    const plot = page.locator(".plot").first();
    expect(await plot.getAttribute("aria-label")).toMatch(/Bandwidth\. Inbound .*KiB\/s, Outbound .*KiB\/s/);
    const box = await plot.locator(".u-over").boundingBox();
    if (box === null) throw new Error("there is no plot");
    const dragged = asked();
    await page.mouse.move(box.x + box.width * 0.25, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 60, { steps: 5 });
    await page.mouse.up();
    expect(spanOf(await dragged) / HOUR).toBeCloseTo(0.5, 1);
    expect(await page.locator('.ranges [aria-pressed="true"]').count()).toBe(0);

    const closer = await press("Zoom in");
    expect(closer / HOUR).toBeCloseTo(0.25, 1);
    expect(await press("Zoom out")).toBe(2 * closer);
    expect(await press("Earlier")).toBe(2 * closer);
    const whole = asked();
    await page.mouse.dblclick(box.x + 50, box.y + 50);
    expect(spanOf(await whole)).toBe(HOUR);
  });

  it("has what the graphs show in numbers too", async () => {
    await page.locator("summary").click();
    const row = page.getByRole("row", { name: /Inbound bandwidth/ });
    expect(await row.textContent()).toMatch(/Inbound bandwidth([\d.]+\u00a0KiB\/s){4}/);
  });

  it("keeps the last values, greyed, while the service is away, and comes back by itself", async () => {
    await stage.stop();
    await page.getByText("The service does not answer.").first().waitFor();
    await page.getByText(/Last values: .* ago/).waitFor();
    expect(await tile(page, "Inbound").locator(".value").textContent()).toMatch(/KiB\/s/);
    expect(await page.locator("main > .away").count()).toBe(1);
    await stage.start();
    await page.getByText("Connected again.").waitFor({ state: "attached", timeout: 15_000 });
    expect(await page.locator("main > .away").count()).toBe(0);
  });

  it("says why the router cannot be seen, and keeps its last values", async () => {
    await expect.poll(() => status(page).textContent(), { timeout: 40_000 }).toBe("All is well");
    stage.simulator.faults.hang();
    stage.clock.pass(11_000);
    await page.getByText("Router: Does not answer.").waitFor();
    expect(await tile(page, "Known peers").locator(".value").textContent()).not.toBe("0");
    expect(await page.locator("main > .away").count()).toBe(1);
    stage.simulator.faults.release();
    await expect.poll(() => page.locator("main > .away").count()).toBe(0);
  });

  it("tells what to do about a status that is not well", async () => {
    const Token = await stage.token("three blue herons at low tide");
    await stage.call("NetworkSetting", { Token, "svc.router.net.upnp": "false" });
    stage.clock.pass(30_000);
    await expect.poll(() => status(page).textContent()).toBe("Behind a firewall");
    expect(await page.locator(".health").textContent()).toContain("Forward its port");
    await stage.call("NetworkSetting", { Token, "svc.router.net.upnp": "true" });
    stage.clock.pass(30_000);
  });
});
