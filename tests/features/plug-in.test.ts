import { call, FINDING_KEYS, text } from "@pilothouse/protocol";
import {
  type AllFeatures,
  type Feature,
  furtherMethod,
  type Kernel,
  NODE,
  type Service,
} from "@pilothouse/server";
import { makeTable, valueIn } from "@pilothouse/server/settings";
import { every, SettingsError, text as textSetting } from "@pilothouse/system";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { start } from "../support/start.js";

/** What a feature from outside brings besides itself: its settings. */
const table = makeTable(
  [],
  [
    {
      name: "greeting",
      settings: {
        "greeting.word": {
          type: textSetting,
          default: "Hello",
          description: "The word to greet with.",
          live: "rpc",
        },
      },
    },
  ],
);

/** A feature that no package knows of, with a method, a setting and its check, a metric and background work. */
function greeting() {
  const life: string[] = [];
  let greeted = 0;
  let onRound = () => {};
  const worked = new Promise<void>((done) => {
    onRound = done;
  });
  const wordIn = (settings: ReturnType<Kernel["settings"]>) => String(valueIn(settings, "greeting.word"));
  const feature: Feature<Kernel> = {
    check({ settings }) {
      if (wordIn(settings) === "Goodbye") throw new SettingsError("greeting.word wants a word of welcome");
    },
    open({ settings }) {
      let endWork = () => {};
      return {
        provides: {},
        handlers: {},
        more: new Map([
          [
            "example.greet",
            furtherMethod(
              call({
                ...{
                  guard: "token",
                  scope: "read",
                  description: "Greets.",
                  others: "refused",
                  extension: true,
                },
                params: { name: { type: text, description: "Whom." } },
                result: { greeting: { type: text, description: "The greeting." } },
              }),
              ({ name }) => {
                greeted++;
                return { greeting: `${wordIn(settings())} ${name}` };
              },
            ),
          ],
        ]),
        opened: () => {
          life.push("opened");
          endWork = every(1, async () => onRound());
        },
        metrics: (add) =>
          add(
            { example_greetings_total: { counter: true, help: "Greetings.", of: (n) => [[{}, n]] } },
            greeted,
          ),
        stop: () => {
          endWork();
          life.push("stopped");
        },
      };
    },
  };
  return { feature, life, worked };
}

const OPERATOR = { address: "local", access: "operator" } as const;

async function ask(service: Service, method: string, params: object) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return JSON.parse((await service.answer(body, OPERATOR)).text);
}

const metricsOf = async (service: Service) => (await fetch(`${service.http}metrics`)).text();

it("a service serves a feature from outside, and does without it again", async () => {
  const dataDir = scratch();
  const flags = { "metrics.enabled": "true", "metrics.allow_loopback": "true" };

  const { feature, life, worked } = greeting();
  const service = await start({ dataDir, flags, table, features: NODE.with(feature) });
  await worked;
  expect(await ask(service, "example.greet", { name: "Ada" })).toMatchObject({
    result: { greeting: "Hello Ada" },
  });
  expect(await ask(service, "example.greet", { name: 1 })).toMatchObject({ error: { code: -32602 } });
  const { result } = await ask(service, "rpc.discover", {});
  expect(result.methods.map(({ name }: { name: string }) => name)).toContain("example.greet");
  expect(await ask(service, "pilothouse.settings", { set: { "greeting.word": "Goodbye" } })).toMatchObject({
    error: { code: -32602, message: expect.stringContaining("a word of welcome") },
  });
  await ask(service, "pilothouse.settings", { set: { "greeting.word": "Welcome" } });
  expect(await ask(service, "example.greet", { name: "Ada" })).toMatchObject({
    result: { greeting: "Welcome Ada" },
  });
  expect(await metricsOf(service)).toContain('example_greetings_total{router="simulator"} 2');
  await service.stop();
  expect(life).toEqual(["opened", "stopped"]);

  const without = await start({ dataDir, flags });
  expect(await ask(without, "example.greet", { name: "Ada" })).toMatchObject({ error: { code: -32601 } });
  expect(await metricsOf(without)).not.toContain("example_greetings_total");
  expect(JSON.stringify(await ask(without, "pilothouse.settings", {}))).not.toContain("greeting.word");
  await without.stop();
});

it("a service has a check for every finding, from whichever feature", async () => {
  let checked: readonly string[] = [];
  const reader: Feature<AllFeatures> = {
    open: ({ features }) => ({
      provides: {},
      handlers: {},
      start: () => {
        checked = Object.keys(features.findings());
      },
    }),
  };
  const service = await start({ dataDir: scratch(), features: NODE.with(reader) });
  expect([...checked].sort()).toEqual([...FINDING_KEYS].sort());
  await service.stop();
});
