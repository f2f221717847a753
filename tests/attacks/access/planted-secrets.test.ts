import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Router, RouterUnavailable, SettingRefused, systemClock } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import { SERVICE_METHOD_NAMES } from "@pilothouse/protocol";
import type { Log, Service } from "@pilothouse/server";
import { Redactor } from "@pilothouse/system";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECRET_VALUES } from "../../../packages/protocol/src/secrets/testing/planted.js";
import { send } from "../../support/service.js";
import { start } from "../../support/start.js";
import { BELOW, callsOf, leaks, PLANTED, QUOTED } from "./planted.js";

const HARMLESS = new Map([
  ["router.passwordManager.migrated", "true"],
  ["router.keyBackupDir", "keyBackup"],
  ["plain.setting", "shown"],
]);
const ADDRESSES = [
  ["router.net.ssu.hostname", SECRET_VALUES["a login in an address"]],
  ["router.net.ssu.detectedip", SECRET_VALUES["a key in hexadecimal"]],
] as const;
const OPERATOR = { address: "local", access: "operator" } as const;

let dir: string;
let service: Service;
const logged: string[] = [];
const received: string[] = [];
const tokens = new Map<string, string>();
const receiver = createServer(async (request, response) => {
  let body = JSON.stringify(request.headers);
  for await (const part of request) body += part;
  received.push(body);
  response.end();
});

/** A simulated router that quotes secrets wherever a router can say something. */
async function talkative(storage: {
  load(): Promise<string | undefined>;
  save(text: string): Promise<void>;
}) {
  const simulator = new Simulator({ seed: 1, clock: systemClock, storage });
  const said = QUOTED.join("\n");
  const router: Router = {
    kind: "simulator",
    simulated: true,
    start: () => simulator.start(),
    close: () => simulator.close(),
    onCrash: (listener) => listener(said),
    read: async (signal) => ({
      ...(await simulator.read(signal)),
      note: said,
      phase: { name: "crashed", report: { cause: said, lines: QUOTED } },
    }),
    lifecycle: () => Promise.reject(new RouterUnavailable(said, "failed")),
    reseed: () => Promise.reject(new RouterUnavailable(said, "failed")),
    install: () => Promise.resolve(said),
    rate: () => Promise.reject(new RouterUnavailable(said, "failed")),
    settings: {
      network: async () => {
        const { values, ...view } = await simulator.settings.network();
        return { ...view, values: new Map([...values, ...ADDRESSES]) };
      },
      writeNetwork: () => Promise.reject(new SettingRefused(said)),
      all: () => simulator.settings.all(),
      writeAll: (change, permit) => simulator.settings.writeAll(change, permit),
    },
  };
  return router;
}

async function ask(method: string, params: object, from: object = { address: "192.0.2.7" }) {
  const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const { text, afterwards } = await service.answer(request, from as typeof OPERATOR);
  afterwards?.();
  return text;
}
const asOperator = async (method: string, params: object) =>
  JSON.parse(await ask(method, params, OPERATOR)) as { readonly result: { readonly [name: string]: never } };

