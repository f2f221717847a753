import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually } from "./eventually.js";
import { PASSWORD, Stage, signIn } from "./stage.js";

const FACTORY = "itoopie";

describe("signing in", () => {
  it("refuses a wrong password in words and stays where it is", async () => {
    const page = await (await Stage.open()).page();
    await signIn(page, "not it");
    await page.getByText("The password is wrong.").waitFor();
    const field = page.getByLabel("Password", { exact: true });
    await eventually(() => field.getAttribute("aria-invalid")).toBe("true");
  });

  it("keeps the token in the memory of the tab and nowhere else", async () => {
    const page = await (await Stage.open()).signedIn();
    const kept = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    expect(kept).toBe(JSON.stringify([{ "pilothouse.theme": "auto" }, {}, ""]));
    await page.reload();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  it("signs out, and the token is no good afterwards", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn();
    const request = page.waitForRequest((one) => one.postData()?.includes("pilothouse.logout") === true);
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await page.getByText("You have signed out.").waitFor();
    const { params } = JSON.parse((await request).postData() ?? "") as { params: { Token: string } };
    await eventually(() => stage.call("Echo", { Token: params.Token, Echo: "x" }).catch(String)).toContain(
      "-32003",
    );
  });

  it("says so when the session was ended elsewhere, and does not sign in again by itself", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn();
    const { sessions } = (await stage.ask("pilothouse.sessions")) as {
      sessions: { id: string; address: string }[];
    };
    for (const { id } of sessions.filter(({ address }) => address === "127.0.0.1"))
      await stage.ask("pilothouse.sessions", { revoke: id });
    await page.getByText("Your session has ended. Please sign in again.").waitFor();
  });

  it("tells how long to wait after too many failed attempts", async () => {
    const stage = await Stage.open();
    const headers = { Origin: new URL(stage.url).origin };
    for (let attempt = 0; attempt < 10; attempt++) {
      const params = { API: 1, Password: `guess ${attempt}` };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "Authenticate", params });
      await fetch(`${stage.url}console/rpc`, { method: "POST", headers, body });
    }
    // On a slow machine as well it is long until there is another guess.
    stage.clock.pass(-3_600_000);
    const page = await stage.page();
    await signIn(page, "another guess");
    await page.getByText(/Too many failed attempts. Try again in \d+/).waitFor();
  });
});

describe("the factory password", () => {
  it("leads straight to choosing another, and from there into the console", async () => {
    const page = await (await Stage.open({ password: false })).page();
    await signIn(page, FACTORY);
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();

    const field = page.getByLabel("New password", { exact: true });
    const meter = page.getByRole("meter", { name: "Strength" });
    await field.fill("passw0rd");
    await page.getByText("very weak").waitFor();
    await eventually(() => meter.getAttribute("value")).toBe("0");
    await field.fill(PASSWORD);
    await page.getByText("strong", { exact: true }).waitFor();

    await page.getByLabel("Repeat the new password").fill("something else");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("The two passwords are not the same.").waitFor();
    await page.getByLabel("Repeat the new password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByText("Participating tunnels").first().waitFor();
  });

  it("is not accepted as the new one", async () => {
    const page = await (await Stage.open()).signedIn("Access");
    await choose(page, FACTORY, PASSWORD);
    await page.getByText("At least 10 characters").waitFor();
  });

  it("is warned of where it was allowed for everything", async () => {
    const settings = { "auth.allow_factory_password": "true" };
    const page = await (await Stage.open({ password: false, settings })).page();
    await signIn(page, FACTORY);
    await page.getByText("The factory password is in force.").waitFor();
  });
});

describe("changing the password", () => {
  it("ends the other sessions and stays signed in here", async () => {
    const stage = await Stage.open();
    const next = "nine quiet lanterns by the pier";
    const Token = await stage.token();
    const page = await stage.signedIn("Access");
    const others = page.getByRole("row", { name: /Revoke/ });
    await others.first().waitFor();
    await choose(page, next, PASSWORD);
    await eventually(() => others.count()).toBe(0);
    await page.getByRole("row", { name: /this one/ }).waitFor();
    await expect(stage.call("Echo", { Token, Echo: "" })).rejects.toThrow("-32003");
    await stage.token(next);
  });

  it("wants the current password, and changes nothing without it", async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn("Access");
    await choose(page, "nine quiet lanterns by the pier", "not the password");
    await page.getByText("The password is wrong.").waitFor();
    expect(stage.sent.filter((body) => body.includes("svccontrol.password"))).toEqual([]);
    await stage.token();
  });

  it.each([
    ["nine char", "At least 10 characters"],
    ["password123", "among the first passwords that are tried"],
  ])("says why it cannot be %j", async (password, words) => {
    const page = await (await Stage.open()).signedIn("Access");
    await choose(page, password, PASSWORD);
    await page.getByText(words).waitFor();
  });
});

async function choose(page: Page, next: string, current: string): Promise<void> {
  await page.getByLabel("Current password").fill(current);
  await page.getByLabel("New password", { exact: true }).fill(next);
  await page.getByLabel("Repeat the new password").fill(next);
  await page.getByRole("button", { name: "Set the password" }).click();
}
