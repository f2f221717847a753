/** What both entries share: everything but the way to a server over HTTP. */
export {
  type Dialect,
  type ErrorName,
  NET_STATUS,
  type NetStatus,
  type Settings,
} from "@pilothouse/protocol";
export { ask, type ClientCall, type ExtensionMethod, type Fields, readRows } from "./ask.js";
export type { Outcomes } from "./batch.js";
export { type Client, type ConnectOptions, connect, type EndOptions, type WriteOptions } from "./client.js";
export { ClientError, type ErrorFacts, type ErrorKind } from "./client-error.js";
export type { DialectOption } from "./dialect.js";
export type { CallOptions } from "./limits.js";
export { type Link, memoryLink, type Reply, type SendOptions } from "./links/link.js";
export type { PasswordSource } from "./session.js";
export { poisonAdvice, poisonIn, poisonRefusal } from "./values/java-poison.js";
export type {
  InfoName,
  InfoOf,
  NetworkName,
  NetworkValues,
  NetworkWrites,
  NetworkWritten,
  SettingsInput,
  WritableName,
} from "./values/short-names.js";
export { INFO_NAMES, WRITABLE_NAMES } from "./values/short-names.js";
export type { Outcome } from "./wire/wire.js";
