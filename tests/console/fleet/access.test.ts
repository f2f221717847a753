import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../packages/fleet/src/joining/join-messages.js";
import { problems } from "../support/accessible.js";
import { signIn } from "../support/console-fixture.js";
import { eventually } from "../support/eventually.js";
import { FleetFixture, idOf } from "../support/fleet-fixture.js";
import { PAGES } from "../support/pages.js";

/** Controls that change nothing on the hub or its nodes, by page and name; fields have no name here. */
const HARMLESS = [
  /: Copy: pilothouse (backup|restore) /,
  /^addressbook: (Copy: .*)?$/,
  /^(events|logs|rates|explorer): /,
  /^fleet: (Show|any.*|(All|online|not heard yet|offline) \d+|Name▲|State|Router|In \/ out|Tunnels|Up, 24\sh|Labels|Last seen|)$/,
  /^fleet: (\d+\s(min|h|d|y)|Earlier|Zoom (in|out)|Save as (CSV|PNG))$/,
  /^rollouts: (Show each node|Hide the nodes)$/,
  /^templates: (Dry run|Import from nodes|)$/,
  /^overview: (\d+\s(min|h|d|y)|Earlier|Zoom (in|out)|Save as (CSV|PNG))$/,
  /^advanced: (Search names and values|Export)$/,
  // Notifications of the browser itself.
  /^notifications: $/,
  /^applications: Copy/,
];

