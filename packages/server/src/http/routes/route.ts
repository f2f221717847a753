import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal } from "../gates.js";

/** Something that an endpoint serves. Every request has passed the gates before a route sees it. */
export interface Route {
  readonly methods: readonly string[];
  /** Whether it is served at this path, and now. */
  readonly has: (path: string) => boolean;
  /** Answers, now or later. What it throws or rejects with ends the connection. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
}

/** The first route that serves this request: the most used routes come first. */
export function findRoute({ url = "", method = "" }: IncomingMessage, routes: readonly Route[]) {
  const path = pathOf(url);
  for (const route of routes) if (route.has(path) && route.methods.includes(method)) return route;
  const allowed = routes.filter((route) => route.has(path)).flatMap(({ methods }) => methods);
  return allowed.length === 0 ? NOTHING : notAllowed(allowed);
}

const NOTHING: Refusal = { status: 404, detail: "there is nothing here" };

const notAllowed = (methods: readonly string[]): Refusal => ({
  status: 405,
  detail: methods.includes("POST") ? "calls are sent by POST" : `only ${methods.join(", ")} here`,
  headers: ["Allow", methods.join(", ")],
});

/** Paths are compared as they were sent: nothing is decoded or resolved, so nothing can be disguised. */
export function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}
