import { setImmediate } from "node:timers/promises";
import { textOfReason } from "@pilothouse/protocol";
import type { Grant } from "@pilothouse/server";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { RolloutEngine } from "../engine.js";
import type { EngineOptions } from "../engine-parts.js";
import { createRollout } from "../manage.js";
import {
  DEFAULT_STRATEGY,
  isOver,
  type Rollout,
  readRollout,
  rolloutKey,
  type Strategy,
} from "../rollout.js";
import { PlayedFleet, type PlayedNode, PlayedState } from "./played-fleet.js";

export const grantOf = (name: string): Grant => ({
  ...{ kind: "local", id: null, person: null, version: null, scope: "all", name },
  expires: Number.MAX_SAFE_INTEGER,
});

type Change = (options: EngineOptions) => Partial<EngineOptions>;

/** A fleet, its state, and hubs that run roll-outs on a played clock. */
export class Stage {
  readonly clock = new TestClock(1_800_000_000_000);
  readonly state = new PlayedState();
  readonly fleet: PlayedFleet;
  readonly hubs = new Map<string, RolloutEngine>();
  readonly logged: string[] = [];
  refusal: EngineOptions["authority"]["refusal"] = () => undefined;

  constructor(nodes: number, labels?: (n: number) => PlayedNode["labels"]) {
    this.fleet = new PlayedFleet(this.clock, nodes, labels);
  }

  /** Starts a hub, or one of that name again; `change` puts something between it and its ports. */
  async hub(name: string, change: Change = () => ({})): Promise<RolloutEngine> {
    const options: EngineOptions = {
      state: this.state,
      bus: this.fleet.bus(),
      view: this.fleet,
      clock: this.clock,
      hub: name,
      wantedOf: (document) => (document === undefined ? undefined : JSON.parse(document)),
      authority: { refusal: (grant) => this.refusal(grant), refused: async () => {} },
      log: (message) => this.logged.push(message),
    };
    const engine = new RolloutEngine({ ...options, ...change(options) });
    this.hubs.set(name, engine);
    await engine.start();
    return engine;
  }

  create(
    strategy: Partial<Strategy> = {},
    kind: Rollout["kind"] = "restart",
    document?: string,
    nodes: readonly string[] = [...this.fleet.nodes.keys()],
  ): Promise<Rollout> {
    return createRollout(
      { state: this.state, hub: "hub", now: this.clock.ms },
      {
        kind,
        grant: grantOf("ann"),
        labels: {},
        strategy: { ...DEFAULT_STRATEGY, ...strategy },
        nodes,
        document,
      },
    );
  }

  /** As it is kept, with its reasons as people read them. */
  async read(id: string): Promise<Rollout & { readonly why?: string }> {
    const stored = await this.state.get(rolloutKey(id));
    if (stored === undefined) throw new Error(`There is no roll-out ${id}`);
    const { why, reasons, ...rollout } = readRollout(stored.text);
    const texts = Object.entries(reasons).map(([index, ended]) => [
      index,
      typeof ended === "string" ? ended : textOfReason(ended.why),
    ]);
    return {
      ...rollout,
      ...(why !== undefined && { why: textOfReason(why) }),
      reasons: Object.fromEntries(texts),
    };
  }

  /** Lets seconds pass; each hub looks every `every` seconds. One that hangs does not hold up the others. */
  async pass(seconds: number, every = 1): Promise<void> {
    for (let second = 0; second < seconds; second += every) {
      this.clock.ms += every * 1_000;
      for (const hub of this.hubs.values()) void hub.tick();
      await setImmediate();
    }
  }

  /** Lets time pass until the roll-out is over. */
  async finish(id: string, every = 1, mostSeconds = 20_000): Promise<Rollout> {
    for (let second = 0; second < mostSeconds; second += 5) {
      await this.pass(5, every);
      const rollout = await this.read(id);
      if (isOver(rollout)) return rollout;
    }
    throw new Error(`It is not over: ${JSON.stringify(await this.read(id))}`);
  }

  get restarts(): number[] {
    return [...this.fleet.nodes.values()].map(({ restarts }) => restarts);
  }
}
