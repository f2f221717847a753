import { createServer } from "node:net";
import { errors } from "@nats-io/nats-core";
import { expect, it } from "vitest";
import { makeNKey } from "../keys/nkey.js";
import { dial } from "./dial.js";
import { longestDelay } from "./reconnect-delay.js";

const JITTER = 10_000;
const after = (failures: number, reason: Error | undefined, isRefused = false) =>
  longestDelay({ failures, reason, isRefused }, JITTER);

it("After a long outage of the server its nodes are back after one jitter, which has not grown", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const reason: Error = await dial({
    ...{ addresses: [`tls://127.0.0.1:${port}`], trust: "system", name: "test" },
    login: { key: makeNKey("user"), jwt: "" },
  }).then(
    () => new Error("somebody listens"),
    (error: Error) => error,
  );
  expect([0, 1, 2, 300].map((failures) => after(failures, reason))).toEqual(Array(4).fill(JITTER));
  expect(after(0, undefined)).toBe(JITTER);
});

it("A server that does not answer in time is asked less and less often, once a minute at least", () => {
  const late = new errors.TimeoutError();
  expect([0, 1, 2, 3, 4, 300].map((failures) => after(failures, late))).toEqual([
    ...[JITTER, JITTER, 20_000, 40_000, 60_000, 60_000],
  ]);
  expect(longestDelay({ failures: 9, reason: late, isRefused: false }, 75_000)).toBe(75_000);
});

it("A node that is refused asks every few minutes", () => {
  const refused = new Error("Authorization Violation");
  expect([1, 2, 3, 4, 300].map((failures) => after(failures, refused, true))).toEqual([
    ...[60_000, 120_000, 240_000, 300_000, 300_000],
  ]);
});
