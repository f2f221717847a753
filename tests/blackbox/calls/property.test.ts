import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, type Envelope, type Fields, PASSWORD, send, tokenFor } from "../wire.js";

/** A failure prints its seed; PROPERTY_SEED runs it again. */
const SEED = Number(process.env["PROPERTY_SEED"] ?? 20_260_601);
const runs = (numRuns: number) => ({ seed: SEED, numRuns, interruptAfterTimeLimit: 20_000 });

const CODES = new Set([
  -32700, -32600, -32601, -32602, -32001, -32002, -32003, -32004, -32005, -32006, -32007, -32000,
]);
const METHODS = [
  "Authenticate",
  "RouterInfo",
  "GetRate",
  "RouterManager",
  "NetworkSetting",
  "AdvancedSettings",
  "Echo",
  "ServiceControl",
  "I2PControl",
  "rpc.discover",
  "pilothouse.webapps",
];
/** Names and values that get past the first checks more often than chance would; no password is among them. */
const NAMES = [
  "API",
  "Password",
  "Stat",
  "Period",
  "Echo",
  "set",
  "setAll",
  "Set",
  "get",
  "getAll",
  "Restart",
  "Reseed",
  "FindUpdates",
  "Update",
  "RestartGraceful",
  "ShutdownGraceful",
  "svc.router.uptime",
  "i2p.router.status",
  "svc.router.net.bw.in",
  "i2p.router.net.ntcp.port",
  "svc.router.net.ssu.hostname",
  "svc.router.net.ssu.detectedip",
  "svccontrol.port",
  "name",
  "running",
  "autostart",
  "__proto__",
  "constructor",
];
const LIKELY = [null, true, false, "", "1", "0", "65536", "true", "example.org", "bw.sendRate", 1, "jsonrpc"];

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...LIKELY) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), { maxKeys: 4 }),
  },
);
const params = fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: "binary" })), value, {
  maxKeys: 5,
  noNullPrototype: true,
});

let here: Here;
beforeAll(async () => {
  here = await startHere();
  here.clock.advance(60_000);
});

/** Whether this is a success or a failure as the interface has them, and nothing beside. */
function expectEnvelope(answer: Envelope): void {
  expect(answer.jsonrpc).toBe("2.0");
  expect(answer.id === null || ["string", "number"].includes(typeof answer.id)).toBe(true);
  if (answer.error === undefined) {
    expect(Object.keys(answer)).toEqual(["jsonrpc", "id", "result"]);
    expect(typeof answer.result).toBe("object");
  } else {
    expect(Object.keys(answer)).toEqual(["jsonrpc", "id", "error"]);
    expect(CODES).toContain(answer.error.code);
    expect(answer.error.message).toMatch(/^[A-Z]/);
  }
}

function expectAnswer(text: string): void {
  const answer = JSON.parse(text) as Envelope | Envelope[];
  const all = Array.isArray(answer) ? answer : [answer];
  expect(all.length).toBeGreaterThan(0);
  for (const one of all) expectEnvelope(one);
}

const settings = async () => (await here.ask("AdvancedSettings", { getAll: "" })).text;

/** Sends a call; when it fails, the settings are as they were. */
async function expectWholeOrNothing(method: string, sent: Fields): Promise<void> {
  const before = await settings();
  // Own members even where a name is `__proto__`, and never the token under a generated name.
  const text = callText(method, { ...sent, Token: here.token });
  const { text: answer, afterwards } = await here.answer(text);
  afterwards();
  expectAnswer(answer);
  if ("error" in (JSON.parse(answer) as Envelope)) expect(await settings()).toBe(before);
}

describe("For any input, the answer is an envelope:", () => {
  it("any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (text) => {
        expectAnswer((await here.answer(text)).text);
      }),
      runs(150),
    );
  });

  it("any JSON value", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), async (text) => {
        const before = await settings();
        expectAnswer((await here.answer(text)).text);
        expect(await settings()).toBe(before);
      }),
      runs(150),
    );
  });

  it("anything that looks like a request, or a batch of such", async () => {
    const request = fc.record(
      {
        jsonrpc: fc.oneof(
          { weight: 5, arbitrary: fc.constant("2.0") },
          { weight: 1, arbitrary: fc.jsonValue() },
        ),
        id: fc.oneof(fc.integer(), fc.double(), fc.string({ unit: "binary" }), fc.jsonValue()),
        method: fc.oneof(fc.constantFrom(...METHODS, "pilothouse.logout"), fc.string(), fc.jsonValue()),
        params: fc.oneof(params, fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    const body = fc.oneof(request, fc.array(request, { maxLength: 60 }));
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const before = await settings();
        expectAnswer((await here.answer(JSON.stringify(sent))).text);
        expect(await settings()).toBe(before);
      }),
      runs(150),
    );
  });

  it("any bytes, over HTTPS", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 100 }), fc.json()), async (body) => {
        const { status, body: text, headers } = await send(here.https, body);
        expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
        expectAnswer(text);
      }),
      runs(50),
    );
  });
});

describe("With any parameters, a call is carried out or changes nothing:", () => {
  it.each(METHODS)("%s", async (method) => {
    await fc.assert(
      fc.asyncProperty(params, (sent) => expectWholeOrNothing(method, sent)),
      runs(60),
    );
  });

  it("NetworkSetting with any strings for its keys", async () => {
    const keys = NAMES.filter((name) => name.includes("router.net"));
    const strings = fc.dictionary(
      fc.constantFrom(...keys),
      fc.oneof(fc.constantFrom("5", "", "a.b"), fc.string()),
    );
    await fc.assert(
      fc.asyncProperty(strings, (sent) => expectWholeOrNothing("NetworkSetting", sent)),
      runs(150),
    );
  });

  it("AdvancedSettings with any maps, which it gives back as they were", async () => {
    const text = fc.string({ unit: "binary", maxLength: 30 });
    const map = fc.dictionary(text, text, { maxKeys: 5, noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(map, async (setAll) => {
        await expectWholeOrNothing("AdvancedSettings", { setAll });
        const { text: answer } = await here.ask("AdvancedSettings", { setAll, getAll: "" });
        const { result } = JSON.parse(answer) as Envelope;
        if (result !== undefined) expect(result["getAll"]).toEqual(setAll);
      }),
      runs(150),
    );
  });

  it("and after all that the same service serves the same password", async () => {
    expect(await tokenFor(here.https, PASSWORD)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await here.call("Echo", { Echo: "still here" })).result).toEqual({ Result: "still here" });
  });
});
