export { makeRouter } from "./router.js";
