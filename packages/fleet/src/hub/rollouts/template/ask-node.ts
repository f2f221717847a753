import type { Clock } from "@pilothouse/drivers/port";
import {
  codedTextOf,
  isObject,
  METHODS,
  NETWORK_KEYS,
  parseJson,
  reason,
  wireKey,
} from "@pilothouse/protocol";
import { type HubBus, type NodeId, NodeRefused } from "../../../bus/hub-bus.js";
import { saidByNode } from "../../../bus/said.js";

const LIFE_MS = 20_000;
const TIMEOUT_MS = 10_000;
/** How many nodes are asked at a time. */
const AT_ONCE = 32;

export interface Asking {
  readonly bus: Pick<HubBus, "call">;
  readonly clock: Clock;
  readonly by: string;
}

export interface NodeSettings {
  readonly network: ReadonlyMap<string, string | null>;
  /** Limits that its traffic budget has lowered, as they were set. */
  readonly lowered: ReadonlyMap<string, string>;
  readonly advanced: ReadonlyMap<string, string>;
  /** Options of tunnels by `NAME.Option`, where they were asked for. */
  readonly tunnels: ReadonlyMap<string, string>;
}

/** What a node has now, by its own word. Rejects with why it cannot be asked. */
export async function askSettings(
  { bus, clock, by }: Asking,
  node: NodeId,
  also: "tunnels" | undefined = undefined,
): Promise<NodeSettings> {
  const onWire = NETWORK_KEYS.map((key) => [key, wireKey(METHODS.NetworkSetting, key)] as const);
  const request = (id: number, method: string, params: object) => ({ jsonrpc: "2.0", id, method, params });
  const text = JSON.stringify([
    request(1, "NetworkSetting", Object.fromEntries(onWire.map(([, wire]) => [wire, null]))),
    request(2, "AdvancedSettings", { getAll: null }),
    request(3, "pilothouse.traffic", {}),
    ...(also === undefined ? [] : [request(4, "pilothouse.tunnels", {})]),
  ]);
  const command = { text, by, scope: "read", expires: clock.now() + LIFE_MS } as const;
  const answers = parseJson(await bus.call(node, command, { timeoutMs: TIMEOUT_MS }));
  const [network, advanced, traffic, tunnels] = Array.isArray(answers) ? answers.map(resultOf) : [];
  if (network === undefined || !isObject(advanced?.["getAll"])) throw notUnderstood();
  return {
    network: new Map(onWire.map(([key, wire]) => [key, textOf(network[wire])])),
    lowered: new Map(loweredIn(traffic?.["budget"])),
    advanced: new Map(Object.entries(advanced["getAll"]).map(([name, value]) => [name, String(value)])),
    tunnels: new Map(optionsIn(tunnels?.["tunnels"])),
  };
}

function* loweredIn(budget: unknown): Iterable<readonly [string, string]> {
  if (!isObject(budget) || !isObject(budget["own"]) || !isObject(budget["now"])) return;
  for (const [name, own] of Object.entries(budget["own"]))
    if (typeof own === "number" && own !== budget["now"][name]) yield [`router.net.bw.${name}`, String(own)];
}

function* optionsIn(tunnels: unknown): Iterable<readonly [string, string]> {
  for (const tunnel of Array.isArray(tunnels) ? tunnels : [])
    if (isObject(tunnel) && isObject(tunnel["options"]))
      for (const [option, value] of Object.entries(tunnel["options"]))
        yield [`${tunnel["name"]}.${option}`, String(value)];
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

function resultOf(answer: unknown): { readonly [key: string]: unknown } {
  if (isObject(answer) && isObject(answer["result"])) return answer["result"];
  const { message, data } = isObject(answer) && isObject(answer["error"]) ? answer["error"] : {};
  throw typeof message === "string" ? new NodeRefused(saidByNode(message, data)) : notUnderstood();
}

const notUnderstood = () => new NodeRefused(codedTextOf(reason("rollout.noAnswer")));

/** Does something for each, a few at a time, and keeps the order. */
export async function forEach<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return results;
}
