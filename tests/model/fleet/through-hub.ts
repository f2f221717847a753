import { setTimeout as sleep } from "node:timers/promises";
import type { Launch } from "../../blackbox/process.js";
import type { Hub } from "../port/hub.js";
import {
  type Ability,
  type Answer,
  type Caller,
  OPERATOR,
  type Params,
  type System,
} from "../port/system.js";
import { canOf, OverHttps } from "../process/over-https.js";
import { simulatorBeside } from "../process/simulator.js";
import { HubProcess } from "./hub-process.js";

const NODE = "attic";
const AGAIN = 50;
const PATIENCE = 120_000;
/** What the hub answers for itself: its tokens are not the node's. */
const OWN: ReadonlySet<string> = new Set(["Authenticate", "pilothouse.logout", "pilothouse.setup"]);
/** Nodes spread their connections over ten seconds; this is the only one. */
const HASTE = "--import=data:text/javascript,const%20random=Math.random;Math.random=()=>random()/50";

/**
 * The same as any service in a process of its own, but that it belongs to a hub, and so cannot leave or join one. For the
 * key of a tunnel the owner of a hub needs the password of the node, which nobody does at the node itself.
 */
export const CAN: ReadonlySet<Ability> = new Set(
  [...canOf(simulatorBeside()), "hub" as const].filter((one) => !["fleet", "budget", "keys"].includes(one)),
);

interface Options extends Pick<Launch, "program"> {
  readonly lag?: number;
}

/**
 * A node in a process of its own, and its hub in another. The operator's calls go through the hub, by the owner of its
 * data directory, and those of the hub's people and programs too. The node's own password and tokens are unknown to
 * the hub: who has them calls the node itself. While the node is cut off, so does the operator.
 */
export class ThroughHub implements System {
  readonly can = CAN;
  readonly hub: Hub;

  private constructor(
    readonly process: HubProcess,
    readonly node: OverHttps,
    readonly lag: number,
  ) {
    this.hub = {
      node: NODE,
      call: (method, params, from) => process.call(method, params, from),
      notices: () => process.receiver.got,
      restart: () => this.#again("SIGTERM"),
      kill: () => this.#again("SIGKILL"),
      killBus: async () => {
        process.killBus();
        await this.#met();
      },
      killDuring: (victim, { method, params }, ms) => this.#killDuring(victim, method, params, ms),
      cut: (isCut) => this.#cut(isCut),
    };
  }

  static async start({ lag = 30_000, ...launch }: Options = {}): Promise<ThroughHub> {
    const router = simulatorBeside();
    const [hub, node] = await Promise.all([
      HubProcess.start(launch),
      OverHttps.start({ ...router, launch: { ...router.launch, env: { NODE_OPTIONS: HASTE } } }),
    ]);
    const system = new ThroughHub(hub, node, lag);
    const { result } = await hub.call("fleet.invite", {}, OPERATOR);
    const joined = await node.call("pilothouse.join", { token: result?.["token"], name: NODE }, OPERATOR);
    if (joined.result === undefined) throw new Error(`the node cannot join: ${joined.text}`);
    await system.#met();
    return system;
  }

  get driver() {
    return this.node.driver;
  }

  get webhook(): string {
    return this.node.webhook;
  }

  call(method: string, params: Params, from?: Caller): Promise<Answer> {
    const isAtHub = typeof from === "object" || (from === OPERATOR && !this.process.line.isCut);
    return isAtHub && !(from === OPERATOR && OWN.has(method))
      ? this.process.call(method, params, from, `/nodes/${NODE}/`)
      : this.node.call(method, params, from);
  }

  async settled(): Promise<void> {}
  metrics = () => this.node.metrics();
  notices = () => this.node.notices();
  configuration = () => this.node.configuration();
  revision = () => undefined;
  now = () => this.node.now();
  ticks = () => this.node.ticks();
  pass = (ms: number) => this.node.pass(ms);
  setClock = () => this.node.setClock();
  reload = (configured: Params) => this.node.reload(configured);
  fillDisk = () => this.node.fillDisk();
  backup = () => this.node.backup();
  edit = (change: Parameters<System["edit"]>[0]) => this.node.edit(change);
  crash = () => this.node.crash();
  hang = (hung: boolean) => this.node.hang(hung);
  refuseNotices = (refuses: boolean) => this.node.refuseNotices(refuses);

  async restart(): Promise<void> {
    await this.node.restart();
    await this.#met();
  }

  async kill(): Promise<void> {
    await this.node.kill();
    await this.#met();
  }

  async restore(backup: unknown): Promise<void> {
    await this.node.restore(backup);
    await this.#met();
  }

  async close(): Promise<void> {
    await this.node.close();
    await this.process.close();
  }

  async #again(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    await this.process.stop(signal);
    await this.process.startAgain();
    await this.#met();
  }

  async #cut(isCut: boolean): Promise<void> {
    this.process.line.isCut = isCut;
    if (isCut) await this.#until("the hub cannot reach the node", async () => !(await this.#isReached()));
    else await this.#met();
  }

  async #killDuring(victim: "hub" | "bus", method: string, params: Params, ms: number) {
    const answer = this.call(method, params, OPERATOR).catch(() => undefined);
    await sleep(ms);
    await (victim === "hub" ? this.hub.kill() : this.hub.killBus());
    return await answer;
  }

  /** Unless it is cut off, the hub reaches the node, and knows so. */
  async #met(): Promise<void> {
    if (this.process.line.isCut) return;
    await this.#until("the hub reaches the node", () => this.#isReached());
    await this.#until("the hub has heard of the node", async () => {
      const { result } = await this.process.call("fleet.node", { node: NODE }, OPERATOR);
      return (result?.["node"] as Params | undefined)?.["state"] === "online";
    });
  }

  async #isReached(): Promise<boolean> {
    const { result } = await this.process.call("Echo", { Echo: "x" }, OPERATOR, `/nodes/${NODE}/`);
    return result !== undefined;
  }

  async #until(what: string, holds: () => Promise<boolean>): Promise<void> {
    for (const end = performance.now() + PATIENCE; !(await holds()); await sleep(AGAIN))
      if (performance.now() > end) throw new Error(`timed out waiting until ${what}`);
  }
}
