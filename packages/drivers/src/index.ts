export * from "./port.js";
