// `node scripts/screenshots.mjs`: the README's pictures, from the real page on a simulated router that has
// been watched for a day. Writes docs/screenshots/*.png.
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as browsers } from "playwright-core";
import { CHROMIUM_FLAGS, chromium, chromiumPath } from "./fetch/chromium.mjs";
import { build, install, root } from "./prepare.mjs";

const WATCHED = 23 * 3_600_000;
const STEP = 20_000;
const PASSWORD = "three blue herons at low tide";
const LARGEST = 150_000;

const DESKTOP = { viewport: { width: 1200, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, deviceScaleFactor: 1.5 };
const PICTURES = [
  { name: "overview", look: { ...DESKTOP, colorScheme: "light" }, page: "overview", before: range("1 d") },
  {
    name: "overview-dark",
    look: { ...DESKTOP, colorScheme: "dark" },
    page: "overview",
    before: range("6 h"),
  },
  { name: "network", look: { ...DESKTOP, colorScheme: "light" }, page: "network" },
  { name: "control", look: { ...DESKTOP, colorScheme: "light" }, page: "control", before: askToRestart },
  { name: "phone", look: { ...PHONE, colorScheme: "dark" }, page: "overview" },
];

function range(label) {
  return (page) => page.getByRole("button", { name: label, exact: true }).click();
}

async function askToRestart(page) {
  await page.getByRole("button", { name: "Restart gracefully…" }).click();
  await page.getByRole("dialog").waitFor();
}

install();
build();
chromium();
const { Service, loadSettings, silentLog } = await import("../packages/server/dist/index.js");
const { Simulator } = await import("../packages/drivers/dist/simulator.js");

const dir = mkdtempSync(join(tmpdir(), "pilothouse-screenshots-"));
let ahead = -WATCHED;
const clock = { now: () => Date.now() + ahead };
const flags = { data_dir: dir, "https.port": "0", "http.port": "0" };
const service = new Service({
  settings: loadSettings({ flags, env: { HOME: dir } }).settings,
  clock,
  log: silentLog,
  version: "0.1.0",
  consoleDir: join(root, "packages/console/dist"),
  makeRouter: (_settings, storage) => new Simulator({ seed: 7, clock, storage: storage("simulator") }),
});
await service.start();

async function call(method, params) {
  const request = JSON.stringify({ jsonrpc: "2.0", id: "1", method, params });
  const { text, afterwards } = await service.answer(request, { address: "127.0.0.1" });
  afterwards?.();
  return JSON.parse(text).result;
}

try {
  const { Token: first } = await call("Authenticate", { API: 1, Password: "itoopie" });
  await call("ServiceControl", { Token: first, "svccontrol.password": PASSWORD });
  const { Token } = await call("Authenticate", { API: 1, Password: PASSWORD });
  for (; ahead < 0; ahead += STEP) await call("RouterInfo", { Token, "svc.router.uptime": "" });

  const browser = await browsers.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const out = join(root, "docs/screenshots");
  mkdirSync(out, { recursive: true });
  for (const { name, look, page: where, before } of PICTURES) {
    const context = await browser.newContext({ locale: "en-GB", ...look });
    const page = await context.newPage();
    await page.goto(`${service.http}#/${where}`);
    await page.locator('input[type="password"]').fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1 }).and(page.locator(":not(.gate h1)")).waitFor();
    await page.waitForTimeout(1_000);
    await before?.(page);
    await page.evaluate("scrollTo(0, 0)");
    await page.waitForTimeout(1_000);
    const path = join(out, `${name}.png`);
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > LARGEST) throw new Error(`${name}.png has ${size} bytes; the most is ${LARGEST}`);
    process.stdout.write(`${name}.png ${size} bytes\n`);
    await context.close();
  }
  await browser.close();
} finally {
  await service.stop();
  rmSync(dir, { recursive: true, force: true });
}
