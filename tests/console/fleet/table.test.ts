import { describe, expect, it } from "vitest";
import { problems } from "../support/accessible.js";
import { eventually } from "../support/eventually.js";
import { FleetFixture, idOf } from "../support/fleet-fixture.js";

describe("the table of a hub's nodes", () => {
  it("lists fifty thousand nodes with few rendered rows, sorts and filters them", async () => {
    const fleet = await FleetFixture.open(50_000);
    const page = await fleet.page("");
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByRole("heading", { level: 1, name: "Fleet" }).waitFor();
    await page.getByRole("link", { name: "node-00000" }).waitFor();
    const rows = page.locator(".nodes tbody tr:not(.gap)");
    expect(await rows.count()).toBeLessThan(80);
    const totals = page.getByRole("region", { name: "The whole fleet" });
    await eventually(() => totals.textContent()).toContain("50,000");
    await eventually(() => page.getByText("0.9.63").count()).toBeGreaterThan(0);

    // Any place in the list is loaded when it is seen, and the rows that were passed are removed.
    await page.getByText("50,000 rows", { exact: true }).waitFor();
    await page.getByRole("group", { name: "Nodes", exact: true }).press("End");
    await page.getByRole("link", { name: "node-49999" }).waitFor();
    expect(await rows.count()).toBeLessThan(80);
    const asked = fleet.fixture.sent.filter((text) => text.includes('"fleet.nodes"')).length;
    expect(asked).toBeLessThan(100);
    const first = () => rows.first().getByRole("rowheader").textContent();
    const byTraffic = page.getByRole("columnheader", { name: "In / out" }).getByRole("button");
    await byTraffic.click();
    await eventually(first).toBe("node-49999");
    await byTraffic.click();
    await eventually(first).toBe("node-00000");
    await page.getByRole("columnheader", { name: "State" }).getByRole("button").click();
    await eventually(first).toBe("node-00007");
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await eventually(first).toBe("node-00000");
    expect(await rows.count()).toBeLessThan(80);

    await page.getByLabel("Name contains").fill("node-0123");
    await page.getByText("10 rows", { exact: true }).waitFor();
    await eventually(() => rows.count()).toBe(10);
    await page.getByRole("combobox", { name: "Label" }).selectOption("site=ams");
    await eventually(() => rows.count()).toBeLessThan(10);
    // Filters are in the address, so they are there again after a reload.
    expect(new URL(page.url()).hash).toBe("#/fleet?name=node-0123&label=site%3Dams");
    await page.reload();
    await eventually(() => rows.count()).toBeLessThan(10);
    await page.getByLabel("Name contains").fill("nothing like that");
    await page.getByText("No node matches.").waitFor();
    expect(await problems(page)).toEqual([]);
    // The search finds all of them.
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("node-49999");
    await page.getByRole("option", { name: "node-49999" }).waitFor();
  });

  it("sorts its nodes by a column, also after a reload, with numbers in their order", async () => {
    const fleet = await FleetFixture.open();
    for (const name of ["n-10", "n-9", "n-1"]) await fleet.bus.join(idOf(name), { name });
    const report = () => {
      fleet.bus.report(idOf("n-10"), { inbound: 5_000 });
      fleet.bus.report(idOf("n-9"), { inbound: 900 });
      fleet.bus.report(idOf("n-1"), { phase: "stopped", inbound: 9_000 });
    };
    report();
    const page = await fleet.page("#/fleet");
    await page.setViewportSize({ width: 1400, height: 900 });
    const names = () => page.locator(".nodes tbody th").allTextContents();
    await eventually(names).toEqual(["n-1", "n-9", "n-10"]);
    const header = (name: string) => page.getByRole("columnheader", { name });
    await header("In / out").getByRole("button").click();
    await eventually(names).toEqual(["n-10", "n-9", "n-1"]);
    expect(await header("In / out").getAttribute("aria-sort")).toBe("descending");
    await header("In / out").getByRole("button").click();
    await eventually(names).toEqual(["n-9", "n-10", "n-1"]);
    expect(new URL(page.url()).hash).toBe("#/fleet?sort=traffic");
    await page.reload();
    await eventually(names).toEqual(["n-9", "n-10", "n-1"]);
    await header("State").getByRole("button").click();
    await eventually(names).toEqual(["n-1", "n-9", "n-10"]);
    await page.locator(".nodes .spark path").first().waitFor({ state: "attached" });
    expect(await problems(page)).toEqual([]);
    // On paper nothing can be clicked, but columns keep their names.
    await page.emulateMedia({ media: "print" });
    await header("Name").getByRole("button").waitFor();
    expect(await page.locator(".nodes .pick:visible").count()).toBe(0);
    await page.locator(".legend li").first().waitFor();
    const swatch = `getComputedStyle(document.querySelector(".legend li"), "::before").printColorAdjust`;
    expect(await page.evaluate(swatch)).toBe("exact");
  });

  it("is as it was when one comes back from a node: filter, order, and how far it was scrolled", async () => {
    const fleet = await FleetFixture.open(200);
    const page = await fleet.page("#/fleet?sort=-name");
    await page.getByRole("link", { name: "node-00199" }).waitFor();
    const scrolled = () =>
      page.evaluate(() => [scrollY, document.querySelector(".nodes")?.scrollTop ?? 0].map(Math.round));
    await page.evaluate(() => {
      scrollTo(0, 300);
      document.querySelector(".nodes")?.scrollTo(0, 1200);
    });
    await eventually(scrolled).toEqual([300, 1200]);
    const link = page.getByRole("link", { name: "node-00165" });
    await link.waitFor();
    await link.focus();
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { level: 1, name: "Overview" });
    await heading.waitFor();
    // The keyboard continues at the page, not before the menu.
    await eventually(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.goBack();
    await link.waitFor();
    await eventually(scrolled).toEqual([300, 1200]);
    expect(new URL(page.url()).hash).toContain("sort=-name");
    // Another page begins at its top.
    await page.getByRole("link", { name: "Events" }).click();
    await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
    await eventually(() => page.evaluate(() => scrollY)).toBe(0);
  });

  it("begins at its top when one has come to another page by way of a reload", async () => {
    const fleet = await FleetFixture.open(200);
    const page = await fleet.page("#/fleet");
    await page.setViewportSize({ width: 1_280, height: 200 });
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    await link("Events").click();
    await heading("Events");
    await page.goBack();
    await heading("Fleet");
    await page.reload();
    await heading("Fleet");
    await page.goForward();
    await heading("Events");
    // Possible once it is long enough.
    await eventually(async () => {
      await page.evaluate(() => scrollTo(0, 60));
      return scrolled();
    }).toBe(60);
    await link("Fleet").click();
    await page
      .getByRole("link", { name: /^node-/ })
      .first()
      .waitFor();
    expect(await scrolled()).toBe(0);
  });

  it("shows few new rows in each frame, so that none takes long, and keeps its place while another order loads", async () => {
    const fleet = await FleetFixture.open(300);
    const page = await fleet.page("#/fleet");
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByText("300 rows", { exact: true }).waitFor();
    await page.evaluate(`(() => {
      window.most = 0;
      window.least = document.body.scrollHeight;
      let added = 0;
      const observer = new MutationObserver((records) => {
        const nodes = records.flatMap(({ addedNodes }) => [...addedNodes]);
        added += nodes.filter(({ className }) => className !== "gap").length;
      });
      observer.observe(document.querySelector(".nodes tbody"), { childList: true });
      const look = () => {
        window.most = Math.max(most, added);
        added = 0;
        window.least = Math.min(least, document.querySelector(".nodes").clientHeight);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })()`);
    await page.getByRole("group", { name: "Nodes", exact: true }).press("End");
    await page.getByRole("link", { name: "node-00299" }).waitFor();
    // All that can be seen are there in the end.
    await eventually(() => page.locator(".nodes tbody tr:not(.gap)").count()).toBeGreaterThan(15);
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await eventually(() => page.locator(".nodes tbody th").first().textContent()).toBe("node-00299");
    expect(await page.evaluate("most")).toBeLessThanOrEqual(10);
    expect(await page.evaluate("least")).toBeGreaterThan(400);
  });
});
