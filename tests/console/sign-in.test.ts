import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { open, PASSWORD, Stage, signIn } from "./stage.js";

describe("signing in", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(() => stage.close());

  it("refuses a wrong password in words and stays where it is", async () => {
    const page = await stage.page();
    await signIn(page, "not it");
    await page.getByText("The password is wrong.").waitFor();
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await page.context().close();
  });

  it("keeps the token in the memory of the tab and nowhere else", async () => {
    const page = await stage.signedIn();
    const kept = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    expect(kept).toBe(JSON.stringify([{ "pilothouse.theme": "auto" }, {}, ""]));
    await page.reload();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.context().close();
  });

  it("signs out, and the token is no good afterwards", async () => {
    const page = await stage.signedIn();
    const request = page.waitForRequest((one) => one.postData()?.includes("pilothouse.logout") === true);
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await page.getByText("You have signed out.").waitFor();
    const { params } = JSON.parse((await request).postData() ?? "") as { params: { Token: string } };
    await expect
      .poll(() => stage.call("Echo", { Token: params.Token, Echo: "x" }).catch(String))
      .toContain("-32003");
    await page.context().close();
  });

  it("says so when the session was ended elsewhere, and does not sign in again by itself", async () => {
    const page = await stage.signedIn();
    const Token = await stage.token(PASSWORD);
    const { sessions } = (await stage.call("pilothouse.sessions", { Token })) as {
      sessions: { id: string; address: string }[];
    };
    for (const { id } of sessions.filter(({ address }) => address === "127.0.0.1"))
      await stage.call("pilothouse.sessions", { Token, revoke: id });
    await page.getByText("Your session has ended. Please sign in again.").waitFor();
    await page.context().close();
  });

  it("tells how long to wait after too many failed attempts", async () => {
    const other = await Stage.open();
    const page = await other.page();
    for (let attempt = 0; attempt < 11; attempt++) {
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await signIn(page, `guess ${attempt}`);
      await answered;
    }
    await page.getByText(/Too many failed attempts. Try again in \d+/).waitFor();
    await other.close();
  });
});

describe("the factory password", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open({ password: false });
  });
  afterAll(() => stage.close());

  it("leads straight to choosing another, and from there into the console", async () => {
    const page = await stage.page();
    await signIn(page, "itoopie");
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();

    const field = page.getByLabel("New password", { exact: true });
    const meter = page.getByRole("meter", { name: "Strength" });
    await field.fill("passw0rd");
    await page.getByText("very weak").waitFor();
    expect(await meter.getAttribute("value")).toBe("0");
    await field.fill(PASSWORD);
    await page.getByText("strong", { exact: true }).waitFor();

    await page.getByLabel("Repeat the new password").fill("something else");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("The two passwords are not the same.").waitFor();
    await page.getByLabel("Repeat the new password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByText("Participating tunnels").first().waitFor();
    await page.context().close();
  });

  it("is not accepted as the new one, in the service's own words", async () => {
    const page = await stage.signedIn();
    await open(page, "Access");
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password", { exact: true }).fill("itoopie");
    await page.getByLabel("Repeat the new password").fill("itoopie");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText(/factory password cannot be set again/).waitFor();
    for (const [password, words] of [
      ["nine char", "At least 10 characters"],
      ["password123", "among the first passwords that are tried"],
    ] as const) {
      await page.getByLabel("New password", { exact: true }).fill(password);
      await page.getByLabel("Repeat the new password").fill(password);
      await page.getByRole("button", { name: "Set the password" }).click();
      await page.getByText(words).waitFor();
    }
    await page.context().close();
  });

  it("is warned of where it was allowed for everything", async () => {
    const lax = await Stage.open({
      password: false,
      settings: { "auth.allow_factory_password": "true" },
    });
    const page = await lax.page();
    await signIn(page, "itoopie");
    await page.getByText("The factory password is in force.").waitFor();
    await lax.close();
  });
});