describe("who may join a fleet, and who may do what", () => {
  it("creates an invitation, shows its token once, and revokes it", async () => {
    const fleet = await FleetFixture.open();
    const page = await fleet.page("#/invitations");
    await page.getByLabel("Labels").fill("site");
    await page.getByText("Write labels as key=value").waitFor();
    // It is so as long as it is wrong.
    await page.getByLabel("Labels").fill("site=ams, rack");
    await page.getByText("Write labels as key=value").waitFor();
    expect(await page.getByRole("button", { name: "Make an invitation" }).isDisabled()).toBe(true);
    await page.getByLabel("Labels").fill("site=ams, rack=4");
    await page.getByRole("button", { name: "Make an invitation" }).click();
    await page.getByText(/pilothouse join ph1_\S+/).waitFor();
    const open = page.getByRole("row", { name: /site=ams, rack=4 .*0 of 1 .*open/ });
    await open.waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    expect(await page.locator("main").innerHTML()).not.toContain("ph1_");
    await page.getByRole("button", { name: /^Revoke: / }).click();
    await page.getByRole("row", { name: /site=ams, rack=4 .*revoked/ }).waitFor();
    expect(await page.getByRole("button", { name: /^Revoke: / }).count()).toBe(0);
    expect(await fleet.bus.enrolment.invitations()).toMatchObject([{ revoked: expect.any(Number) }]);
    await fleet.bus.join(idOf("attic"), { name: "attic" });
    await fleet.fixture.ask("fleet.invite", { replaces: "attic" });
    await page.getByRole("row", { name: /Takes the place of attic/ }).waitFor();
  });

  it("accepts and refuses nodes that wait for approval", async () => {
    const fleet = await FleetFixture.open();
    for (const name of ["one", "two"]) await fleet.bus.wait(idOf(name), name);
    const page = await fleet.page("#/fleet");
    await page.locator(".to-look-at").getByText("2 nodes wait to be accepted").waitFor();
    // They cannot be changed or selected, and are no members yet.
    await page.getByText("2 rows", { exact: true }).waitFor();
    expect(await page.locator(".nodes tbody :is(button, input):enabled").count()).toBe(0);
    // As blue as in the list above and as its pill: somebody has to look at them.
    expect(await page.locator(".nodes tbody .tag.verdict-ok").count()).toBe(0);
    await page
      .locator(".tile", { hasText: "0 online · 2 waiting" })
      .getByText("0", { exact: true })
      .waitFor();
    await page.locator(".nodes tbody a").first().click();
    await page.getByRole("heading", { name: "Waiting nodes" }).waitFor();
    await page.evaluate((name) => location.assign(`#/nodes/${name}/overview`), fingerprintOf(idOf("one")));
    await page.getByRole("heading", { name: /: waiting$/ }).waitFor();
    await page.locator(".badge.testing", { hasText: ": waiting" }).waitFor();
    expect(await page.getByRole("heading", { name: "What waits for it" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Queue a call…" }).count()).toBe(0);
    expect(await problems(page)).toEqual([]);
    await page.goBack();
    await page.goBack();
    await page.getByRole("link", { name: "Review" }).click();
    // Another node has the name by now.
    await fleet.bus.join(idOf("other"), { name: "one" });
    await page.getByText("Another node is called one: this one becomes one-2.").waitFor();
    expect(await problems(page)).toEqual([]);
    await page.getByRole("button", { name: "Accept: one" }).click();
    await page.getByText("The node was accepted, as one-2.").waitFor();
    await page.getByRole("button", { name: "Accept: one" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Refuse: two" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
    await page.getByText("No node is waiting.").waitFor();
    expect(await fleet.bus.enrolment.waiting()).toEqual([]);
  });

  it("adopts and removes nodes that the hub has no record of", async () => {
    const fleet = await FleetFixture.open();
    for (const name of ["one", "two"]) fleet.bus.report(idOf(name), { name });
    const page = await fleet.page("#/fleet");
    await page.locator(".to-look-at").getByText("2 nodes are unknown to this hub").waitFor();
    await page.getByRole("link", { name: "Review" }).click();
    const button = (what: string, name: string) =>
      page.getByRole("button", { name: `${what}: ${fingerprintOf(idOf(name))}` });
    await button("Adopt", "one").waitFor();
    expect(await problems(page)).toEqual([]);
    await fleet.bus.join(idOf("other"), { name: "one" });
    await page.getByText("Another node is called one: this one becomes one-2.").waitFor();
    await button("Adopt", "one").click();
    await page.getByText("The node was adopted, as one-2.").waitFor();
    await button("Adopt", "one").waitFor({ state: "detached" });
    await button("Remove from the fleet", "two").click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("heading", { name: "Nodes that are unknown here" }).waitFor({ state: "detached" });
    const { state } = fleet.bus.options;
    expect((await state.get(`node/${idOf("one")}`))?.text).toContain('"name":"one-2"');
    expect(await state.get(`revoked/${idOf("two")}`)).toBeDefined();
  });

  it("creates, changes and removes accounts", async () => {
    const fleet = await FleetFixture.open();
    const page = await fleet.page("#/operators");
    await page.getByText("There is no account yet.").waitFor();
    await page.getByRole("button", { name: "Add an account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("anna");
    await dialog.getByLabel("Role").selectOption("Operator");
    await dialog.getByLabel("Nodes with the labels").fill("site=ams");
    await dialog.getByLabel("Password").fill("password12");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByLabel("Password").fill("the password of anna");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /^anna Operator site=ams/ }).waitFor();
    expect(await page.locator("main").innerHTML()).not.toContain("the password of anna");

    await page.getByRole("button", { name: "Change… anna" }).click();
    await dialog.getByLabel("Role").selectOption("Viewer");
    await dialog.getByLabel("Nodes with the labels").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /^anna Viewer all nodes/ }).waitFor();
    expect(await problems(page)).toEqual([]);
    const login = { API: 1, User: "anna", Password: "the password of anna" };
    expect(await fleet.fixture.call("Authenticate", login)).toHaveProperty("Token");
    await page.getByRole("button", { name: "Remove: anna" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByText("There is no account yet.").waitFor();
    expect(await fleet.fixture.ask("fleet.operators")).toEqual({ operators: [] });

    // What the hub notifies about, and where to, is set in the browser too.
    await page.evaluate(() => location.assign("#/notifications"));
    await page.getByRole("button", { name: "Add Webhook" }).click();
    await dialog.getByLabel("Address").fill("https://hooks.example/x");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /^Webhook/ }).waitFor();
    await page.getByRole("switch", { name: "Nodes are firewalled" }).click();
    await eventually(async () => JSON.stringify(await fleet.fixture.ask("pilothouse.settings"))).toContain(
      '"value":["nodes.firewalled"]',
    );
    expect(await problems(page)).toEqual([]);
  });

  it("lets people sign in with their accounts, and shows them their nodes", async () => {
    const fleet = await FleetFixture.open();
    await fleet.addNodes(6);
    const account = { name: "anna", password: "the password of anna" };
    await fleet.fixture.ask("fleet.operators", { ...account, role: "viewer", labels: { site: "fra" } });
    const page = await fleet.fixture.page({ at: fleet.fixture.url });
    await page.getByLabel("Account").fill(account.name);
    await signIn(page, account.password);
    await page.getByRole("link", { name: "node-00001" }).waitFor();
    await eventually(() => page.locator(".nodes tbody tr:not(.gap)").count()).toBe(2);
    // What concerns the whole fleet would only be refused.
    const menu = page.getByRole("navigation");
    await eventually(() => menu.getByRole("link").allTextContents()).toEqual(
      ["Fleet", "Roll-outs", "Password and sessions", "Events", "API explorer"].map((name) => ` ${name}`),
    );
    await page.evaluate("location.hash = '#/audit'");
    await eventually(() => page.title()).toContain("Fleet – ");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Account").waitFor();
  });

  it("offers a viewer nothing that would be refused, on any page, and says why", async () => {
    const fleet = await FleetFixture.open();
    await fleet.node("harbour");
    await fleet.bus.join(idOf("away"), { name: "away" });
    const restart = { node: "away", method: "RouterManager", params: { Restart: true } };
    await fleet.fixture.ask("fleet.queue", restart);
    await fleet.fixture.ask("fleet.rollout", { kind: "restart", nodes: ["away"] });
    const account = { name: "anna", password: "the password of anna" };
    await fleet.fixture.ask("fleet.operators", { ...account, role: "viewer" });
    const page = await fleet.fixture.page({ at: `${fleet.fixture.url}#/invitations` });
    await page.getByLabel("Account").fill(account.name);
    await signIn(page, account.password);
    // Pages that show nothing to a viewer are not there.
    await page.getByRole("link", { name: "harbour" }).waitFor();
    const menu = page.getByRole("navigation");
    for (const name of ["Invitations", "Accounts"])
      await menu.getByRole("link", { name, exact: true }).waitFor({ state: "detached" });

    const main = page.locator("main");
    const enabled = main.locator(":is(button, input, select, textarea):enabled:visible");
    const found: string[] = [];
    const look = async (address: string) => {
      const names = await enabled.evaluateAll((controls) =>
        controls.map((control) => control.getAttribute("aria-label") ?? control.textContent ?? ""),
      );
      found.push(...names.map((name) => `${address}: ${name}`));
      if ((await main.getByText("not allowed").count()) > 0) found.push(`${address}: refused`);
    };
    await look("fleet");
    for (const [address, content] of [
      ["rollouts", page.getByText("View only: changes here need the scope “operate”")],
      ["templates", page.getByRole("button", { name: "Dry run" })],
      ["applications", page.getByText("View only: changes here need the scope “settings”")],
    ] as const) {
      await page.goto(`${fleet.fixture.url}#/${address}`);
      await content.waitFor();
      await look(address);
    }
    for (const { path, title, content } of PAGES.filter(
      ({ path }) => !["sessions", "audit"].includes(path),
    )) {
      await page.goto(`${fleet.fixture.url}#/nodes/harbour/${path}`);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await content(page).waitFor();
      await look(path);
    }
    expect(found.filter((line) => !HARMLESS.some((harmless) => harmless.test(line)))).toEqual([]);
  });

  it("lets a viewer change the account's own password", async () => {
    const fleet = await FleetFixture.open();
    const account = { name: "anna", password: "the password of anna" };
    await fleet.fixture.ask("fleet.operators", { ...account, role: "viewer" });
    const page = await fleet.fixture.page({ at: `${fleet.fixture.url}#/sessions` });
    await page.getByLabel("Account").fill(account.name);
    await signIn(page, account.password);
    await page.getByLabel("Current password").fill(account.password);
    await page.getByLabel("New password", { exact: true }).fill("another password of anna");
    await page.getByLabel("Repeat the new password").fill("another password of anna");
    const before = fleet.fixture.sent.length;
    await page.getByRole("button", { name: "Set the password" }).click();
    // Signed in again, with the account's name.
    await eventually(() => fleet.fixture.sent.slice(before).join()).toMatch(/Authenticate.*anna/);
    await page.getByLabel("Current password").waitFor();
    const login = { API: 1, User: "anna", Password: "another password of anna" };
    expect(await fleet.fixture.call("Authenticate", login)).toHaveProperty("Token");
  });

  it("shows the audit in the reader's language, and an interface without a router", async () => {
    const fleet = await FleetFixture.open();
    const guess = { API: 1, Password: "a wrong guess" };
    for (let n = 0; n < 12; n++)
      await expect(fleet.fixture.call("Authenticate", guess, "192.0.2.99")).rejects.toThrow();
    // Only then is it known how many there were.
    fleet.fixture.clock.advance(60_000);
    const account = { name: "anna", password: "the password of anna", role: "viewer" };
    await fleet.fixture.ask("fleet.operators", account);
    const page = await fleet.page("#/audit", { locale: "de-DE" });
    const counted = page.getByRole("row", { name: /Anmeldung, 2 weitere innerhalb einer Minute abgelehnt/ });
    await eventually(() => counted.textContent()).toContain("verschiedene Adressen");
    await page.getByRole("row", { name: /Konto angelegt/ }).waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "API-Explorer" }).click();
    await eventually(() => page.getByLabel("Methode").inputValue()).not.toBe("");
    await page.getByRole("button", { name: "Senden" }).waitFor();
  });
});
