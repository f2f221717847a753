import type { TunnelOption, TunnelType } from "@pilothouse/protocol";
import { i2pBase64 } from "@pilothouse/protocol";
import type { RouterTunnels, Tunnel, TunnelChange, TunnelPlan, TunnelsWritten } from "../../tunnels-port.js";
import { TunnelsRolledBack } from "../../tunnels-port.js";
import type { Faults } from "../faults.js";
import { addressIn, destinationOf, type KeptTunnel, keyOf } from "../kept/kept-services.js";
import { RESTARTING } from "../lifecycle.js";
import type { OpenedRouter } from "../simulator-settings.js";
import { changedTunnels, isServer, optionsOf } from "./changed-tunnels.js";

/** Tunnels that nothing goes through, with made-up addresses. Like i2pd's, they change by a restart of the router. */
export class SimulatorTunnels implements RouterTunnels {
  constructor(
    readonly started: () => Promise<OpenedRouter>,
    readonly faults: () => Faults,
  ) {}

  takes(type: TunnelType): readonly TunnelOption[] {
    return optionsOf(type);
  }

  async list(signal: AbortSignal): Promise<readonly Tunnel[]> {
    signal.throwIfAborted();
    return listed(await this.started());
  }

  async plan(changes: readonly TunnelChange[]): Promise<TunnelPlan> {
    const { keeper, life } = await this.started();
    changedTunnels(keeper.stored.services, changes);
    const restarts = changes.length > 0 && life.needsRestart();
    return {
      interruptsForMs: restarts ? RESTARTING : undefined,
      interrupted: restarts ? keeper.stored.services.tunnels.filter(runs).map(({ name }) => name) : [],
      files: [],
      warnings: [],
    };
  }

  async change(changes: readonly TunnelChange[], sessionSignal?: AbortSignal): Promise<TunnelsWritten> {
    const router = await this.started();
    let before: readonly Tunnel[] = [];
    let restarts = false;
    await router.keeper.change(
      (stored) => {
        sessionSignal?.throwIfAborted();
        before = listed(router);
        const services = changedTunnels(stored.services, changes);
        restarts = changes.length > 0 && router.life.needsRestart();
        const fault = this.faults().tunnelFault;
        if (fault !== undefined) {
          if (restarts) router.life.restartNow();
          throw new TunnelsRolledBack(fault);
        }
        return { ...stored, services };
      },
      (stored) => {
        router.life.take(stored);
        if (restarts) router.life.restartNow();
      },
    );
    return { before, after: listed(router) };
  }

  async key(name: string): Promise<Uint8Array | undefined> {
    const { keeper } = await this.started();
    const found = keeper.stored.services.tunnels.find((one) => one.name === name);
    return found && keyOf(found);
  }
}

const runs = ({ config }: KeptTunnel): boolean => config.get("StartOnLoad") !== "false";

function listed({ keeper, life }: OpenedRouter): readonly Tunnel[] {
  const { name: phase } = life.reading().phase;
  const up = phase === "starting" ? "starting" : life.isUp ? "running" : "stopped";
  return keeper.stored.services.tunnels
    .map((tunnel): Tunnel => {
      const type = tunnel.config.get("Type") ?? "";
      return {
        name: tunnel.name,
        type,
        server: isServer(type),
        config: tunnel.config as Tunnel["config"],
        state: runs(tunnel) ? up : "stopped",
        address: addressIn(tunnel),
        destination: i2pBase64(destinationOf(tunnel)),
        ...(tunnel.foreign && { foreign: "tunnels.conf" }),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
