import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSettings } from "../../packages/drivers/src/i2pd/config/conf.js";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { report } from "../attacks/figures.js";
import { SLICE, times } from "../attacks/long.js";
import { Managed } from "./saved/managed.js";
import { DEADLY, HELD, Model } from "./saved/model.js";

const RUNS = times(1, 40);
/** How often the router is started again in a run. */
const ROUNDS = 4;

const NAMES = ["limits.transittunnels", "share", "http.pass", "bandwidth"] as const;
const value = fc.integer({ min: 10, max: 99 }).map(String);
const write = fc.oneof(
  fc.record({ by: fc.constant("net" as const), name: fc.constantFrom(...Object.keys(HELD)), value }),
  fc.record({
    by: fc.constantFrom("set" as const, "setAll" as const),
    name: fc.constantFrom(...NAMES),
    value,
  }),
  fc.record({ by: fc.constant("undo" as const), name: fc.constant(""), value }),
);
const deadly = fc.record({ by: fc.constant("deadly" as const), name: fc.constant(""), value });
const writes = fc.array(fc.oneof({ weight: 7, arbitrary: write }, { weight: 1, arbitrary: deadly }), {
  minLength: 1,
  maxLength: 3,
});
const edit = fc.record({
  kind: fc.constantFrom("none", "good", "refused", "deadly"),
  name: fc.constantFrom("limits.transittunnels", "share", "ntcp2.port", "loglevel"),
  value,
});
const round = fc.record({
  first: writes,
  edit,
  after: writes,
  turn: fc.constantFrom("restart", "kill", "kill while it starts", "kill the service"),
});

type Write = typeof writes extends fc.Arbitrary<(infer W)[]> ? W : never;

async function undoLast(managed: Managed, model: Model): Promise<void> {
  const [last] = await managed.changes();
  if (last === undefined) return;
  const before = await managed.file();
  if ((await managed.call("pilothouse.changes", { undo: last.id, force: true })) === undefined) return;
  const after = await managed.file();
  for (const name of new Set([...before.keys(), ...after.keys()]))
    if (before.get(name) !== after.get(name)) model.answered(name, after.get(name) ?? null);
}

/** What is refused changes nothing, such as all writes while i2pd does not take the file. */
async function make(managed: Managed, model: Model, { by, name, value }: Write): Promise<void> {
  if (by === "undo") return undoLast(managed, model);
  if (by === "net") {
    const done = await managed.call("NetworkSetting", { [name]: value });
    if (done !== undefined) model.answered(HELD[name] ?? "", value);
    return;
  }
  const { getAll } = (await managed.call("AdvancedSettings", { getAll: null })) as { getAll: object };
  const set = by === "deadly" ? DEADLY : { [name]: value };
  const params = by === "setAll" ? { setAll: { ...getAll, ...set } } : { set };
  if ((await managed.call("AdvancedSettings", params)) === undefined) return;
  // Whoever replaces everything answers for everything.
  for (const [one, wanted] of Object.entries(by === "setAll" ? { ...getAll, ...set } : set))
    model.answered(one, wanted);
}

/** Whether i2pd no longer starts with the file. */
async function byHand(
  managed: Managed,
  model: Model,
  { kind, name, value }: { kind: string; name: string; value: string },
) {
  if (kind === "none") return false;
  if (kind === "good") {
    await managed.edit((text) => withSettings(text, new Map([[name, name === "loglevel" ? "warn" : value]])));
    model.edited(name, name === "loglevel" ? "warn" : value);
    return false;
  }
  await managed.edit((text) =>
    kind === "refused" ? `nonsense = 1\n${text}` : withSettings(text, new Map(Object.entries(DEADLY))),
  );
  return true;
}

async function turned(managed: Managed, turn: string): Promise<void> {
  if (turn === "kill the service") await managed.killService();
  if (turn === "restart" || turn === "kill the service") await managed.restart();
  else await managed.kill(turn === "kill while it starts");
}

describe("What was answered as saved", () => {
  let network: TestNetwork;
  beforeAll(async () => {
    network = await TestNetwork.alone();
  });
  afterAll(() => network.down());

  it(
    "is read, in the file and on record the same, or lost with an event, whatever is edited, restarted and killed",
    async () => {
      let starts = 0;
      const property = fc.asyncProperty(
        fc.array(round, { minLength: ROUNDS, maxLength: ROUNDS }),
        async (rounds) => {
          const managed = await Managed.make(network);
          try {
            const model = new Model();
            for (const { first, edit, after, turn } of rounds) {
              for (const one of first) await make(managed, model, one);
              const bad = await byHand(managed, model, edit);
              for (const one of after) await make(managed, model, one);
              await turned(managed, turn);
              await model.started(managed, bad);
              await model.check(managed);
              starts++;
            }
          } finally {
            await managed.dispose();
          }
        },
      );
      // Real routers take too long to look for a shorter example.
      await fc.assert(property, { seed: 20_261_117 + SLICE, numRuns: RUNS, endOnFailure: true });
      expect(starts).toBe(RUNS * ROUNDS);
      report("settings written, edited and rolled back", { runs: RUNS, starts });
    },
    60_000 + RUNS * ROUNDS * 60_000,
  );
});
