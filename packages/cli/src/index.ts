export { commandReference } from "./reference.js";
export { makeRouter } from "./router.js";
