import { describe, expect, it } from "vitest";
import { problems } from "./accessible.js";
import { eventually } from "./eventually.js";
import { FleetStage, idOf } from "./fleet-stage.js";
import { signIn } from "./stage.js";

describe("a hub's console", () => {
  it("lists thousands of nodes with few rows in the page, and finds some", async () => {
    const fleet = await FleetStage.open();
    await fleet.crowd(2_000);
    const page = await fleet.page("");
    await page.getByRole("heading", { level: 1, name: "Fleet" }).waitFor();
    await page.getByRole("link", { name: "node-00000" }).waitFor();
    const rows = page.locator(".nodes tbody tr:not(.gap)");
    expect(await rows.count()).toBeLessThan(80);
    const totals = page.getByRole("region", { name: "The whole fleet" });
    await eventually(() => totals.textContent()).toContain("2,000");
    await eventually(() => page.getByText("0.9.63").count()).toBeGreaterThan(0);

    // Scrolling on fetches page after page; the rows that are passed leave the page again.
    const box = page.getByRole("group", { name: "Nodes" });
    const last = page.getByRole("link", { name: "node-01999" });
    await eventually(async () => {
      await box.press("End");
      return last.count();
    }).toBe(1);
    expect(await rows.count()).toBeLessThan(80);
    await eventually(() => page.getByText("2,000 rows", { exact: true }).count()).toBe(1);

    await page.getByLabel("Name contains").fill("node-0123");
    await page.getByText("10 rows", { exact: true }).waitFor();
    await eventually(() => rows.count()).toBe(10);
    await page.getByRole("combobox", { name: "Label" }).selectOption("site=ams");
    await eventually(() => rows.count()).toBeLessThan(10);
    await page.getByRole("combobox", { name: "State" }).selectOption("offline");
    await page.getByText("No node matches.").waitFor();
    expect(await problems(page)).toEqual([]);
  });

  it("opens a node's own pages, and comes back", async () => {
    const fleet = await FleetStage.open();
    await fleet.node("harbour");
    await fleet.bus.join(idOf("away"), { name: "away" });
    const page = await fleet.page("#/fleet");
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
    await page.getByRole("banner").getByRole("link", { name: "Fleet" }).click();
    await page.getByRole("link", { name: "away" }).click();
    await page.getByRole("alert").getByText("away is offline; it has never reported").waitFor();
  });

  it("makes an invitation whose token is shown once, and revokes it", async () => {
    const fleet = await FleetStage.open();
    const page = await fleet.page("#/invitations");
    await page.getByLabel("Labels").fill("site");
    await page.getByText("Write labels as key=value").waitFor();
    expect(await page.getByRole("button", { name: "Make an invitation" }).isDisabled()).toBe(true);
    await page.getByLabel("Labels").fill("site=ams, rack=4");
    await page.getByRole("button", { name: "Make an invitation" }).click();
    await page.getByText("pilothouse join ph1_i1").waitFor();
    const open = page.getByRole("row", { name: /i1 site=ams, rack=4 0 of 1/ });
    await open.waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    expect(await page.locator("main").innerHTML()).not.toContain("ph1_");
    await page.getByRole("button", { name: "Revoke: i1" }).click();
    await page.getByText("There is no open invitation.").waitFor();
    expect(await fleet.bus.enrolment.invitations()).toEqual([]);
  });

  it("accepts and refuses nodes that wait", async () => {
    const fleet = await FleetStage.open();
    const waiting = { waiting: true } as const;
    await fleet.bus.join(idOf("one"), { name: "one", ...waiting });
    await fleet.bus.join(idOf("two"), { name: "two", ...waiting });
    const page = await fleet.page("#/fleet");
    await page.getByText("Waiting to be accepted: 2").waitFor();
    await page.getByRole("link", { name: "Review" }).click();
    await page.getByRole("button", { name: "Accept: one" }).click();
    await page.getByRole("row", { name: /^one / }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Refuse: two" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
    await page.getByText("No node is waiting.").waitFor();
    expect(await fleet.bus.enrolment.waiting()).toEqual([]);
  });

  it("starts a rolling restart after asking, pauses, resumes and ends it", async () => {
    const fleet = await FleetStage.open();
    await fleet.crowd(6);
    const page = await fleet.page("#/rollouts");
    await page.getByText("There has been no roll-out yet.").waitFor();
    await page.getByRole("button", { name: "Rolling restart…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Nodes to be restarted: 6").waitFor();
    await dialog.getByLabel("Nodes with the label").selectOption("site=ams");
    await dialog.getByText("Nodes to be restarted: 2").waitFor();
    expect(await problems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.getByRole("progressbar").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("paused", { exact: true }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText("running", { exact: true }).waitFor();
    await page.getByRole("button", { name: "End…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
    await page.getByText("ended", { exact: true }).waitFor();
    await page.getByRole("button", { name: "End…" }).waitFor({ state: "detached" });
  });

  it("lets people sign in with their accounts, and shows them their nodes", async () => {
    const fleet = await FleetStage.open();
    await fleet.crowd(6);
    const account = { name: "anna", password: "the password of anna" };
    await fleet.stage.ask("fleet.operators", { ...account, role: "viewer", labels: { site: "fra" } });
    const page = await fleet.stage.page({ at: fleet.stage.url });
    await page.getByLabel("Account").fill(account.name);
    await signIn(page, account.password);
    await page.getByRole("link", { name: "node-00001" }).waitFor();
    await eventually(() => page.locator(".nodes tbody tr:not(.gap)").count()).toBe(2);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Account").waitFor();
  });
});
