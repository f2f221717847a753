import { describe, expect, it } from "vitest";
import { NodeAway } from "../../../packages/fleet/src/bus/hub-bus.js";
import { DESKTOP, problems } from "../support/accessible.js";
import { eventually } from "../support/eventually.js";
import { FleetFixture, idOf } from "../support/fleet-fixture.js";

describe("a node in the console of its hub", () => {
  it("opens a node's own pages, and comes back", async () => {
    const fleet = await FleetFixture.open();
    await fleet.node("harbour");
    await fleet.bus.join(idOf("away"), { name: "away" });
    fleet.bus.options.events.onStopped(idOf("away"));
    const page = await fleet.page("#/fleet");
    await page.getByRole("row", { name: /away/ }).getByText("service stopped").waitFor();
    // A hub gives its backup to nobody's browser, so none is offered.
    await page.getByText("On the machine itself:", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Download a backup…" }).count()).toBe(0);
    await page.getByRole("link", { name: "harbour" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByLabel(/^Bandwidth\. Inbound \d/).waitFor();
    await page.getByRole("banner").getByText("harbour").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Control" }).click();
    await page.getByRole("button", { name: "Restart gracefully…" }).waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#\/nodes\/harbour\/control/);
    expect(await problems(page)).toEqual([]);

    await page.reload();
    await page.getByRole("button", { name: "Restart gracefully…" }).waitFor();
    // What is true of this page and its hub is not said of the node.
    await page.setViewportSize(DESKTOP);
    const menu = page.getByRole("navigation");
    await menu.getByRole("link", { name: "Access for other programs" }).click();
    await page.getByText("Path /jsonrpc/ of the service's HTTP address.").waitFor();
    await menu.getByRole("link", { name: "Password and sessions" }).click();
    await page.getByText("Nobody is signed in there.").waitFor();
    await page.getByText("Every session of the node ends").waitFor();
    await page.goto(page.url().replace(/[^/]*$/, "welcome"));
    await page.getByRole("button", { name: "How to reach it" }).click();
    await page.getByText("Dashboards and scripts get tokens of their own").waitFor();
    expect(await page.getByText("ssh -L").count()).toBe(0);
    await page.getByRole("banner").getByRole("link", { name: "Fleet" }).click();
    await page.getByRole("link", { name: "away" }).click();
    await page.getByRole("heading", { name: "away is offline" }).waitFor();
    await page.getByText("It has not reported yet.").waitFor();
  });

  it("says on an open page of a node that the node is away, not the service, and shows the page again", async () => {
    const fleet = await FleetFixture.open();
    const service = await fleet.node("harbour");
    let isThere = true;
    await fleet.bus.join(idOf("harbour"), { name: "harbour" }, async ({ text, scope }) => {
      if (!isThere) throw new NodeAway("The node is not connected", true);
      return (await service.answer(text, { address: "hub", access: scope })).text;
    });
    const page = await fleet.page("#/nodes/harbour/control");
    const restart = page.getByRole("button", { name: "Restart gracefully…" });
    await restart.waitFor();
    isThere = false;
    await page.getByRole("heading", { name: "harbour cannot be reached" }).waitFor();
    await eventually(() => page.title()).toContain("harbour cannot be reached");
    await restart.waitFor({ state: "hidden" });
    isThere = true;
    await restart.waitFor();
    await eventually(() => page.title()).not.toContain("harbour cannot be reached");
  });

  it("says on the pages of a node what only the hub knows of it: two machines with its key, or changed settings", async () => {
    const fleet = await FleetFixture.open();
    const node = await fleet.node("harbour");
    const page = await fleet.page("#/nodes/harbour/overview");
    const badge = page.locator(".badge");
    await page.getByLabel(/^Bandwidth\. Inbound \d/).waitFor();
    expect(await badge.textContent()).not.toContain("harbour");
    fleet.bus.report(idOf("harbour"), { drifted: true, verdict: "warning" });
    await page.locator(".badge.warning", { hasText: "harbour: settings changed" }).waitFor();
    await eventually(() => page.title()).toContain("harbour: settings changed");
    const state = page.getByRole("region", { name: "State" });
    await state.getByRole("heading", { name: "harbour: settings changed" }).waitFor();
    await page.locator(".notice.warning").getByRole("link", { name: "Templates" }).waitFor();
    const ask = async (method: string, params: object) => {
      const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const reply = await node.answer(text, { address: "hub", access: "all" });
      reply.afterwards?.();
      return JSON.parse(reply.text).result;
    };
    const network = { "router.net.bw.share": "33", "router.net.upnp": "true" };
    await ask("pilothouse.apply", { checksum: "0".repeat(32), network, restart: "never" });
    await eventually(async () => (await ask("pilothouse.apply", {})).state).toBe("applied");
    await ask("NetworkSetting", { "svc.router.net.bw.share": "44" });
    const differs = "Not as the template wants: Share for others.";
    await page.locator(".notice.warning").getByText(differs).waitFor();
    await state.getByText(differs).waitFor();
    expect(await problems(page)).toEqual([]);
    const record = { name: "harbour", labels: {}, joined: 1, invitation: "i", duplicate: 1 };
    await fleet.bus.join(idOf("harbour"), record);
    await page.locator(".badge.error", { hasText: "harbour: duplicate" }).waitFor();
    await page.getByText("Two machines use this node's key").waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Change…" }).click();
    await page
      .getByRole("dialog")
      .getByRole("heading", { name: /harbour/ })
      .waitFor();
    await page.keyboard.press("Escape");
    const { duplicate: _one, ...alone } = record;
    await fleet.bus.join(idOf("harbour"), alone);
    fleet.bus.report(idOf("harbour"));
    await eventually(() => badge.textContent()).not.toContain("harbour");
  });

  it("shows of a node that is offline its last figures, what waits for it, and what can be done", async () => {
    const fleet = await FleetFixture.open();
    await fleet.bus.join(idOf("away"), { name: "away", labels: { site: "ams" } });
    fleet.bus.report(idOf("away"), { participating: 77 });
    fleet.fixture.clock.advance(600_000);
    await fleet.fixture.ask("fleet.queue", {
      node: "away",
      method: "RouterManager",
      params: { Reseed: null },
    });
    const page = await fleet.page("#/nodes/away/overview");
    await page.getByRole("heading", { name: "away is offline" }).waitFor();
    await page.getByText("Last heard of 10 minutes ago.").waitFor();
    await page.locator(".badge.error", { hasText: "away is offline" }).waitFor();
    expect(await page.title()).toBe("away is offline – Overview – away – Pilothouse");
    await page.locator(".facts", { hasText: "77" }).getByText("site=ams").waitFor();
    await page.getByRole("row", { name: /^Start a reseed/ }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Queue a call…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Queue", exact: true }).click();
    await page.getByRole("dialog").getByText("1 of 1 queued, 0 failed").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("row", { name: /^Restart gracefully/ }).waitFor();
    await fleet.bus.join(idOf("away"), { name: "away", duplicate: 1 });
    await page.getByRole("heading", { name: "away: duplicate" }).waitFor();
    await page.getByRole("button", { name: "Change…" }).click();
    await page.getByRole("dialog", { name: "Node away" }).getByText("Two machines use").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.goto(`${fleet.fixture.url}#/nodes/nobody/overview`);
    await page.getByRole("heading", { name: "There is no node nobody in this fleet" }).waitFor();
    await page.locator(".badge.error", { hasText: "There is no node nobody" }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("link", { name: "Back to the fleet" }).click();
    await page.getByRole("link", { name: "away" }).waitFor();
  });

  it("says of a node that it may yet hear that it was not heard, and of none without a bus where to look", async () => {
    const fleet = await FleetFixture.open();
    await fleet.bus.join(idOf("late"), { name: "late" });
    await fleet.node("harbour");
    const page = await fleet.page("#/nodes/late/overview");
    // As in the list. It may report for as long as nodes have the time to.
    await page.getByRole("heading", { name: "late: not heard yet" }).waitFor();
    await page.getByText("Check that the machine runs").waitFor();
    fleet.bus.connected = false;
    await page.getByText("The hub has no connection to its bus").waitFor();
    expect(await page.getByText("Check that the machine runs").count()).toBe(0);
    expect(await problems(page)).toEqual([]);
  });

  it("says after it was killed that it does not know when a node was last heard of", async () => {
    const fleet = await FleetFixture.open();
    const { inventory } = fleet.hub;
    await fleet.bus.join(idOf("away"), { name: "away" });
    fleet.bus.report(idOf("away"), {});
    inventory.cleanUp();
    await inventory.save();
    const node = inventory.find("away");
    // As a hub has it that starts with what one wrote that was killed.
    if (node !== undefined)
      Object.assign(node, { online: false, report: undefined, unheard: fleet.fixture.clock.now() + 120_000 });
    fleet.fixture.clock.advance(600_000);
    const page = await fleet.page("#/nodes/away/overview");
    await page.getByText("Not heard of since the hub started 8 minutes ago").waitFor();
    await page.getByText("It was last noted 10 minutes ago.").waitFor();
    expect(await page.getByRole("heading", { name: /^Last figures/ }).count()).toBe(0);
  });
});
