import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ConsoleFixture, PASSWD_COMMAND, PASSWORD, signIn } from "./support/console-fixture.js";
import { eventually } from "./support/eventually.js";

const FACTORY = "itoopie";

describe("signing in", () => {
  it("refuses a wrong password with a message, and stays on the form", async () => {
    const page = await (await ConsoleFixture.open()).page();
    await signIn(page, "not it");
    await page.getByText("The password is wrong.").waitFor();
    const field = page.getByLabel("Password", { exact: true });
    await eventually(() => field.getAttribute("aria-invalid")).toBe("true");
  });

  it("does not blame the password while the service is away", async () => {
    const page = await (await ConsoleFixture.open()).page();
    const field = page.locator('input[type="password"]');
    await field.waitFor();
    await page.route("**/console/rpc", (route) => route.abort());
    await signIn(page);
    await page.getByRole("alert").getByText("The service does not answer.").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe(null);
    await page.unroute("**/console/rpc");
    await signIn(page, "not the password");
    await page.getByText("The password is wrong.").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
  });

  it("shows the exact command for a new password on the machine itself, and elsewhere no directory", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.page();
    await page.getByText(PASSWD_COMMAND, { exact: true }).waitFor();
    await page.setExtraHTTPHeaders({ "X-Forwarded-For": "192.0.2.1" });
    await page.reload();
    await page.getByText("pilothouse passwd --local", { exact: true }).waitFor();
    expect(await page.content()).not.toContain("/srv/attic");
  });

  it("keeps the token for this tab only, out of reach of other tabs, origins and programs", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn();
    const token = await page.evaluate("sessionStorage['pilothouse.token']");
    await expect(fixture.call("Echo", { Token: token, Echo: "x" })).resolves.toEqual({ Result: "x" });
    const kept = "JSON.stringify([{ ...localStorage }, Object.keys(sessionStorage), document.cookie])";
    expect(await page.evaluate(kept)).toBe(
      JSON.stringify([{ "pilothouse.theme": "auto" }, ["pilothouse.token"], ""]),
    );
    const other = await page.context().newPage();
    await other.goto(fixture.url);
    await other.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await other.evaluate("sessionStorage.length")).toBe(0);
    // The same machine at another port is another origin; a cookie would go there as well.
    await using neighbour = await listening();
    const asked = neighbour.next();
    await page.evaluate(`void fetch(${JSON.stringify(neighbour.url)}, { mode: "no-cors" }).catch(() => {})`);
    await other.goto(neighbour.url);
    expect((await asked).cookie).toBeUndefined();
    expect(await other.evaluate("sessionStorage.length + localStorage.length")).toBe(0);
  });

  it("stays signed in over a reload, with the same session", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn();
    const before = await own(fixture);
    for (let times = 0; times < 3; times++) {
      await page.reload();
      await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
      await page.getByText("Participating tunnels").first().waitFor();
    }
    // A poll after the first seconds keeps the session.
    const look = () =>
      page.waitForResponse((response) => response.request().postData()?.includes("status") === true);
    fixture.clock.advance(6_000);
    await look();
    await look();
    fixture.clock.advance(60_000);
    await look();
    await look();
    expect(await own(fixture)).toEqual(before);
    expect(await page.getByRole("heading", { level: 1, name: "Overview" }).isVisible()).toBe(true);
  });

  it("ends its session when the page is closed or left", async () => {
    const fixture = await ConsoleFixture.open();
    const closed = await fixture.signedIn();
    const gone = await fixture.signedIn();
    expect(await own(fixture)).toHaveLength(2);
    await gone.goto("about:blank");
    await closed.close({ runBeforeUnload: true });
    await eventually(async () => {
      fixture.clock.advance(31_000);
      return own(fixture);
    }).toEqual([]);
  });

  it("signs out, and the token is then invalid", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn();
    const request = page.waitForRequest((one) => one.postData()?.includes("pilothouse.logout") === true);
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await page.getByText("You have signed out.").waitFor();
    const { params } = JSON.parse((await request).postData() ?? "") as { params: { Token: string } };
    await eventually(() => fixture.call("Echo", { Token: params.Token, Echo: "x" }).catch(String)).toContain(
      "-32003",
    );
  });

  it("says so when the session was ended elsewhere, does not sign in again automatically, and keeps drafts", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Network settings");
    await page.getByLabel("TCP port").fill("24201");
    const { sessions } = (await fixture.ask("pilothouse.sessions")) as {
      sessions: { id: string; address: string }[];
    };
    for (const { id } of sessions.filter(({ address }) => address === "127.0.0.1"))
      await fixture.ask("pilothouse.sessions", { revoke: id });
    await page.getByText("Your session has ended. Please sign in again.").waitFor();
    await page.getByText("Your unsaved changes are kept.").waitFor();
    await signIn(page);
    await page.getByRole("button", { name: "Save the change" }).waitFor();
    await eventually(() => page.getByLabel("TCP port").inputValue()).toBe("24201");
  });

  it("says how long to wait after too many failed attempts", async () => {
    const fixture = await ConsoleFixture.open();
    const headers = { Origin: new URL(fixture.url).origin };
    for (let attempt = 0; attempt < 10; attempt++) {
      const params = { API: 1, Password: `guess ${attempt}` };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "Authenticate", params });
      await fetch(`${fixture.url}console/rpc`, { method: "POST", headers, body });
    }
    // The wait is long, so this also holds on a slow machine.
    fixture.clock.advance(-3_600_000);
    const page = await fixture.page();
    await signIn(page, "another guess");
    await page.getByText(/Too many failed attempts. Try again in \d+/).waitFor();
  });
});

