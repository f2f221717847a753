import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { run, serve } from "../../blackbox/process.js";

const SECRET = "canary-path-of-the-hook";

/** A receiver of webhooks: a real HTTP server. */
async function receiver() {
  const got: { event: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    got.push(JSON.parse(body));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { got, origin, url: `${origin}/${SECRET}?key=${SECRET}` };
}

describe("pilothouse notify", () => {
  it("tests channels and shows how they fare, without their secrets", async () => {
    const dataDir = scratch();
    const { got, origin, url } = await receiver();
    const args = [
      ...["--notify-webhook", url, "--notify-email-to", "me@example.org"],
      // Nothing listens on port 1.
      ...["--notify-email-server", "smtp://127.0.0.1:1", "--notify-off", "update.available"],
    ];
    await serve(dataDir, { args });
    const notify = (...words: readonly string[]) =>
      run(["notify", ...words, "--local", "--data-dir", dataDir]);
    expect(await notify("test", "webhook")).toEqual({ code: 0, stdout: "webhook: taken\n", stderr: "" });
    expect(got).toMatchObject([{ event: "test" }]);
    const all = await notify("test");
    expect(all).toMatchObject({ code: 1, stderr: "" });
    expect(all.stdout).toMatch(/^webhook: taken\nemail: failed: .*ECONNREFUSED/);
    expect(await notify("test", "pigeon")).toMatchObject({
      code: expect.any(Number),
      stderr: expect.stringContaining("webhook, email"),
    });
    const { stdout } = await notify();
    expect(stdout).toMatch(new RegExp(`^webhook +${origin} +0 +\\d{4}-`, "m"));
    expect(stdout).toMatch(/^email +\S+ +0 +never/m);
    expect(stdout).toMatch(/^net\.firewalled +15 min/m);
    expect(stdout).toMatch(/^update\.available +off/m);
    for (const command of [["config"], ["config", "--json"], ["report", "--out", "-"]]) {
      const shown = await run([...command, "--data-dir", dataDir, ...args]);
      expect([command, shown.code]).toEqual([command, 0]);
      expect(shown.stdout).toContain("notify.webhook");
      expect(shown.stdout).not.toContain(SECRET);
    }
  });

  it("is not begun with half a channel", async () => {
    const dataDir = scratch();
    const ports = ["--https-port", "0", "--http-port", "0", "--data-dir", dataDir];
    expect(await run(["serve", ...ports, "--notify-email-to", "me@example.org"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("notify.email_to wants notify.email_server too"),
    });
    expect(await run(["serve", ...ports, "--notify-webhook", "ftp://example.org/"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--notify-webhook wants an address"),
    });
  });
});
