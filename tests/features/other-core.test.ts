import { gunzipSync } from "node:zlib";
import type { ServiceCore } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { send, startService } from "../support/service.js";
import { start } from "../support/start.js";

const CALL = { method: "POST", body: '{"jsonrpc":"2.0","id":1,"method":"Echo","params":{}}' };
const reply = (text: string) => ({ text, retryAfter: undefined, afterwards: undefined });

const LONG = JSON.stringify("a long answer ".repeat(10_000));

/** A service whose core answers with the path at which it was asked. */
async function serveOther(): Promise<string> {
  const dataDir = scratch();
  const core = {
    answer: (text: string) => reply(text.includes("long") ? LONG : '"own"'),
    answerAt: (path: string) => (path.startsWith("/nodes/") ? () => reply(`"at ${path}"`) : undefined),
    webApps: { runs: () => true },
    auth: { password: { isFactory: false } },
    simulated: false,
    interrupt: () => {},
    close: async () => {},
  } as unknown as ServiceCore;
  const service = await start({ dataDir, openCore: async () => core });
  onTestFinished(async () => {
    await service.stop();
  });
  return service.https ?? "";
}

describe("a service with another core", () => {
  it("has that core answer, at its own paths too", async () => {
    const url = await serveOther();
    const text = async (path: string) => (await send(`${url}${path}`, CALL)).text;
    expect(await text("")).toBe('"own"');
    expect(await text("jsonrpc/")).toBe('"own"');
    expect(await text("nodes/a/")).toBe('"at /nodes/a/"');
    expect(await text("nodes/a/jsonrpc/?x=1")).toBe('"at /nodes/a/jsonrpc/"');
    expect((await send(`${url}other/`, CALL)).status).toBe(404);
    expect((await send(`${url}nodes/a/`)).status).toBe(405);
  });
});

describe("a long answer", () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"long"}';
  it.each([
    ["in the lane", { Connection: "keep-alive" }],
    ["by Node's own server", { "Sec-Fetch-Site": "same-origin" }],
  ])("is compressed only for clients that accept it, %s", async (_where, more) => {
    const url = await serveOther();
    const ask = (at: string, accepted: string) =>
      send(at, { method: "POST", body, headers: { "Accept-Encoding": accepted, ...more } });
    const packed = await ask(url, "deflate, gzip, br");
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.text.length).toBeLessThan(LONG.length / 20);
    expect(gunzipSync(Buffer.from(packed.text, "latin1")).toString("utf8")).toBe(LONG);
    for (const accepted of ["identity", "gzip;q=0", "x-gzipped"]) {
      const { headers, text } = await ask(url, accepted);
      expect(headers["content-encoding"]).toBeUndefined();
      expect(text).toBe(LONG);
    }
  });
});

describe("a service with a router", () => {
  it("has no methods of a hub, does not list them, and has no paths of nodes", async () => {
    const served = await startService();
    onTestFinished(() => served.stop());
    const { error } = await served.call("fleet.nodes", {});
    expect(error).toMatchObject({
      code: -32601,
      message: "Method not found: only a hub has it, and this is not one",
    });
    const { result } = await served.call("rpc.discover", { Token: await served.login() });
    const names = ((result?.["methods"] as { name: string }[] | undefined) ?? []).map(({ name }) => name);
    expect(names).toContain("RouterInfo");
    expect(names.filter((name) => name.startsWith("fleet."))).toEqual([]);
    expect((await send(`${served.service.https}nodes/a/`, CALL)).status).toBe(404);
  });
});
