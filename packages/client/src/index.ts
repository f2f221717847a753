export { type Certificate, peekCertificate, type Trust } from "./certificate.js";
export * from "./core.js";
export { type HttpLinkOptions, httpLink } from "./node-link.js";
