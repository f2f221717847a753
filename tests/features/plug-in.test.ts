import { type Feature, NODE } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { start } from "../support/start.js";

/** A feature that no package of the service knows of. */
const summary: Feature<{ readonly version: string }, object, "fleet.summary"> = {
  name: "summary",
  open: ({ version }) => ({ provides: {}, handlers: { "fleet.summary": () => ({ version }) as never } }),
};

it("a service answers, and lists, what a feature adds from outside", async () => {
  const dataDir = scratch();
  const service = await start({ dataDir, features: NODE.with(summary) });
  onTestFinished(async () => {
    await service.stop();
  });
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "rpc.discover", params: {} });
  const answer = await service.answer(text, { address: "local", access: "operator" });
  expect(answer.text).toContain('"name":"fleet.summary"');
});
