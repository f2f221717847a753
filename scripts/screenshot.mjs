// `node scripts/screenshot.mjs`: the README's picture, from the real page on a simulated router that has been watched
// for a day. Writes docs/overview.png.
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as browsers } from "playwright-core";
import { CHROMIUM_FLAGS, chromium, chromiumPath } from "./fetch/chromium.mjs";
import { build, install, root } from "./prepare.mjs";

const WATCHED = 23 * 3_600_000;
const STEP = 20_000;
const PASSWORD = "three blue herons at low tide";
const LARGEST = 150_000;
const VIEWPORT = { width: 1200, height: 860 };

install();
build();
chromium();
const { Service, loadSettings, silentLog } = await import("../packages/server/dist/index.js");
const { Simulator } = await import("../packages/drivers/dist/simulator.js");

const dir = mkdtempSync(join(tmpdir(), "pilothouse-screenshot-"));
let ahead = -WATCHED;
const clock = { now: () => Date.now() + ahead };
const flags = { data_dir: dir, "https.port": "0", "http.port": "0" };
const service = new Service({
  settings: loadSettings({ flags, env: { HOME: dir } }).settings,
  clock,
  log: silentLog,
  version: JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version,
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
  const context = await browser.newContext({ locale: "en-GB", viewport: VIEWPORT, colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(`${service.http}#/overview`);
  await page.locator('input[type="password"]').fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "1 d", exact: true }).click();
  await page.evaluate("scrollTo(0, 0)");
  await page.waitForTimeout(2_000);
  const path = join(root, "docs/overview.png");
  await page.screenshot({ path });
  const { size } = statSync(path);
  if (size > LARGEST) throw new Error(`${path} has ${size} bytes; the most is ${LARGEST}`);
  await browser.close();
} finally {
  await service.stop();
  rmSync(dir, { recursive: true, force: true });
}
