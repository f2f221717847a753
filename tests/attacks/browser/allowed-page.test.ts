/// <reference lib="dom" />
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { atTheEnd } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { callText } from "../../blackbox/wire.js";
import { browser } from "../../console/support/chromium.js";
import { startService } from "../../support/service.js";

/** A server of pages on this machine; each port is an origin of its own. */
async function pages(): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<!doctype html><title>dashboard</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atTheEnd(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("A page of another origin in a real browser", () => {
  /** What a page of this origin gets when it calls as clients that are pages do, with a preflight. */
  async function call(origin: string, url: string, body: string): Promise<string> {
    const context = await (await browser()).newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(origin);
    const got = await page.evaluate(
      async ({ url, body }) => {
        try {
          const headers = { "Content-Type": "application/json" };
          return await (await fetch(url, { method: "POST", headers, body })).text();
        } catch {
          return "refused by the browser";
        }
      },
      { url, body },
    );
    await context.close();
    return got;
  }

  it("reads nothing until its origin is allowed, which needs no restart, and then no other origin does", async () => {
    const [dashboard, stranger] = [await pages(), await pages()];
    const service = await startService({ "http.jsonrpc": "true" });
    atTheEnd(() => service.stop());
    const body = callText("Echo", { Token: await service.login(), Echo: "x" });
    const urls = [service.https, `${service.http}jsonrpc/`];

    for (const url of urls) expect(await call(dashboard, url, body)).toBe("refused by the browser");
    await service.reload({ "http.allowed_origins": dashboard });
    for (const url of urls) {
      expect(JSON.parse(await call(dashboard, url, body))).toMatchObject({ result: { Result: "x" } });
      expect(await call(stranger, url, body)).toBe("refused by the browser");
    }
    await service.reload({});
    for (const url of urls) expect(await call(dashboard, url, body)).toBe("refused by the browser");
  });
});
