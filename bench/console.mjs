// What an open page of the console costs: processor time of the page's main thread, of all processes of the browser, and
// of the service. An empty page in the same browser is measured beside it. The browser draws without a graphics card.
// And what holds up a hub's page that lists fifty thousand nodes.
import { setTimeout as sleep } from "node:timers/promises";
import { chromium as browsers } from "playwright-core";
import { CHROMIUM_FLAGS, chromium, chromiumPath } from "../scripts/fetch/chromium.mjs";
import { fleetPage } from "./fleet/page.mjs";
import { cpuOf, startService } from "./support/processes.mjs";

const PAGES = ["overview", "network", "logs"];
const SETTLE_MS = 5_000;
const WATCHED_MS = 40_000;
/** Played hours go on in steps, after each of which the service has so long to answer. */
const STEP_S = 5;
const ANSWER_MS = 20;

export async function consolePages() {
  chromium();
  const service = await startService();
  const browser = await browsers.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const processes = await browser.newBrowserCDPSession();
  const measured = async (title, open) => {
    const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
    const page = await context.newPage();
    await open(page);
    await sleep(SETTLE_MS);
    const own = await context.newCDPSession(page);
    // Of the processor, not of the clock: the machine may be busy with others.
    await own.send("Performance.enable", { timeDomain: "threadTicks" });
    const look = async () => ({
      page: await mainThreadMs(own),
      browser: await browserMs(processes),
      service: cpuOf(service.pid) / 1_000,
    });
    const before = await look();
    await sleep(WATCHED_MS);
    const after = await look();
    await context.close();
    return {
      page: title,
      "its main thread": ofACore(after.page - before.page),
      "the whole browser": ofACore(after.browser - before.browser),
      "the service": ofACore(after.service - before.service),
    };
  };
  const rows = [await measured("an empty page", (page) => page.goto("about:blank"))];
  for (const name of PAGES)
    rows.push(
      await measured(`\`${name}\``, (page) => signIn(page, `http://127.0.0.1:${service.httpPort}/#/${name}`)),
    );
  const heap = [];
  for (const name of PAGES) heap.push(await playedHours(browser, service, name));
  await service.stop();
  const listed = await fleetPage(browser, signIn);
  await browser.close();
  return {
    "A page that is left open": rows,
    "Its JavaScript heap over two hours, played": heap,
    "The list of 50,000 nodes": listed,
  };
}

/** The hours are those of the page's clock: what the page does by itself is done, and what it asks is answered. */
async function playedHours(browser, service, name) {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  const page = await context.newPage();
  await page.clock.install();
  await signIn(page, `http://127.0.0.1:${service.httpPort}/#/${name}`);
  const own = await context.newCDPSession(page);
  const play = async (minutes) => {
    for (let second = 0; second < minutes * 60; second += STEP_S) {
      await page.clock.runFor(STEP_S * 1_000);
      await sleep(ANSWER_MS);
    }
  };
  const heap = async () => {
    await own.send("HeapProfiler.collectGarbage");
    const { usedSize } = await own.send("Runtime.getHeapUsage");
    return `${mebibytes(usedSize)}, of it code ${mebibytes(await compiledBytes(own))}`;
  };
  const row = { page: `\`${name}\`` };
  await play(5);
  row["after 5 minutes, MiB"] = await heap();
  await play(55);
  row["after an hour"] = await heap();
  await play(60);
  row["after two"] = await heap();
  await context.close();
  return row;
}

const mebibytes = (bytes) => (bytes / 2 ** 20).toFixed(2);

/** What the browser has compiled of the page's code so far, which grows for a while with what is often used. */
async function compiledBytes(page) {
  const chunks = [];
  const take = ({ chunk }) => chunks.push(chunk);
  page.on("HeapProfiler.addHeapSnapshotChunk", take);
  await page.send("HeapProfiler.takeHeapSnapshot");
  page.off("HeapProfiler.addHeapSnapshotChunk", take);
  const { snapshot, nodes } = JSON.parse(chunks.join(""));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size, code] = [fields.indexOf("type"), fields.indexOf("self_size"), types[0].indexOf("code")];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length)
    if (nodes[at + type] === code) bytes += nodes[at + size];
  return bytes;
}

const ofACore = (ms) => `${((ms / WATCHED_MS) * 100).toFixed(2)}% of a core`;

async function mainThreadMs(page) {
  const { metrics } = await page.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value * 1_000;
}

async function browserMs(processes) {
  const { processInfo } = await processes.send("SystemInfo.getProcessInfo");
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1_000;
}

async function signIn(page, url) {
  await page.goto(url);
  await page.locator('input[type="password"]').fill("itoopie");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1 }).and(page.locator(":not(.gate h1)")).waitFor();
}
