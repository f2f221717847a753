export { PROFILES } from "./checks/check.js";
export { CHECKS } from "./checks/index.js";
export { described } from "./cli/list.js";
export { KIT } from "./kit.js";
export { MUTANTS } from "./testing/mutants/index.js";
