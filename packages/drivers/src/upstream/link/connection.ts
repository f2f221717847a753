import {
  type Client,
  ClientError,
  connect,
  type DialectOption,
  type PasswordSource,
} from "@pilothouse/client";
import { isLoopback } from "@pilothouse/system";
import { type Clock, ticksOf } from "../../port.js";
import { UPDATE_WITHIN } from "../quirks.js";
import { type ConsoleLinkOptions, consoleLink } from "./console-link.js";

export interface ConnectionOptions extends ConsoleLinkOptions {
  readonly url: string;
  readonly password: PasswordSource;
  readonly spelling: DialectOption;
  readonly timeout: number;
  readonly clock: Clock;
}

/** A refused login is not repeated sooner: each costs the server a hash, and it may lock us out. */
const LOGIN_AGAIN_AFTER = 30_000;

/** The client of the server, which does not try a refused login over and over. */
export class Connection {
  readonly #client: Client;
  readonly #clock: Clock;
  #refused: { readonly error: ClientError; readonly until: number } | undefined;

  constructor({ url, password, spelling, timeout, clock, ...link }: ConnectionOptions) {
    this.#clock = clock;
    this.#client = connect(consoleLink(url, link), {
      password,
      dialect: spelling,
      timeout,
      blockingTimeout: UPDATE_WITHIN,
    });
  }

  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (this.#refused !== undefined && ticksOf(this.#clock) < this.#refused.until) throw this.#refused.error;
    try {
      const result = await work(this.#client);
      this.#refused = undefined;
      return result;
    } catch (error) {
      if (error instanceof ClientError && (error.kind === "login" || error.retryAfter !== undefined)) {
        const wait = error.retryAfter === undefined ? LOGIN_AGAIN_AFTER : error.retryAfter * 1_000;
        this.#refused = { error, until: ticksOf(this.#clock) + wait };
      }
      throw error;
    }
  }

  close(): void {
    this.#client.close();
  }
}

const NOT_LISTENING: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
]);
const PROXY_WITHOUT_SERVER: ReadonlySet<unknown> = new Set([502, 503, 504]);

/** Nothing listens: the port is closed, or a proxy before it says so. */
export const isGone = (error: unknown): boolean =>
  error instanceof ClientError && (NOT_LISTENING.has(error.code) || PROXY_WITHOUT_SERVER.has(error.status));

const CLOSED: ReadonlySet<unknown> = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE"]);

/**
 * The connection was accepted and closed. A busy Java I2P does that now and then; a tunnel whose other side is down does
 * it every time.
 */
export const isClosed = (error: unknown): boolean => error instanceof ClientError && CLOSED.has(error.code);

/** There was no answer at all. */
export const isSilent = (error: unknown): boolean =>
  isGone(error) || (error instanceof ClientError && (error.kind === "network" || error.kind === "timeout"));

/** Plain HTTP, which is all that Java I2P has, is good enough within one machine or through a tunnel. */
export function isInTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isLoopback(hostname);
}
