/// <reference lib="dom" />
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { atTheEnd } from "@pilothouse/system/testing/scratch";
import type { Page, Request } from "playwright-core";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { callText } from "../../blackbox/wire.js";
import { browser } from "../../console/support/chromium.js";
import { eventually } from "../../console/support/eventually.js";
import { openTarget, type Target } from "../target.js";

/** Another site, whose name leads to this machine. */
async function attackersServer() {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<!doctype html><title>attack</title><body>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/**
 * The statuses of answers from `url`. Of a refused frame there may be nothing but a line in the browser's
 * console, which does not name the address.
 */
function refusalsOf(page: Page, url: string): readonly number[] {
  const statuses: number[] = [];
  page.on("response", (response) => {
    if (response.url() === url) statuses.push(response.status());
  });
  page.on("console", (message) => {
    const [, status] = /with a status of (\d+)/.exec(message.text()) ?? [];
    if (status !== undefined) statuses.push(Number(status));
  });
  return statuses;
}

/**
 * A real browser, a page of another site, and a token that the page somehow got hold of. The browser
 * knows no other host: every name leads to this machine, as after a rebinding.
 */
describe("From a page of another site in a real browser", () => {
  let target: Target;
  let site: string;
  let before: unknown;

  beforeAll(async () => {
    target = await openTarget();
    before = await target.state();
    const { server, port } = await attackersServer();
    atTheEnd(() => server.close());
    site = `http://attacker.example:${port}/`;
  });

  const pageOf = async (address: string) => {
    const context = await (await browser("--host-resolver-rules=MAP * 127.0.0.1")).newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const response = await page.goto(address);
    return { page, status: response?.status() };
  };
  const harm = () => callText("AdvancedSettings", { Token: target.token, setAll: {} });

  it("the console's own page works, so what follows is refused for its origin", async () => {
    const { page, status } = await pageOf(target.http);
    expect(status).toBe(200);
    const text = callText("Echo", { Token: target.token, Echo: "x" });
    const answer = await page.evaluate(
      async (body) => (await fetch("/console/rpc", { method: "POST", body })).json(),
      text,
    );
    expect(answer).toMatchObject({ result: { Result: "x" } });
  });

  it("fetch without permission reads nothing and changes nothing", async () => {
    const { page } = await pageOf(site);
    let beaconsOver = 0;
    const count = (request: Request) => {
      if (request.resourceType() === "ping") beaconsOver++;
    };
    page.on("requestfinished", count).on("requestfailed", count);
    const port = new URL(target.http).port;
    const tries = [`http://127.0.0.1:${port}`, `http://localhost:${port}`].flatMap((base) =>
      ["/jsonrpc/", "/", "/console/rpc"].map((path) => base + path),
    );
    const outcomes = await page.evaluate(
      async ({ tries, body }) => {
        const attempt = async (url: string, init: RequestInit) => {
          try {
            const response = await fetch(url, { method: "POST", body, ...init });
            return `${response.type} ${response.status} ${(await response.text()).length}`;
          } catch {
            return "failed";
          }
        };
        const all: string[] = [];
        for (const url of tries) {
          all.push(await attempt(url, { mode: "no-cors", headers: { "Content-Type": "text/plain" } }));
          all.push(await attempt(url, { mode: "cors", headers: { "Content-Type": "application/json" } }));
          navigator.sendBeacon(url, body);
        }
        return all;
      },
      { tries, body: harm() },
    );
    // An opaque answer shows neither its status nor its text.
    for (const outcome of outcomes) expect(["failed", "opaque 0 0"]).toContain(outcome);
    await eventually(() => beaconsOver).toBe(tries.length);
    expect(await target.state()).toEqual(before);
  });

  it("a form, also one from a frame without an origin, is refused", async () => {
    for (const sandboxed of [false, true]) {
      const { page } = await pageOf(site);
      const refusals = refusalsOf(page, `${target.http}jsonrpc/`);
      // A form joins a field's name and value by "=": here that makes one good call of them.
      const call = callText("AdvancedSettings", { Token: target.token, set: { "attack.form": "x=y" } });
      const [name = "", value = ""] = call.split("=");
      await page.evaluate(
        ({ action, name, value, sandboxed }) => {
          const form = `<form method="post" enctype="text/plain"></form>`;
          const fill = (document: Document) => {
            document.body.innerHTML = form;
            const made = document.forms[0];
            if (made === undefined) return;
            made.action = action;
            const input = document.createElement("input");
            Object.assign(input, { name, value });
            made.append(input);
            made.submit();
          };
          if (!sandboxed) return fill(document);
          const frame = document.createElement("iframe");
          frame.setAttribute("sandbox", "allow-scripts allow-forms");
          const quoted = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
          frame.srcdoc = `<form method="post" enctype="text/plain" action="${action}"><input name="${quoted(name)}" value="${quoted(value)}"></form><script>document.forms[0].submit()</script>`;
          document.body.append(frame);
        },
        { action: `${target.http}jsonrpc/`, name, value, sandboxed },
      );
      await eventually(() => refusals).not.toEqual([]);
      expect([...new Set(refusals)]).toEqual([403]);
    }
    expect(await target.state()).toEqual(before);
  });

  it("a name that was rebound to this service gets neither page nor answer", async () => {
    expect((await pageOf(`http://attacker.example:${new URL(target.http).port}/`)).status).toBe(403);
    // The attacker's own page, and then the service in the attacker's place: all is same-origin to the page.
    const { server, port } = await attackersServer();
    const { page } = await pageOf(`http://attacker.example:${port}/`);
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    const victim = await openTarget({ settings: { "http.port": String(port) } });
    const calm = await victim.state();
    const body = callText("AdvancedSettings", { Token: victim.token, setAll: {} });
    const statuses = await page.evaluate(async (body) => {
      const ask = async (path: string, init: RequestInit = {}) => {
        try {
          return (await fetch(path, init)).status;
        } catch {
          return "closed";
        }
      };
      const post = (path: string) => ask(path, { method: "POST", body });
      return Promise.all([post("/jsonrpc/"), post("/console/rpc"), ask("/metrics"), ask("/")]);
    }, body);
    const [call, consoleCall, ...gets] = statuses;
    // The refusal of a body may come as a closed connection: the service does not wait for it.
    for (const one of [call, consoleCall]) expect([403, "closed"]).toContain(one);
    expect(gets).toEqual([403, 403]);
    expect(await victim.state()).toEqual(calm);
  });

  it("the console cannot be framed", async () => {
    const { page } = await pageOf(site);
    await page.evaluate((src) => {
      const frame = document.createElement("iframe");
      frame.src = src;
      document.body.append(frame);
      return new Promise((resolve) => frame.addEventListener("load", resolve));
    }, target.http);
    const titles = await Promise.all(page.frames().map((frame) => frame.title().catch(() => "")));
    expect(titles).not.toContain("Console");
  });
});
