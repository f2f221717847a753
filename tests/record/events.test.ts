import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Simulator } from "@pilothouse/drivers/simulator";
import { Store } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { startService } from "../support/service.js";
import { start } from "../support/start.js";

type Fields = { readonly [name: string]: unknown };
interface EventEntry {
  readonly id: number;
  readonly kind: string;
  readonly data: Fields;
}
type Running = Awaited<ReturnType<typeof startService>>;

const eventsOf = async (
  { call }: Running,
  Token: string,
  params: Fields = {},
): Promise<readonly EventEntry[]> => {
  const { result, error } = await call("pilothouse.events", { Token, ...params });
  expect(error).toBeUndefined();
  return result?.["events"] as EventEntry[];
};
const kindsOf = (events: readonly EventEntry[]) => events.map(({ kind }) => kind);

describe("the timeline of a service", () => {
  it("has its starts and ends, and also its crashes", async () => {
    const dataDir = join(scratch(), "data");
    const first = await startService({}, { dataDir });
    await first.stop();
    const second = await startService({}, { dataDir });
    const Token = await second.login();
    expect(kindsOf(await eventsOf(second, Token, { severity: "info" }))).toEqual([
      "service.started",
      "service.stopped",
      "service.started",
    ]);
    await second.stop();
    // As after a kill: the next one finds a start without an end.
    const store = Store.open(dataDir);
    await store.write((db) => db.run("DELETE FROM event WHERE kind = ?", "service.stopped"));
    await store.close();
    const third = await startService({}, { dataDir });
    onTestFinished(() => third.stop());
    expect(kindsOf(await eventsOf(third, await third.login())).slice(0, 3)).toEqual([
      "service.started",
      "service.interrupted",
      "service.started",
    ]);
  });

  it("has crash and start of the router, and can be followed by asking for what came after", async () => {
    let now = Date.UTC(2027, 0, 1);
    const clock = { now: () => now };
    const router = new Simulator({
      seed: 1,
      clock,
      storage: { load: async () => undefined, save: async () => {} },
    });
    const running = await startService({}, { clock, router });
    onTestFinished(() => running.stop());
    const Token = await running.login();
    const look = () => running.call("RouterInfo", { Token, "svc.router.uptime": "" });
    const after = (await eventsOf(running, Token, { limit: 1 }))[0]?.id;
    const since = async () => {
      now += 1_000;
      await look();
      return kindsOf(await eventsOf(running, Token, { after, kinds: ["router.crashed", "router.started"] }));
    };
    await expect.poll(since).toEqual(["router.started"]);
    await router.faults.crash();
    await expect.poll(since).toEqual(["router.started", "router.crashed"]);
    await expect.poll(since).toEqual(["router.started", "router.crashed", "router.started"]);
  });

  it("has many failed logins once", async () => {
    const running = await startService();
    onTestFinished(() => running.stop());
    const Token = await running.login();
    for (let n = 0; n < 25; n++)
      await running.call("Authenticate", { API: 1, Password: "wrong" }, { address: `192.0.2.${n}` });
    await expect
      .poll(() => eventsOf(running, Token, { kinds: ["logins.failed"] }))
      .toMatchObject([{ data: { count: 20, minutes: 10 } }]);
  });

  it("has settings of the service that were reloaded", async () => {
    const running = await startService({ locale: "en" });
    onTestFinished(() => running.stop());
    const Token = await running.login();
    await running.reload({ locale: "de" });
    await running.reload({ locale: "de" });
    await expect
      .poll(() => eventsOf(running, Token, { kinds: ["settings.saved"] }))
      .toMatchObject([{ data: { of: "service", by: "local", names: "locale" } }]);
  });

  it("refuses kinds and severities that do not exist, by name", async () => {
    const running = await startService();
    onTestFinished(() => running.stop());
    const Token = await running.login();
    const refused = async (params: Fields) =>
      (await running.call("pilothouse.events", { Token, ...params })).error;
    expect(await refused({ kinds: ["router.crash"] })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('"router.crash"'),
    });
    for (const params of [{ severity: "bad" }, { limit: 0 }, { limit: 501 }, { after: -1 }, { since: 1 }])
      expect(await refused(params)).toMatchObject({ code: -32602 });
  });
});

describe("the logs of a service", () => {
  it("are its own and the router's, without secrets", async () => {
    const dataDir = join(scratch(), "data");
    const file = join(scratch(), "router.log");
    writeFileSync(file, "[warn] user swordfish at 192.0.2.9\n");
    const service = await start({
      dataDir,
      flags: { "auth.allow_factory_password": "true" },
      routerFiles: () => ({ log: { file }, secrets: ["swordfish"], backup: [] }),
    });
    onTestFinished(() => service.stop());
    const call = async (method: string, params: Fields) => {
      const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      return JSON.parse((await service.answer(text, { address: "127.0.0.1", access: "operator" })).text)
        .result;
    };
    const router = await call("pilothouse.logs", { source: "router" });
    expect(router).toMatchObject({
      available: true,
      lines: [{ at: null, level: null, text: "[warn] user <secret-1> at <address-1>" }],
    });
    appendFileSync(file, "more\n");
    expect(await call("pilothouse.logs", { source: "router", after: router.next })).toMatchObject({
      lines: [{ text: "more" }],
      missed: false,
    });
    expect(
      (await call("pilothouse.logs", { source: "service", text: "version 0.0.0-test" })).lines,
    ).toMatchObject([
      { level: "info", at: expect.any(Number), text: expect.stringContaining("The service started") },
    ]);
  });
});
