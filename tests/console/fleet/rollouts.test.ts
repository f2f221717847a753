import { describe, expect, it } from "vitest";
import { problems } from "../support/accessible.js";
import { eventually } from "../support/eventually.js";
import { FleetFixture, idOf } from "../support/fleet-fixture.js";

describe("roll-outs and templates in the console of a hub", () => {
  it("counts for a roll-out only nodes that it can reach", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(2);
    await fleet.bus.wait(idOf("one"), "one");
    fleet.bus.report(idOf("two"), { name: "two" });
    const page = await fleet.page("#/rollouts");
    await page.getByRole("button", { name: "New roll-out…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Selected nodes: 2", { exact: true }).waitFor();
    // Those that two machines are get no command either; that is said of those that were selected.
    const { name, ...record } = { name: "node-00000", labels: { site: "ams" }, joined: 1, invitation: "i" };
    await fleet.bus.join(idOf(name), { name, ...record, duplicate: 1 });
    await page.goto(`${fleet.fixture.url}#/fleet`);
    await page
      .getByRole("row", { name: /node-00000/ })
      .getByText("duplicate")
      .waitFor();
    await page.getByRole("checkbox", { name: "Select all" }).check();
    const bulk = page.getByRole("group", { name: "With the selected nodes" });
    await bulk.getByText("2 nodes selected").waitFor();
    await bulk.getByRole("button", { name: "Restart…" }).click();
    await dialog.getByText("Selected nodes: 1", { exact: true }).waitFor();
    await dialog.getByText("Left out, since two machines use the key: node-00000").waitFor();
    expect(await problems(page)).toEqual([]);
  });

  it("says in an empty fleet that there is no node, not that none has a label", async () => {
    const fleet = await FleetFixture.open();
    const page = await fleet.page("#/rollouts");
    await page.getByRole("button", { name: "New roll-out…" }).click();
    await page.getByRole("dialog").getByText("No node has joined yet.").waitFor();
  });

  it("starts a rolling restart after asking, pauses, resumes and ends it", async () => {
    const fleet = await FleetFixture.open();
    // They have the command, and do not answer; it does not expire, however slow the machine is.
    await fleet.addNodes(6, () => new Promise(() => {}));
    fleet.fixture.clock.speed = 0;
    const page = await fleet.page("#/rollouts");
    await page.getByText("There has been no roll-out yet.").waitFor();
    await page.getByRole("button", { name: "New roll-out…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Selected nodes: 6").waitFor();
    await dialog.getByLabel("Nodes with the label").selectOption("site=ams");
    await dialog.getByText("Selected nodes: 2").waitFor();
    // A number that cannot be taken says what can.
    await dialog.getByLabel("In parallel").fill("0");
    await dialog.getByText("From 1 to 100,000.").waitFor();
    expect(await dialog.getByRole("button", { name: "Start" }).isDisabled()).toBe(true);
    await dialog.getByLabel("In parallel").fill("1");
    expect(await problems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.getByRole("progressbar").waitFor();
    // What each node does, waits for, and since when.
    const first = page.getByRole("row", { name: /^node-00000 / });
    await first.getByText("restarts", { exact: true }).waitFor();
    await first.getByText("it has not answered the command yet").waitFor();
    await first.getByText(/ago|now/).waitFor();
    await page
      .getByRole("row", { name: /^node-00003 / })
      .getByText("next")
      .waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("paused", { exact: true }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText("running", { exact: true }).waitFor();
    // A roll-out that has commanded nothing would end at once.
    await expect.poll(() => fleet.bus.commands.length).toBeGreaterThan(0);
    await page.getByRole("button", { name: "End…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
    // The node may carry out the command until that expires.
    await page.getByText("stopping", { exact: true }).waitFor();
    fleet.fixture.clock.advance(90_000);
    await page.getByText("ended", { exact: true }).waitFor();
    await page.getByRole("button", { name: "End…" }).waitFor({ state: "detached" });
  });

  it("says in the reader's language which nodes of a roll-out failed, when and why, on its first page too", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(1, () => new Promise(() => {}));
    await fleet.bus.join(idOf("attic"), { name: "attic" });
    // The clock stands still, so that nothing is late on a slow machine.
    fleet.fixture.clock.speed = 0;
    fleet.bus.report(idOf("attic"), { allow: "read" });
    await fleet.fixture.ask("fleet.rollout", { kind: "restart", healthyDeadline: 1_000, graceful: false });
    const page = await fleet.page("#/rollouts", { locale: "de-DE" });
    const other = page.getByRole("row", { name: /^attic / });
    await other.getByText("der Knoten erlaubt es nicht: sein fleet.allow ist read").waitFor();
    // It waits for a minute until it knows that all nodes had the time to report.
    fleet.fixture.clock.advance(120_000);
    // At once, or the hub takes the node for offline.
    fleet.report();
    const row = page.getByRole("row", { name: /^node-00000 / });
    await row.locator(".tag.bad", { hasText: "fehlgeschlagen" }).waitFor();
    await row.getByText("er antwortet nicht auf den Befehl").waitFor();
    await row.getByText(/^vor|jetzt/).waitFor();
    await page.getByText("fehlgeschlagen: 1, erlaubt: 0").waitFor();
    await page.locator(".card > * .tag.bad", { hasText: "fehlgeschlagen" }).first().waitFor();
    await page.getByText(/Zu Ende/).waitFor();
    expect(await problems(page)).toEqual([]);
    fleet.report();
    await page.goto(`${fleet.fixture.url}#/fleet`);
    const found = page.locator(".to-look-at li", { hasText: "Ein Roll-out ist fehlgeschlagen" });
    await found.getByText(/^Neustart [0-9a-f]{8}$/).waitFor();
    await found.getByRole("link", { name: "Anzeigen" }).click();
    await page.getByRole("heading", { level: 1, name: "Roll-outs" }).waitFor();
  });

  it("says of a node that is offline that the others go on without it, and until when it is waited for", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(3, () => new Promise(() => {}));
    fleet.fixture.clock.speed = 0;
    // The first by name, and first in the order of the roll-out.
    await fleet.bus.join(idOf("attic"), { name: "attic" });
    await fleet.fixture.ask("fleet.rollout", { kind: "restart", lineExpiry: 3_600_000 });
    const page = await fleet.page("#/rollouts");
    const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name} `) });
    await row("attic").getByText("offline", { exact: true }).waitFor();
    await row("attic").getByText("the others go on without it").waitFor();
    await row("node-00000").getByText("restarts", { exact: true }).waitFor();
    await page.getByText("Next: 2", { exact: true }).waitFor();
    await page.getByText(/^Offline: 1, waited for until .*\d/).waitFor();
    expect(await problems(page)).toEqual([]);
    const { rollouts } = await fleet.fixture.ask("fleet.rollouts");
    const [{ id }] = rollouts as [{ readonly id: string }];
    await fleet.fixture.ask("fleet.rollouts", { id, end: true, limit: 0 });
    await page.getByText("Not started: 3", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Show each node" }).click();
    await row("attic").getByText("not started", { exact: true }).waitFor();
  });

  it("starts an update, and cancels a call that waits for a node", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(2);
    await fleet.bus.join(idOf("away"), { name: "away" });
    await fleet.fixture.ask("fleet.queue", {
      node: "away",
      method: "RouterManager",
      params: { Restart: true },
    });
    const page = await fleet.page("#/rollouts");
    const waiting = page.getByRole("row", { name: /^away Restart now .* waiting/ });
    await waiting.waitFor();
    await page.getByRole("button", { name: "Cancel: Restart now, away" }).click();
    await page.getByRole("row", { name: /^away Restart now .* cancelled/ }).waitFor();

    await page.getByRole("button", { name: "New roll-out…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What to do").selectOption("Update");
    await dialog.getByLabel("Nodes with the label").selectOption("site=ams");
    await dialog.getByText("Selected nodes: 1").waitFor();
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.getByRole("progressbar").waitFor();
    const { rollouts } = await fleet.fixture.ask("fleet.rollouts");
    expect(rollouts).toMatchObject([{ kind: "update", total: 1 }]);
    expect(await problems(page)).toEqual([]);
    await page.route("**/console/rpc", (route) => route.abort());
    await page.locator(".page.away .rollout").waitFor();
    const counts = page.locator(".rollout-counts");
    expect(await counts.evaluate((one) => getComputedStyle(one).filter)).toBe("grayscale(1)");
  });

  it("shows what a template would change, applies it as a roll-out, and shows drift", async () => {
    const fleet = await FleetFixture.open();
    await fleet.node("harbour");
    const page = await fleet.page("#/templates");
    await page.getByText("No template was applied yet.").waitFor();
    const text = page.getByLabel("fleet.toml");
    const wrong = page.getByRole("alert");
    await text.fill('[[group]]\nnetwork = { "bw.share" = 101 }\n');
    await page.getByRole("button", { name: "Dry run" }).click();
    await eventually(() => wrong.allTextContents()).toEqual([
      'Line 2: bw.share: a whole number from 0 to 100 is needed; "101" was given.',
    ]);
    await eventually(() => page.evaluate("getSelection().toString()")).toBe('network = { "bw.share" = 101 }');
    await eventually(() => text.getAttribute("aria-describedby")).toBe(await wrong.getAttribute("id"));
    await text.fill("[[group]\n");
    await eventually(() => wrong.count()).toBe(0);
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByText("Line 1: This is not valid TOML: “").waitFor();
    await eventually(() => page.getByRole("button", { name: "Apply…" }).isDisabled()).toBe(true);
    const menu = page.getByRole("navigation");
    await menu.getByRole("link", { name: "Invitations" }).click();
    await page.getByLabel("Hours").fill("7");
    await menu.getByRole("link", { name: "Templates" }).click();
    await eventually(() => text.inputValue()).toBe("[[group]\n");
    // Those of a node are apart, and are kept while the fleet is open.
    await page.goto(`${fleet.fixture.url}#/nodes/harbour/network`);
    await page.getByLabel("TCP port").fill("24201");
    await page.goto(`${fleet.fixture.url}#/templates`);
    await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
    const question = page.getByRole("dialog", { name: "Sign out and lose unsaved changes?" });
    await eventually(() => question.getByRole("listitem").allTextContents()).toEqual([
      "Templates",
      "Invitations",
      "Network settings (harbour)",
    ]);
    await question.getByRole("link", { name: "Network settings" }).click();
    await eventually(() => page.getByLabel("TCP port").inputValue()).toBe("24201");
    await page.goto(`${fleet.fixture.url}#/templates`);
    await text.fill('[[group]]\nlabels = { site = "nowhere" }\nnetwork = { "bw.share" = 33 }\n');
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByText("The template wants nothing of any node: check its labels and names.").waitFor();
    await text.fill('[[group]]\nnetwork = { "bw.share" = 33 }\n');
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByRole("row", { name: /harbour .*Share for others.*: 80 → 33/ }).waitFor();
    await page.getByRole("button", { name: "Apply…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply the template" }).click();
    await page.getByRole("heading", { level: 1, name: "Roll-outs" }).waitFor();
    await page.getByRole("progressbar").waitFor();
    expect((await fleet.fixture.ask("fleet.rollouts"))["rollouts"]).toMatchObject([
      { kind: "apply", total: 1 },
    ]);
    await page.getByRole("navigation").getByRole("link", { name: "Templates" }).click();
    await page.getByText(/^Applied by /).waitFor();
    await eventually(() => text.inputValue()).toContain('"bw.share" = 33');
    await page.getByRole("row", { name: /^harbour/ }).waitFor();
    await page.getByText("not applied yet: 1", { exact: true }).waitFor();
    expect(await problems(page)).toEqual([]);
    // Somebody else applies another one meanwhile, before and after the dry run.
    const others = (share: number) =>
      fleet.fixture.ask("fleet.rollout", {
        ...{ kind: "apply", nodes: [], template: `[[group]]\nnetwork = { "bw.share" = ${share} }\n` },
      });
    await text.fill('[[group]]\nnetwork = { "bw.share" = 50 }\n');
    await others(60);
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByText(/^admin applied another template after you began to edit/).waitFor();
    await others(70);
    await page.getByRole("button", { name: "Apply…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply the template" }).click();
    await page.getByText(/admin changed fleet\.toml\. Nothing was saved\.$/).waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await eventually(() => text.inputValue()).toContain('"bw.share" = 70');
    // Whose labels no node has is not what all nodes are as.
    await fleet.fixture.ask("fleet.rollout", {
      ...{ kind: "apply", nodes: [] },
      template: '[[group]]\nlabels = { site = "nowhere" }\nnetwork = { "bw.share" = 70 }\n',
    });
    await page.reload();
    await page.getByText("The template wants nothing of any node: check its labels and names.").waitFor();
  });
});
