export { type Edition, manualPages } from "./manual/pages.js";
export { commandReference } from "./reference.js";
export { makeRouter } from "./router.js";
