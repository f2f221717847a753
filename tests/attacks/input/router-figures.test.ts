import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "@pilothouse/drivers/port";
import { atTheEnd } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { Upstream } from "../../../packages/drivers/src/upstream/router.js";
import { send } from "../../blackbox/wire.js";
import { openTarget, type Target } from "../target.js";

/** What a hostile router reports, as JSON: all of its figures are this, and its texts this long. */
interface Lie {
  readonly figure: string;
  readonly text: string;
}

const TEXTS = /\.(status|version)$/;

/** Another server of the interface, which lies. */
async function lyingServer(lie: Lie): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { id, method, params } = JSON.parse(text);
    const figures = Object.keys(params).flatMap((key) =>
      key === "Token" ? [] : [`"${key}":${TEXTS.test(key) ? lie.text : lie.figure}`],
    );
    const result = method === "Authenticate" ? '"API":1,"Token":"x"' : figures.join();
    response.end(`{"jsonrpc":"2.0","id":${id},"result":{${result}}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atTheEnd(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function lookAt(target: Target) {
  const page = await send(target.https, "", {
    ...{ path: "/metrics", method: "GET", headers: { Authorization: `Bearer ${target.token}` } },
  });
  expect([page.status, page.body]).toEqual([
    200,
    expect.stringMatching(/^pilothouse_metrics_left_out\S* 0$/m),
  ]);
  for (const [, value] of page.body.matchAll(/^[^#\s]+(?:\{[^\n]*\})? (\S+)$/gm))
    expect(Number(value)).toSatisfy((figure: number) => figure >= 0 && figure <= 2 ** 53);
  expect(Math.max(...page.body.split("\n").map((line) => line.length))).toBeLessThan(300);
  const { result: traffic } = await target.call("pilothouse.traffic");
  expect([traffic["today"], traffic["all"]]).toEqual([BYTES, BYTES]);
  const { result: history } = await target.call("pilothouse.history", {
    ...{ from: target.clock.now() - 60_000, to: target.clock.now(), points: 60 },
  });
  const values = (history["series"] as { readonly values: readonly (number | null)[] }[]).flatMap(
    (one) => one.values,
  );
  expect(values.every((value) => value === null || (value >= 0 && value <= 2 ** 53 * 1_000))).toBe(true);
  const rate = await target.call("GetRate", { Stat: "bw.recvRate", Period: 60_000 });
  expect(Number.isFinite(rate.result["Result"])).toBe(true);
  const info = await target.call("RouterInfo", INFO);
  expect(info.code).toBeUndefined();
  expect(String(info.result["svc.router.version"] ?? "")).toMatch(/^[ -~]{0,64}$/);
  return info.result;
}

const INFO = Object.fromEntries(
  ["version", "uptime", "net.status", "net.total.received.bytes", "net.bw.inbound.1s"].map((name) => [
    `svc.router.${name}`,
    "",
  ]),
);
const safe = expect.toSatisfy((value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0);
const BYTES = { received: safe, sent: safe };

describe("A router with impossible figures", () => {
  it("breaks neither answers nor metrics nor totals, now or after a restart", {
    timeout: 120_000,
  }, async () => {
    const lie = { figure: "1000", text: '"2.10.0"' };
    const url = await lyingServer(lie);
    const target = await openTarget({
      makeRouter: () =>
        new Upstream({
          url,
          password: "x",
          dialect: "java",
          clock: systemClock,
          log: () => {},
          timeout: 60_000,
          patience: 60_000,
        }),
    });
    for (const [figure, text] of [
      ["2000", '"2.10.0"'],
      ["1e308", `"${"9".repeat(200_000)}"`],
      ["-5", '"\\u001b[2J\\u202e2.10"'],
      ['"NaN"', "5"],
      ['"Infinity"', "null"],
      ["1e400", "{}"],
      ["9007199254740993", "[[]]"],
      ["null", '""'],
      ['"1e308"', '"2.10.0"'],
      ["3000", '"2.10.0"'],
    ] as const) {
      Object.assign(lie, { figure, text });
      target.clock.advance(2_000);
      await lookAt(target);
    }
    await target.restart();
    expect(await lookAt(target)).toMatchObject({ "svc.router.net.total.received.bytes": 3000 });
  });
});
