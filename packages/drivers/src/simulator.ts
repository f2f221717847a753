export type { Faults } from "./simulator/faults.js";
export { Simulator, type SimulatorOptions } from "./simulator/router.js";
