import type { Settings } from "@pilothouse/protocol";
import { boundPorts, isBound } from "@pilothouse/system";
import { type Clock, ticksOf } from "../port.js";
import { switched } from "./config/network.js";
import { processByPidFile } from "./life/process.js";

/** A port is taken once, when the router starts; who has taken it from the router can let go of it at any time. */
const FRESH = { free: 300_000, taken: 30_000 } as const;

/** Whether another program has the UDP port of the router, which then runs without it and does not say so. */
export class UdpPort {
  #taken = false;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly dataDir: string,
    readonly clock: Clock,
  ) {}

  async isTaken(settings: Settings): Promise<boolean> {
    const now = ticksOf(this.clock);
    if (now - this.#lookedAt < FRESH[this.#taken ? "taken" : "free"]) return this.#taken;
    this.#lookedAt = now;
    this.#taken = await this.#look(settings);
    return this.#taken;
  }

  /** The router was started again. */
  forget(): void {
    this.#lookedAt = Number.NEGATIVE_INFINITY;
  }

  async #look(settings: Settings): Promise<boolean> {
    const port = Number(settings.get("ssu2.port") || settings.get("port"));
    // 0 lets i2pd choose.
    if (switched(settings, "ssu2.enabled") === "false" || !(port > 0) || !isBound(port, "udp")) return false;
    const router = await processByPidFile(this.dataDir);
    const ports = router && boundPorts(router.pid, "udp");
    // Of another user's process it cannot be known.
    return ports !== undefined && !ports.includes(port);
  }
}