beforeAll(async () => {
  dir = scratch();
  const log = (...given: unknown[]) => void logged.push(JSON.stringify(given));
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const routerLog = join(dir, "router.log");
  const audited = [...PLANTED].map(([name, value]) => JSON.stringify({ name, old: value, new: value }));
  const named = QUOTED.map((line) => line.replace(" = ", " is now "));
  writeFileSync(routerLog, `${[...QUOTED, ...named, ...audited].join("\n")}\n`);
  let later = 0;
  const open = () =>
    start({
      clock: { now: () => Date.now() + later },
      dataDir: dir,
      flags: {
        "metrics.enabled": "true",
        "notify.webhook": `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      },
      log: { debug: log, info: log, warn: log, error: log, fatal: log } as unknown as Log,
      makeRouter: (_settings, storage) => talkative(storage("simulator")) as never,
      routerFiles: async () => ({ log: { file: routerLog }, secrets: [], backup: [] }),
    });
  service = await open();
  // An alert is sent when its cause is still there after a while.
  await service.stop();
  later = 3_600_000;
  service = await open();
  await asOperator("ServiceControl", { "svccontrol.password": "a password for tests" });
  const set = Object.fromEntries([...PLANTED, ...HARMLESS]);
  const before = Object.fromEntries([...PLANTED].map(([name, value]) => [name, `${value} ${value}`]));
  await asOperator("AdvancedSettings", { set: before });
  await asOperator("AdvancedSettings", { set });
  for (const scope of BELOW) {
    const { result } = await asOperator("pilothouse.createToken", { name: scope, scope });
    tokens.set(scope, String(result["Token"]));
  }
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

const MORE: { readonly [method: string]: readonly object[] } = {
  AdvancedSettings: [...PLANTED.keys()].flatMap((name) => [{ get: name }, { set: { [name]: "x" } }]),
  NetworkSetting: [{ "svc.router.net.bw.in": "77" }],
  "pilothouse.changes": [
    ...[1, 2].flatMap((undo) => [{ undo, preview: true }, { undo }, { undo, force: true }]),
    ...[
      { goTo: 0, part: "advanced" },
      { goTo: 1, part: "advanced", preview: true },
      { from: 2, to: 0 },
    ],
  ],
  "pilothouse.apply": [...PLANTED.keys()].map((name) => ({
    ...{ checksum: "0".repeat(32), restart: "never", advanced: { [name]: "x" } },
  })),
  "pilothouse.notify": [{ test: "webhook" }],
};

describe("A planted secret comes out", () => {
  /** Its own session ends with it. */
  const ENDS = new Set(["pilothouse.logout", "Authenticate"]);
  const methods = SERVICE_METHOD_NAMES.filter((name) => !ENDS.has(name));

  it.each(BELOW.flatMap((scope) => methods.map((method) => [method, scope] as const)))(
    "nowhere in %s with the scope %s",
    async (method, scope) => {
      const Token = tokens.get(scope);
      for (const params of [...callsOf(method), ...(MORE[method] ?? [])])
        expect(leaks(await ask(method, { Token, ...params }))).toBeUndefined();
    },
  );

  it("not in metrics, in the service's own log, or in what a receiver of notifications is sent", async () => {
    const headers = { Authorization: `Bearer ${tokens.get("read")}` };
    const { status, text } = await send(`${service.https}metrics`, { headers });
    expect([status, leaks(text)]).toEqual([200, undefined]);
    await expect.poll(() => received.some((body) => body.includes("alert"))).toBe(true);
    expect(leaks(received.join())).toBeUndefined();
    expect(logged.join()).toContain("audit: AdvancedSettings");
    expect(logged.map(leaks).filter(Boolean)).toEqual([]);
  });

  it("not in a line of a report", () => {
    const redactor = new Redactor({ secrets: [], hosts: [], users: [], homes: [] });
    for (const line of QUOTED) expect(leaks(redactor.line(line))).toBeUndefined();
    expect(leaks(redactor.text(QUOTED.join("\n")))).toBeUndefined();
  });

  it("with the scope of everything, and nothing of it was lost or changed meanwhile", async () => {
    const { result } = await asOperator("AdvancedSettings", { getAll: null });
    expect(result["getAll"]).toMatchObject(Object.fromEntries([...PLANTED, ...HARMLESS]));
  });

  it("not, while other settings are shown and changed", async () => {
    const { result } = JSON.parse(
      await ask("AdvancedSettings", { Token: tokens.get("settings"), getAll: null }),
    );
    expect(result.getAll).toMatchObject(Object.fromEntries(HARMLESS));
    const set = { "router.passwordManager.migrated": "false", "plain.setting": "x" };
    expect(await ask("AdvancedSettings", { Token: tokens.get("settings"), set })).toContain("result");
  });

  it("not as what stands for it: that is refused as a value", async () => {
    for (const params of [{ set: { "http.pass": "(hidden)" } }, { setAll: { x: "http://(hidden)@host/" } }])
      expect(await ask("AdvancedSettings", params, OPERATOR)).toMatch(/-32602.*stands for a secret/);
  });
});
