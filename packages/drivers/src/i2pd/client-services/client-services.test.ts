import { SERVICE_NAMES } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { Control } from "../control/control.js";
import { recordedRouter } from "../testing/recorded.js";
import { describeServices, fits, type ServiceFacts } from "./client-services.js";

const STARTED = 1_000_000;
const facts = (names: readonly string[], over: Partial<ServiceFacts> = {}): ServiceFacts => ({
  settings: new Map(),
  tunnels: {
    tunnels: names.map((name) => ({ name, server: name.startsWith("s"), address: "" })),
    changed: 1,
    more: false,
  },
  startedAt: STARTED,
  ...over,
});
const many = Array.from({ length: 20 }, (_, index) => `c${index}`);

describe("whether i2pd can be asked for its tunnels", () => {
  it("depends on the length of its answer", () => {
    expect(fits(facts([]))).toBe(true);
    expect(fits(facts(["one", "two", "three"]))).toBe(true);
    expect(fits(facts(many))).toBe(false);
    expect(fits(facts(["x".repeat(400)]))).toBe(false);
  });

  it("is no where it may run with other tunnels than those of the file", () => {
    const { tunnels } = facts([]);
    expect(fits(facts([], { startedAt: undefined }))).toBe(false);
    expect(fits(facts([], { tunnels: { ...tunnels, changed: STARTED } }))).toBe(false);
    expect(fits(facts([], { tunnels: { ...tunnels, more: true } }))).toBe(false);
  });
});

describe("the client services of an i2pd", () => {
  it("are asked for one at a time, and never SAM or many tunnels", async () => {
    const { link, asked } = recordedRouter("2.59.0");
    const never = new AbortController().signal;
    const services = await describeServices(SERVICE_NAMES, facts([...many, "s1"]), new Control(link), never);
    expect(asked.map((text) => Object.keys(JSON.parse(text).params))).toEqual([
      ["HTTPProxy"],
      ["SOCKS"],
      ["BOB"],
      ["I2CP"],
    ]);
    expect(services.SAM).toEqual({ enabled: "true" });
    expect(services.I2PTunnel).toEqual({
      client: Object.fromEntries(many.map((name) => [name, { address: "" }])),
      server: { s1: { address: "" } },
    });
    const clients = await describeServices(["I2PTunnel"], facts(many), new Control(link), never);
    expect(clients.I2PTunnel).toMatchObject({ server: "" });
  });

  it("has SAM switched off where the configuration says so", async () => {
    const { link } = recordedRouter("2.45.1");
    const off = facts([], { settings: new Map([["sam.enabled", "false"]]) });
    const never = new AbortController().signal;
    expect(await describeServices(["SAM"], off, new Control(link), never)).toEqual({
      SAM: { enabled: "false" },
    });
  });
});
