export * from "./core.js";
export { type FetchLinkOptions, httpLink } from "./links/fetch-link.js";