describe("staying signed in", () => {
  /** Signs in for good, and opens new tabs of the same browser. */
  async function staying() {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.page();
    await page.getByLabel("Keep me signed in on this device").check();
    await signIn(page);
    await overview(page);
    const tab = async (at = fixture.url) => {
      const made = await page.context().newPage();
      await made.goto(at);
      return made;
    };
    return { fixture, page, tab };
  }
  const overview = (page: Page) => page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  const form = (page: Page) => page.getByRole("heading", { name: "Sign in" }).waitFor();
  const devices = async (fixture: ConsoleFixture) => {
    const { sessions } = (await fixture.ask("pilothouse.sessions")) as {
      sessions: { id: string; device: boolean }[];
    };
    return sessions.filter(({ device }) => device);
  };

  it("lets new tabs in by a key that cannot be read out, which no cookie and no other port has", async () => {
    const { fixture, page, tab } = await staying();
    await page.close();
    const other = await tab();
    await overview(other);
    expect(fixture.sent.filter((body) => body.includes(PASSWORD))).toHaveLength(1);
    const kept = `new Promise((resolve) => {
      const opening = indexedDB.open("pilothouse", 1);
      opening.onupgradeneeded = () => resolve("none");
      opening.onsuccess = () => {
        const get = opening.result.transaction("device").objectStore("device").get("device");
        get.onsuccess = () => crypto.subtle.exportKey("pkcs8", get.result.privateKey).catch(({ name }) => resolve(name));
      };
    })`;
    expect(await other.evaluate(kept)).toBe("InvalidAccessError");
    expect(await other.evaluate("JSON.stringify([Object.keys(localStorage), document.cookie])")).toBe(
      '[["pilothouse.theme"],""]',
    );
    await using neighbour = await listening();
    expect(await (await tab(neighbour.url)).evaluate(kept)).toBe("none");
  });

  it("outlasts a session in an open page", async () => {
    const { fixture, page } = await staying();
    const before = await page.evaluate("sessionStorage['pilothouse.token']");
    fixture.clock.advance(25 * 3_600_000);
    await eventually(() => page.evaluate("sessionStorage['pilothouse.token'] ?? null")).not.toBe(before);
    await overview(page);
    expect(await page.evaluate("sessionStorage['pilothouse.token'] ?? null")).not.toBeNull();
  });

  it("ends when it is revoked, where it is listed as a device", async () => {
    const { fixture, page, tab } = await staying();
    await page.goto(`${fixture.url}#/sessions`);
    await page
      .getByRole("row", { name: /stays signed in/ })
      .getByRole("button", { name: /^Revoke/ })
      .click();
    await eventually(async () => (await devices(fixture)).length).toBe(0);
    await form(page);
    await form(await tab());
  });

  it("ends for this browser when it signs out, and goes on after a new password was set in it", async () => {
    const { fixture, page, tab } = await staying();
    await page.goto(`${fixture.url}#/sessions`);
    const fields = page.locator('input[type="password"]');
    const next = "five grey herons at high tide";
    await eventually(() => fields.count()).toBe(3);
    await fields.nth(0).fill(PASSWORD);
    await fields.nth(1).fill(next);
    await fields.nth(2).fill(next);
    await page.getByRole("button", { name: "Set the password" }).click();
    await eventually(() => fields.nth(1).inputValue()).toBe("");
    const other = await tab();
    await overview(other);
    await other.getByRole("button", { name: "Sign out" }).first().click();
    await form(other);
    await form(await tab());
  });
});

