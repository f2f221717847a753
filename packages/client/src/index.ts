export * from "./core.js";
export { type Certificate, peekCertificate, type Trust } from "./links/certificate.js";
export { type HttpLinkOptions, httpLink } from "./links/node-link.js";
