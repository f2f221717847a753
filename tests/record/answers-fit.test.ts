import type { Router } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import { SERVICE_METHOD_NAMES } from "@pilothouse/protocol";
import type { Service } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { javaRouter } from "../../packages/drivers/src/upstream/testing/fixtures.js";
import { callsOf } from "../attacks/access/planted.js";
import { misfits } from "../support/fits-schema.js";
import { start } from "../support/start.js";

const OPERATOR = { address: "local", access: "operator" } as const;
/** They end something, or take a password to do so. */
const ENDS = new Set(["pilothouse.logout", "Authenticate", "pilothouse.setup"]);

interface Made {
  readonly clock: TestClock;
  readonly router: Router;
  close(): Promise<void>;
}

const ROUTERS: { readonly [name: string]: () => Promise<Made> } = {
  simulated: async () => {
    const clock = new TestClock();
    const storage = { load: async () => undefined, save: async () => {} };
    return { clock, router: new Simulator({ seed: 1, clock, storage }), close: async () => {} };
  },
  "Java I2P's": async () => {
    const { clock, router, double } = await javaRouter();
    return { clock, router, close: () => double.close() };
  },
};

describe.each(Object.keys(ROUTERS))("what a service with a %s router answers", (name) => {
  let made: Made;
  let service: Service;
  let schemas: ReadonlyMap<string, object>;

  async function ask(method: string, params: object = {}) {
    const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const { text, afterwards } = await service.answer(request, OPERATOR);
    afterwards?.();
    return JSON.parse(text) as { readonly result?: never; readonly error?: object };
  }

  beforeAll(async () => {
    made = await (ROUTERS[name] as () => Promise<Made>)();
    const { clock, router } = made;
    service = await start({ dataDir: scratch(), clock, makeRouter: () => router });
    clock.ms += 60_000.4;
    const { methods } = (await ask("rpc.discover")).result as unknown as {
      readonly methods: readonly { readonly name: string; readonly result: { readonly schema: object } }[];
    };
    schemas = new Map(methods.map((one) => [one.name, one.result.schema]));
    await ask("NetworkSetting", { "svc.router.net.bw.in": "77" });
    await ask("RouterManager", { RestartGraceful: null });
  });
  afterAll(async () => {
    await service.stop();
    await made.close();
  });

  it("to pilothouse.status fits also while the router waits for its tunnels to end", async () => {
    const status = async () => (await ask("pilothouse.status")).result as unknown as object;
    await expect.poll(status).toMatchObject({ phase: "draining", until: expect.any(Number) });
    expect(misfits(schemas.get("pilothouse.status") ?? {}, await status())).toEqual([]);
  });

  it.each(SERVICE_METHOD_NAMES.filter((method) => !ENDS.has(method)))(
    "to %s fits what rpc.discover says of it",
    async (method) => {
      const schema = schemas.get(method) ?? {};
      for (const params of callsOf(method)) {
        const { result, error } = await ask(method, params);
        expect(error ?? misfits(schema, result)).toEqual(error ?? []);
        made.clock.ms += 1_000.4;
      }
    },
  );
});
