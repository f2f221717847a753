import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "@pilothouse/client";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { operatorLink } from "../../packages/cli/src/remote/operator-link.js";
import { serve } from "../blackbox/process.js";

/** A receiver of webhooks that opens late, on a port that is known before. */
async function lateReceiver() {
  const got: { id: string; event: string; key: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    got.push(JSON.parse(body));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  onTestFinished(() => void server.close());
  return { got, url: `http://127.0.0.1:${port}/`, open: () => server.listen(port, "127.0.0.1") };
}

describe("kill -9", () => {
  it("loses neither a notification that waits nor the limits that the budget has lowered", async () => {
    const dataDir = scratch();
    const { got, url, open } = await lateReceiver();
    const webhook = ["--notify-webhook", url];
    const first = await serve(dataDir, { args: [...webhook, "--budget-monthly", "1B"] });
    const client = connect(operatorLink(dataDir), { dialect: "svc" });
    onTestFinished(() => client.close());
    const ask = (method: string, params = {}) => client.call(method, params);
    const KEY = "svc.router.net.bw.out";
    const limit = async () => (await ask("NetworkSetting", { [KEY]: null }))[KEY];
    const waiting = async () =>
      ((await ask("pilothouse.notify"))["channels"] as { waiting: number }[]).map((one) => one.waiting);
    const patience = { timeout: 120_000, interval: 500 };
    // A reload makes the budget look now, when the router runs and has traffic.
    const received = async () => ((await ask("pilothouse.traffic"))["all"] as { received: number }).received;
    await expect.poll(received, patience).toBeGreaterThan(0);
    first.child.kill("SIGHUP");
    await expect.poll(limit, patience).toBe("25");
    await expect.poll(waiting, patience).toEqual([1]);
    await first.kill("SIGKILL");

    open();
    const second = await serve(dataDir, { args: webhook });
    const phase = async () => (await ask("pilothouse.status"))["phase"];
    await expect.poll(phase, patience).toBe("running");
    second.child.kill("SIGHUP");
    await expect.poll(limit, patience).toBe("512");
    await expect.poll(() => got, patience).toMatchObject([{ event: "alert", key: "budget.used" }]);
  });
});
