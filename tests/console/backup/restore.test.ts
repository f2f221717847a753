import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { problems } from "../support/accessible.js";
import { ConsoleFixture, PASSWORD } from "../support/console-fixture.js";
import { eventually } from "../support/eventually.js";

const PASSPHRASE = "five grey herons";
const NEWER = "another password by now";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const field = (page: Page, label: string) => page.getByRole("dialog").getByLabel(label, { exact: true });

/** Downloads a backup on the page; where it is. */
async function downloaded(page: Page): Promise<string> {
  await press(page, "Download a backup…");
  for (const label of ["Passphrase", "Repeat the passphrase"]) await field(page, label).fill(PASSPHRASE);
  await field(page, "Password").fill(PASSWORD);
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Download")]);
  const path = join(scratch(), "one.backup");
  await file.saveAs(path);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return path;
}

async function choose(page: Page, file: string, passphrase: string, password: string): Promise<void> {
  await field(page, "Backup file").setInputFiles(file);
  await field(page, "Passphrase").fill(passphrase);
  await field(page, "Password").fill(password);
  await press(page, "Upload and check");
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Sign in");
}

const bandwidth = async (fixture: ConsoleFixture) =>
  (await fixture.ask("NetworkSetting", { "svc.router.net.bw.in": null }))["svc.router.net.bw.in"];

describe("a backup", () => {
  it("is restored on the page: the service restarts, and all is as it was", async () => {
    const fixture = await ConsoleFixture.open();
    await fixture.ask("NetworkSetting", { "svc.router.net.bw.in": "321" });
    const page = await fixture.signedIn("Control");
    const file = await downloaded(page);
    await fixture.ask("NetworkSetting", { "svc.router.net.bw.in": "999" });
    await fixture.ask("pilothouse.password", { password: NEWER, current: PASSWORD });
    await page.getByText("Your session has ended.").waitFor();
    await signIn(page, NEWER);

    await press(page, "Restore a backup…");
    const dialog = page.getByRole("dialog");
    const empty = join(scratch(), "empty.backup");
    await writeFile(empty, "");
    await choose(page, empty, "", NEWER);
    const foreign = dialog.getByText("This file is not a backup of Pilothouse.");
    await foreign.waitFor();
    await field(page, "Backup file").setInputFiles(file);
    await foreign.waitFor({ state: "detached" });
    await choose(page, file, "a wrong one", PASSWORD);
    await dialog.getByText("The password is wrong.").waitFor();
    await choose(page, file, "a wrong one", NEWER);
    await dialog.getByText("It does not open this backup: it is wrong, or the file is damaged.").waitFor();
    expect(await problems(page)).toEqual([]);
    await choose(page, file, PASSPHRASE, NEWER);
    await dialog.getByText("The password of that time is valid again. It is not the one of now.").waitFor();
    expect(await problems(page)).toEqual([]);
    // Leaving it removes the upload, and nothing has happened.
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await eventually(() => fixture.sent.some((body) => body.includes('"cancel":true'))).toBe(true);

    await press(page, "Restore a backup…");
    await choose(page, file, PASSPHRASE, NEWER);
    await press(page, "Restore and restart");
    await page.getByText("The backup is restored. Sign in with the password of the backup.").waitFor();
    expect(await problems(page)).toEqual([]);
    await signIn(page, PASSWORD);
    await page.getByRole("button", { name: "Restore a backup…" }).waitFor();
    expect(await bandwidth(fixture)).toBe("321");
    const { events } = await fixture.ask("pilothouse.events", { kinds: ["restore.done"] });
    expect(events).toHaveLength(1);
  });

  it("that the service cannot start with is not restored, and the page says why", async () => {
    const fixture = await ConsoleFixture.open();
    const page = await fixture.signedIn("Control");
    const file = await downloaded(page);
    await fixture.ask("NetworkSetting", { "svc.router.net.bw.in": "999" });
    await press(page, "Restore a backup…");
    await choose(page, file, PASSPHRASE, PASSWORD);
    fixture.fault = "router.info is missing";
    await press(page, "Restore and restart");
    const dialog = page.getByRole("dialog");
    await dialog
      .getByText(/could not be restored, everything is as before: router\.info is missing/)
      .waitFor();
    expect(await problems(page)).toEqual([]);
    await press(page, "Close");
    await dialog.waitFor({ state: "detached" });
    expect(await bandwidth(fixture)).toBe("999");
  });
});
