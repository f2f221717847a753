export * from "./core.js";
export { type FetchLinkOptions, httpLink } from "./fetch-link.js";