describe("the factory password", () => {
  it("says in words why a new one could not be set, before the words of a session are loaded", async () => {
    const fixture = await ConsoleFixture.open({ password: false });
    const page = await fixture.page({ locale: "de" });
    await page.route("**/console/rpc", (route) => {
      const { id, method } = JSON.parse(route.request().postData() ?? "");
      if (method !== "pilothouse.password" && method !== "ServiceControl") return route.continue();
      const data = { code: "router.gone", values: { text: "ECONNREFUSED" } };
      return route.fulfill({ json: { jsonrpc: "2.0", id, error: { code: -32603, message: "gone", data } } });
    });
    // Each is waited for: a list of what is there already may be empty.
    for (const which of [0, 1]) await page.locator('input[type="password"]').nth(which).fill(PASSWORD);
    await page.locator('button[type="submit"]').click();
    await page.getByText("Der Router ist nicht erreichbar: „ECONNREFUSED“").waitFor();
  });

  it("need not be known: the first page asks for a new one, and then opens the console", async () => {
    const fixture = await ConsoleFixture.open({ password: false });
    const page = await fixture.page();
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    await page.getByText("Welcome. Choose a password to begin.").waitFor();
    await page.getByText("At least 10 characters").waitFor();
    expect(await page.locator('input[type="password"]').count()).toBe(2);
    // Opening the form starts no session.
    expect(fixture.sent.filter((body) => body.includes("Authenticate"))).toEqual([]);

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
    await page.getByRole("heading", { level: 1, name: "First steps" }).waitFor();
    // A simulated router offers the commands for a real one; every step can be skipped.
    await page.getByText("sudo pilothouse setup i2pd").waitFor();
    expect(await own(fixture)).toHaveLength(1);
    await page.reload();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText(/^ssh -L \d+:127\.0\.0\.1:\d+ /).waitFor();
    await page.getByRole("button", { name: "To the overview" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByText("Participating tunnels").first().waitFor();
    await page.getByRole("link", { name: "Manage a real router" }).click();
    await page.getByRole("button", { name: "Skip", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  });

  it("leaves no session behind if the new password is refused", async () => {
    const fixture = await ConsoleFixture.open({ password: false });
    const page = await fixture.page();
    await page.getByLabel("New password", { exact: true }).fill("password123");
    await page.getByLabel("Repeat the new password").fill("password123");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("among the first passwords that are tried").waitFor();
    const Token = await fixture.token(FACTORY);
    await fixture.call("ServiceControl", { Token, "svccontrol.password": PASSWORD });
    // Another password was chosen in the meantime, so you sign in with that.
    await page.getByLabel("New password", { exact: true }).fill("nine quiet lanterns by the pier");
    await page.getByLabel("Repeat the new password").fill("nine quiet lanterns by the pier");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(page);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(await own(fixture)).toHaveLength(1);
  });

  it("has its page in the visitor's language", async () => {
    const fixture = await ConsoleFixture.open({ password: false });
    const german = await fixture.page({ locale: "de-AT" });
    await german.getByRole("heading", { name: "Neues Passwort wählen" }).waitFor();
    await german.getByLabel("Sprache").selectOption("fr");
    await german.getByRole("heading", { name: "Choisissez un nouveau mot de passe" }).waitFor();
  });

  it("is not accepted as the new one", async () => {
    const page = await (await ConsoleFixture.open()).signedIn("Password and sessions");
    await choose(page, FACTORY, PASSWORD);
    await page.getByRole("alert").getByText("At least 10 characters").waitFor();
  });

  it("causes a warning where it is allowed", async () => {
    const settings = { "auth.allow_factory_password": "true" };
    const page = await (await ConsoleFixture.open({ password: false, settings })).page();
    await signIn(page, FACTORY);
    const listed = page.locator(".to-do li", { hasText: "The factory password is in force" });
    // As bad on every other page.
    await eventually(() => listed.getAttribute("class")).toContain("error");
    await page.goto(page.url().replace(/#.*/, "#/network"));
    await page.locator(".notice.error", { hasText: "factory password" }).waitFor();
    // It is the router that finds it.
    await page.getByRole("main").getByText("none is known").waitFor();
  });
});

describe("changing the password", () => {
  it("ends the other sessions and stays signed in here", async () => {
    const fixture = await ConsoleFixture.open();
    const next = "nine quiet lanterns by the pier";
    const Token = await fixture.token();
    const page = await fixture.signedIn("Password and sessions");
    const others = page.getByRole("row", { name: /Revoke/ });
    await others.first().waitFor();
    await choose(page, next, PASSWORD);
    await eventually(() => others.count()).toBe(0);
    await page.getByRole("row", { name: /this one/ }).waitFor();
    await expect(fixture.call("Echo", { Token, Echo: "" })).rejects.toThrow("-32003");
    await fixture.token(next);
  });

  it("requires the current password, and changes nothing without it", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Password and sessions");
    await choose(page, "nine quiet lanterns by the pier", "not the password");
    await page.getByText("The password is wrong.").waitFor();
    await fixture.token();
    // What was typed has opened no session.
    expect(await own(fixture)).toHaveLength(1);
  });

  it.each([
    ["nine char", "At least 10 characters"],
    ["password123", "among the first passwords that are tried"],
  ])("says why it cannot be %j", async (password, words) => {
    const page = await (await ConsoleFixture.open()).signedIn("Password and sessions");
    await choose(page, password, PASSWORD);
    await page.getByRole("alert").getByText(words).waitFor();
  });
});

/** The sessions of pages; those of the fixture have another address. */
async function own(fixture: ConsoleFixture): Promise<readonly string[]> {
  const { sessions } = (await fixture.ask("pilothouse.sessions")) as {
    sessions: { id: string; address: string }[];
  };
  return sessions.filter(({ address }) => address === "127.0.0.1").map(({ id }) => id);
}

/** A server at another port of this machine, and the headers of the next request to it. */
async function listening() {
  let seen = (_headers: IncomingHttpHeaders) => {};
  const server = createServer((request, response) => {
    seen(request.headers);
    response.end("<!doctype html><title>A neighbour</title>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    next: () =>
      new Promise<IncomingHttpHeaders>((resolve) => {
        seen = resolve;
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function choose(page: Page, next: string, current: string): Promise<void> {
  await page.getByLabel("Current password").fill(current);
  await page.getByLabel("New password", { exact: true }).fill(next);
  await page.getByLabel("Repeat the new password").fill(next);
  await page.getByRole("button", { name: "Set the password" }).click();
}
