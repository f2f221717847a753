import { rmSync } from "node:fs";
import { Service, type ServiceCore, silentLog } from "@pilothouse/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { send, startService } from "./support/service.js";

const CALL = { method: "POST", body: '{"jsonrpc":"2.0","id":1,"method":"Echo","params":{}}' };
const reply = (text: string) => ({ text, retryAfter: undefined, afterwards: undefined });

/** A service whose core answers with the path at which it was asked. */
async function serveOther(): Promise<string> {
  const model = await startService();
  const { settings, clock } = model.service.seams;
  await model.stop();
  const core = {
    answer: () => reply('"own"'),
    answerAt: (path: string) => (path.startsWith("/nodes/") ? () => reply(`"at ${path}"`) : undefined),
    webApps: { runs: () => true },
    auth: { password: { isFactory: false } },
    simulated: false,
    interrupt: () => {},
    close: async () => {},
  } as unknown as ServiceCore;
  const service = new Service({ settings, clock, log: silentLog, version: "1", openCore: async () => core });
  await service.start();
  onTestFinished(async () => {
    await service.stop();
    rmSync(settings.data_dir, { recursive: true, force: true });
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
