import { describe, expect, it } from "vitest";
import { report } from "../attacks/figures.js";
import { times } from "../attacks/long.js";
import { CAN, ThroughHub } from "./fleet/through-hub.js";
import { FIRST_PASSWORD } from "./process/over-https.js";
import { DEAR, play, playRandomly, type Step } from "./run/run.js";

const make = async () => ({ system: await ThroughHub.start(), password: FIRST_PASSWORD });

/** What takes some seconds until hub and node have met again. */
const SLOW = [
  "the node is cut off from the bus",
  "restart the hub",
  "kill -9 of the hub",
  "kill -9 of the bus",
  "kill -9 of the hub or the bus while settings are saved",
  "wait until the hub shows the node as it is",
  "wait until the hub must have missed the node",
];

const account = (name: string, site?: string): Step => [
  "make or change an account of the hub, and log in",
  { who: 0, name, role: "operator", ...(site !== undefined && { site }) },
];
const queued = (who: number, value: number): Step => [
  "queue a call at the hub",
  { who, some: [[0, value]], restart: false },
];
/** One call of each kind of grant waits; what a token, a removed account and one that is limited to a site ordered is refused. */
const WAITING: readonly Step[] = [
  ["label the node at the hub", { who: 0, site: "ams" }],
  account("bert", "ams"),
  account("anna"),
  ["make a token of the hub", { name: "panel", scope: "settings" }],
  ["the node is cut off from the bus", {}],
  ...[0, 1, 2, 3].map((who) => queued(who, who)),
  ["save network settings", { who: 1, some: [[0, 0]] }],
  ["kill -9 of the hub", {}],
  ["revoke a token of the hub", { who: 0, name: "panel" }],
  ["remove an account of the hub", { who: 0, name: "anna" }],
  ["label the node at the hub", { who: 0, site: "fra" }],
  ["the node reaches the bus again", {}],
  ["wait until the hub shows the node as it is", {}],
];

describe("the model, through a hub to a node", () => {
  it("holds where calls wait for a node that is away, and lose their authority", () => play(make, WAITING));

  it("holds in random sequences", { timeout: 48 * 3_600_000 }, async () => {
    const figures = await playRandomly(make, CAN, times(80, 20_000), [...DEAR, ...SLOW]);
    report("the model through a hub", figures);
    expect(figures.steps).toBeGreaterThan(0);
  });
});
