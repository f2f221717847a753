// A hub's page with as many nodes as a fleet may have: how long each step takes until it is shown, and what holds up
// the page meanwhile. A step that asks the hub waits for it, and the page must go on drawing.
import { fileURLToPath } from "node:url";
import { startScript } from "../support/processes.mjs";
import { millis } from "../support/table.mjs";

const NODES = 50_000;
const SCROLLS = 60;

export async function fleetPage(browser, signIn) {
  const consoleDir = fileURLToPath(new URL("../../packages/console/dist", import.meta.url));
  const hub = await startScript("../fleet/listed-hub.mjs", { nodes: NODES, consoleDir });
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  const page = await context.newPage();
  const rows = [];
  const step = async (title, work) => {
    await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
    const began = performance.now();
    await work();
    const took = performance.now() - began;
    // The last frame, and the tasks that came with it.
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))");
    const tasks = tasksIn(await browser.stopTracing());
    rows.push({
      step: title,
      "until shown": millis(took),
      "tasks over 50 ms": tasks.filter((ms) => ms > 50).length,
      "longest task": millis(Math.max(...tasks)),
    });
  };
  const first = (name) =>
    page.locator(".nodes tbody tr:not(.gap) th").first().getByText(name, { exact: true });
  const sort = (name) => page.locator(".nodes thead button", { hasText: name });
  await signIn(page, `${hub.printed.http}#/fleet`);
  await first("node-0").waitFor();
  await step("scroll, step by step", () => scroll(page, 400));
  await step("scroll, far each time", () => scroll(page, 30_000));
  await step("to the end", async () => {
    await page.locator(".nodes").press("End");
    await page.getByText(`node-${NODES - 1}`, { exact: true }).waitFor();
  });
  await page.locator(".nodes").press("Home");
  await step("sort by traffic", async () => {
    await sort("In / out").click();
    await first("node-0").waitFor({ state: "detached" });
    await page.locator(".nodes tbody th").first().waitFor();
  });
  await step("sort by state", async () => {
    await sort("State").click();
    await page.locator(".nodes .verdict-problem").first().waitFor();
  });
  await step("sort by name", async () => {
    await sort("Name").click();
    await first("node-0").waitFor();
  });
  await step("filter by name", async () => {
    await page.getByLabel("Name contains").pressSequentially("node-4999");
    await page.getByText("11 rows", { exact: true }).waitFor();
  });
  await step("filter by label", async () => {
    await page.getByLabel("Name contains").fill("");
    await page.getByRole("combobox", { name: "Label" }).selectOption("site=s3");
    await page.getByText("5,000 rows", { exact: true }).waitFor();
  });
  await step("select all", async () => {
    await page.getByRole("combobox", { name: "Label" }).selectOption("");
    await page.getByText("50,000 rows", { exact: true }).waitFor();
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await page.getByText("50,000 nodes selected").waitFor();
  });
  await step("search", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").pressSequentially("node-49998");
    await page.getByRole("option", { name: "node-49998" }).waitFor();
  });
  await context.close();
  await hub.end();
  return rows;
}

/** The tasks of the page's main thread, in milliseconds of processor time: the machine may be busy with others. */
function tasksIn(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return (
    traceEvents
      // Another event, which ends in the same word, encloses each of them.
      .filter(({ name, pid, tid }) => name === "ThreadControllerImpl::RunTask" && mains.has(`${pid} ${tid}`))
      .map(({ tdur = 0 }) => tdur / 1_000)
  );
}

/** As a person does with a wheel, a frame after the other. */
const scroll = (page, px) =>
  page.evaluate(
    `(async () => {
      const box = document.querySelector(".nodes");
      for (let n = 1; n <= ${SCROLLS}; n++) {
        box.scrollTo(0, n * ${px});
        await new Promise((done) => requestAnimationFrame(done));
      }
    })()`,
  );
