import { ClientError } from "@pilothouse/client";
import { isObject, reason, TUNNEL_OPTIONS, type TunnelOption } from "@pilothouse/protocol";
import {
  NotPossible,
  type RouterTunnels,
  RouterUnavailable,
  type Tunnel,
  type TunnelChange,
  type TunnelPlan,
  TunnelsRolledBack,
  type TunnelsWritten,
} from "../../port.js";
import { serialQueue } from "../../serial-queue.js";
import { unavailable } from "../link/unavailable.js";
import { requirePossible } from "./checked-changes.js";
import { paramsOf, tunnelIn } from "./tunnel-words.js";

/** A call of the server behind ours. */
export type Ask = (
  method: string,
  params: { readonly [name: string]: unknown },
  signal?: AbortSignal,
) => Promise<{ readonly [key: string]: unknown }>;

const ANSWER_WITHIN = 30_000;

/** What the server answers; a server without the method has no such thing. */
export async function asked<T>(what: string, method: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const unknown = error instanceof ClientError && error.name === "methodNotFound";
    throw unknown ? lacking(what, method, error) : unavailable(error);
  }
}

export const lacking = (what: string, method: string, cause?: unknown): NotPossible =>
  new NotPossible(reason("router.lacks", { what, method }), { cause });

/** Why the server did not do something, in its words. */
export const failureIn = (said: unknown): string =>
  String(said)
    .replace(/^error - /, "")
    .slice(0, 300);

/** The tunnels of a router whose server has `TunnelManager` of I2P proposal 170: each change is a call of its own. */
export class ServerTunnels implements RouterTunnels {
  readonly #serially = serialQueue();

  constructor(readonly ask: Ask) {}

  #ask(...call: Parameters<Ask>): ReturnType<Ask> {
    return asked("tunnels", "TunnelManager", () => this.ask(...call));
  }

  takes(): readonly TunnelOption[] {
    return Object.keys(TUNNEL_OPTIONS) as TunnelOption[];
  }

  async list(signal: AbortSignal): Promise<readonly Tunnel[]> {
    const { I2PTunnel } = await this.#ask("ClientServicesInfo", { I2PTunnel: null }, signal);
    const { client, server } = isObject(I2PTunnel) ? I2PTunnel : {};
    const names = [client, server].flatMap((some) => (isObject(some) ? Object.keys(some) : []));
    const found = await Promise.all([...new Set(names)].sort().map((name) => this.#get(name, signal)));
    return found.filter((one) => one !== undefined);
  }

  /** Undefined: it was deleted meanwhile. */
  async #get(name: string, signal: AbortSignal): Promise<Tunnel | undefined> {
    const { info } = await this.#ask("TunnelManager", { Name: name, Action: "get" }, signal);
    return isObject(info) ? tunnelIn(name, info) : undefined;
  }

  async plan(changes: readonly TunnelChange[]): Promise<TunnelPlan> {
    const tunnels = await this.list(AbortSignal.timeout(ANSWER_WITHIN));
    requirePossible(changes, tunnels);
    const there = new Set(tunnels.map(({ name }) => name));
    const interrupted = changes.map(({ name }) => name).filter((name) => there.has(name));
    return { interruptsForMs: undefined, interrupted: [...new Set(interrupted)], files: [], warnings: [] };
  }

  change(changes: readonly TunnelChange[], sessionSignal?: AbortSignal): Promise<TunnelsWritten> {
    return this.#serially(async () => {
      const before = await this.list(AbortSignal.timeout(ANSWER_WITHIN));
      requirePossible(changes, before);
      sessionSignal?.throwIfAborted();
      await this.#make(changes, before);
      return { before, after: await this.list(AbortSignal.timeout(ANSWER_WITHIN)) };
    });
  }

  /** One after the other. What was done before one that fails is taken back. */
  async #make(changes: readonly TunnelChange[], before: readonly Tunnel[]): Promise<void> {
    const undo: TunnelChange[] = [];
    for (const change of changes)
      try {
        await this.#call(change);
        undo.unshift(...inverse(change, before));
      } catch (error) {
        await this.#takeBack(undo);
        throw error;
      }
  }

  async #takeBack(undo: readonly TunnelChange[]): Promise<void> {
    try {
      for (const change of undo) await this.#call(change);
    } catch (cause) {
      const names = [...new Set(undo.map(({ name }) => name))].join(", ");
      throw new RouterUnavailable(reason("router.notUndone", { names }), "failed", { cause });
    }
  }

  async #call(change: TunnelChange): Promise<void> {
    const { action, name } = change;
    const act = (Action: string, more: object = {}) => this.#did({ Name: name, Action, ...more });
    switch (action) {
      case "create": {
        const StartOnLoad = change.config.get("StartOnLoad") ?? "true";
        await act("create", paramsOf([...change.config, ["StartOnLoad", StartOnLoad]]));
        const made = await this.#get(name, AbortSignal.timeout(ANSWER_WITHIN));
        if (StartOnLoad === "true" && made?.state === "stopped") await act("start");
        return;
      }
      case "edit": {
        const set = [...change.set].filter((one): one is [TunnelOption, string] => one[1] !== null);
        return act("edit", { ...paramsOf(set), ...(change.newName && { NewName: change.newName }) });
      }
      case "start":
      case "stop":
        // For later starts of the router too; the server's own words are for this one only.
        await act("edit", { StartOnLoad: action === "start" });
        return act(action);
      default:
        return act(action);
    }
  }

  /** Never with `All`, which counts for the plugin whatever its value is. */
  async #did(params: { readonly [name: string]: unknown }): Promise<void> {
    const { status } = await this.#ask("TunnelManager", params);
    if (typeof status === "string" && status.startsWith("success")) return;
    throw new TunnelsRolledBack(reason("tunnel.serverFailed", { text: failureIn(status) }));
  }

  async key(): Promise<Uint8Array | undefined> {
    throw new NotPossible(reason("tunnel.noKeys"));
  }
}

/** What takes a change back; an option that was not set before stays. */
function inverse(change: TunnelChange, tunnels: readonly Tunnel[]): readonly TunnelChange[] {
  const { action, name } = change;
  const config = tunnels.find((one) => one.name === name)?.config;
  switch (action) {
    case "create":
      return [{ action: "delete", name }];
    case "edit": {
      const { set, newName = name } = change;
      const old = [...set.keys()].flatMap((key) => {
        const value = config?.get(key);
        return value === undefined ? [] : [[key, value] as const];
      });
      return [{ action, name: newName, set: new Map(old), ...(newName !== name && { newName: name }) }];
    }
    case "start":
    case "stop":
      return [{ action: action === "start" ? "stop" : "start", name }];
    default:
      return [];
  }
}
