import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { problems } from "../support/accessible.js";
import { ConsoleFixture } from "../support/console-fixture.js";
import { eventually } from "../support/eventually.js";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("the page of the address book", () => {
  it("finds names, looks them up, adds and removes them", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Address book");
    await page.getByLabel("Search").fill("stat");
    await page.getByText("Names: 1").waitFor();
    await page.getByLabel("Name or .b32.i2p address").fill("stats.i2p");
    await button(page, "Look up").click();
    await page.getByText(/^stats\.i2p leads to [a-z2-7]{52}\.b32\.i2p\./).waitFor();
    expect(await problems(page)).toEqual([]);
    const { found } = (await fixture.ask("pilothouse.names", { lookup: "stats.i2p" })) as {
      found: { destination: string };
    };
    await page.getByLabel("Name", { exact: true }).fill("my-stats.i2p");
    await page.getByLabel("Destination", { exact: true }).fill(found.destination);
    await button(page, "Add a name").click();
    await page
      .locator("main")
      .getByText(/^my-stats\.i2p leads to /)
      .waitFor();
    await page.getByText("Names: 2").waitFor();
    await page.getByRole("button", { name: "Remove: my-stats.i2p" }).click();
    await page.getByText("interrupts it for about 5 s").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Names: 1").waitFor();
  });

  it("shows thousands of names in pages", async () => {
    const fixture = await ConsoleFixture.open();
    const { found } = (await fixture.ask("pilothouse.names", { lookup: "stats.i2p" })) as {
      found: { destination: string };
    };
    for (let n = 0; n < 120; n++)
      await fixture.simulator.addressBook.add(`zz${String(n).padStart(3, "0")}.i2p`, found.destination);
    const page = await fixture.signedIn("Address book");
    await page.getByText("Names: 127").waitFor();
    const rows = page.getByRole("row").filter({ has: page.getByRole("rowheader") });
    expect(await rows.count()).toBe(100);
    await button(page, "Show more").click();
    await eventually(() => rows.count()).toBe(127);
    await button(page, "Show more").waitFor({ state: "detached" });
  });

  it("replaces the subscriptions, and says what that interrupts", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Address book");
    const addresses = page.getByLabel("Addresses, one a line");
    await addresses.fill("http://a.i2p/hosts.txt\nftp://b.i2p");
    await page.getByText("ftp://b.i2p is no address such as http://example.i2p/hosts.txt.").waitFor();
    expect(await button(page, "Save").isEnabled()).toBe(false);
    await addresses.fill("http://a.i2p/hosts.txt\nhttp://b.i2p/hosts.txt");
    await button(page, "Save").click();
    await page.getByText("interrupts it for about 5 s").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await eventually(async () => (await fixture.ask("pilothouse.names"))["subscriptions"]).toEqual([
      "http://a.i2p/hosts.txt",
      "http://b.i2p/hosts.txt",
    ]);
  });
});
