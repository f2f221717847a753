import {
  type Client,
  type ClientCall,
  ClientError,
  type ExtensionMethod,
  type Fields,
  httpLink,
  type Link,
  readRows,
} from "@pilothouse/client/browser";
import {
  type ErrorName,
  EXTENSION_RESULTS,
  type FleetMethod,
  type MethodName,
  type Params,
  type Result,
} from "@pilothouse/protocol";
import { forgetDevice, loadDevice } from "./browser/device.js";
import { clientFor, RPC_PATH, type SessionEnd } from "./sign-in.js";

/** Long enough for a page to reload. */
const LEAVE_S = 30;

interface Waiting {
  readonly call: ClientCall<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: ClientError) => void;
}

type Results = { readonly [method: string]: Parameters<typeof readRows>[0] };

/** What the answers of methods hold. */
let results: Results = EXTENSION_RESULTS;

/** Adds the answers of methods that only some services have; their pages bring them. */
export const addResults = (more: Results): void => {
  results = { ...results, ...more };
};

/** A session with a token. Calls made in the same microtask are sent in one request. */
export class Session {
  readonly #client: Client;
  readonly #waiting: Waiting[] = [];
  #over = false;

  constructor(
    readonly link: Link,
    readonly token: string,
    readonly onEnd: (why: SessionEnd) => void,
  ) {
    this.#client = clientFor(link, token);
  }

  /** The same token, for calls to a node of the hub's fleet, or to the hub itself. */
  at(node?: string): Session {
    const path = node === undefined ? RPC_PATH : `${RPC_PATH}/nodes/${node}/`;
    return new Session(httpLink(new URL(path, location.href)), this.token, this.onEnd);
  }

  ask<T>(call: ClientCall<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ call, resolve: resolve as (value: unknown) => void, reject });
      if (this.#waiting.length === 1) queueMicrotask(() => this.#sendWaiting());
    });
  }

  /** Calls a method that only Pilothouse has. The answer is checked. `blocking`: it can take minutes. */
  call<M extends ExtensionMethod | FleetMethod>(
    method: M,
    params: Params<M>,
    blocking = false,
  ): Promise<Result<M>> {
    const read = (result: Fields) => {
      const rows = results[method];
      if (rows === undefined) throw new Error(`what ${method} answers was not added`);
      return readRows(rows, result) as Result<M>;
    };
    return this.ask({ method, params: params as Fields, read, blocking });
  }

  /** Ends all sessions, this one too. The service accepts the token alone, as in ServiceControl; the page asks for the current password as well. */
  async changePassword(password: string, current: string, account?: string): Promise<void> {
    this.#over = true;
    const params = { password, current } satisfies Params<"pilothouse.password">;
    const method: MethodName = account === undefined ? "pilothouse.password" : "fleet.password";
    await this.#client.call(method, params).catch((error: unknown) => {
      this.#over = false;
      throw error;
    });
  }

  /** Called when the page unloads: the session ends soon, unless it was a reload. A beacon still works at that point. */
  leave(): void {
    const params = { Token: this.token, after: LEAVE_S };
    const method = "pilothouse.logout" satisfies MethodName;
    navigator.sendBeacon(RPC_PATH, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  }

  /** Forgets the token, and revokes it if the service can be reached. */
  signOut(): void {
    void this.#logOut().catch(() => {});
    this.#end("signedOut");
  }

  /** A browser that stays signed in is forgotten as well. */
  async #logOut(): Promise<void> {
    const device = await loadDevice();
    if (device === undefined) return this.#client.logout();
    const params = { device: device.id } satisfies Params<"pilothouse.logout">;
    await Promise.all([forgetDevice(), this.#client.call("pilothouse.logout" satisfies MethodName, params)]);
  }

  #sendWaiting(): void {
    const all = this.#waiting.splice(0);
    // Slow calls get their own request, so that they do not hold up the rest.
    const quick = all.filter(({ call }) => !call.blocking);
    for (const part of [quick, ...all.filter(({ call }) => call.blocking).map((one) => [one])])
      if (part.length > 0) void this.#send(part);
  }

  async #send(part: readonly Waiting[]): Promise<void> {
    const outcomes = await this.#client.batch(part.map(({ call }) => call));
    for (const [index, { resolve, reject }] of part.entries()) {
      const outcome = outcomes[index];
      if (outcome?.ok) resolve(outcome.value);
      else this.#refused(outcome?.error ?? new ClientError("protocol", "no answer"), reject);
    }
  }

  #refused(error: ClientError, reject: (error: ClientError) => void): void {
    // A password that a page asked for once more says nothing about the session.
    const isTyped = error.name === ("wrongPassword" satisfies ErrorName);
    if (error.kind === "login" && !isTyped)
      this.#end(error.name === ("expiredToken" satisfies ErrorName) ? "expired" : "ended");
    if (error.name === ("factoryPassword" satisfies ErrorName)) this.#end("factory");
    reject(error);
  }

  #end(why: SessionEnd): void {
    if (this.#over) return;
    this.#over = true;
    this.onEnd(why);
  }
}
