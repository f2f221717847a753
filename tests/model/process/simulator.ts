import { SIMULATOR } from "../in-process/simulator-row.js";
import { OPERATOR } from "../port/system.js";
import type { RouterBeside } from "./router-beside.js";

/** The simulated router lives in the service, which holds its configuration in a store that it alone can open. */
export const simulatorBeside = (): RouterBeside => ({
  driver: { ...SIMULATOR, takes: { start: 60_000, end: 10_000, drain: 30_000, backOff: 0, seen: 15_000 } },
  can: ["tunnels", "keys"],
  launch: { args: ["--router", "simulator"] },
  async configuration(system) {
    const { result } = await system.call("AdvancedSettings", { getAll: null }, OPERATOR);
    return new Map(Object.entries(result?.["getAll"] as { readonly [name: string]: string }));
  },
  async close() {},
});
