export { CHECKS } from "./checks/index.js";
export { described } from "./cli/list.js";
export { KIT } from "./kit.js";
