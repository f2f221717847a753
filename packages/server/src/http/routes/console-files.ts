import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { orNoEntry } from "@pilothouse/system";
import { lookup } from "mrmime";
import Negotiator from "negotiator";
import { end } from "../reply.js";
import { pathOf, type Route } from "./route.js";

/** The page may run its own files and talk to where it came from; nothing else, and in no frame. */
const HEADERS = [
  [
    "Content-Security-Policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
      "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Vary", "Accept-Encoding"],
].flat();

interface Stored {
  readonly type: string;
  readonly etag: string;
  readonly cache: string;
  /** By content coding, the best first. */
  readonly bodies: ReadonlyMap<string, () => Buffer>;
}

/**
 * The console's built files by path. All are read when the first is asked for, and held in memory: an update of the
 * files on disk never tears a page apart, and who has no use for the page does not pay for it.
 */
export type ConsoleFiles = () => ReadonlyMap<string, Stored>;

/** Undefined where the console was not built. */
export function consoleFiles(dir: string | undefined): ConsoleFiles | undefined {
  if (dir === undefined || !existsSync(join(dir, "index.html"))) return undefined;
  let files: ReadonlyMap<string, Stored> | undefined;
  return () => (files ??= loadConsole(dir));
}

function loadConsole(dir: string): ReadonlyMap<string, Stored> {
  const files = new Map<string, Stored>();
  for (const name of namesIn(dir)) {
    const stored = load(join(dir, name), name);
    const path = `/${name.replaceAll(sep, "/")}`;
    files.set(path, stored);
    if (path === "/index.html") files.set("/", stored);
  }
  return files;
}

function namesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dir, sep).length));
}

function load(file: string, name: string): Stored {
  const body = readFileSync(file);
  const type = lookup(name) ?? "application/octet-stream";
  const bodies = new Map<string, () => Buffer>();
  const brotli = orNoEntry(() => readFileSync(`${file}.br`));
  if (brotli !== undefined) bodies.set("br", () => brotli);
  if (/^text|javascript|json|svg/.test(type)) {
    let gzipped = orNoEntry(() => readFileSync(`${file}.gz`));
    // When it is first asked for: to compress all of them took a good part of each start.
    bodies.set("gzip", () => (gzipped ??= gzipSync(body)));
  }
  bodies.set("identity", () => body);
  return {
    type: type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    etag: `"${hash("sha256", body, "base64url").slice(0, 22)}"`,
    // What the build puts there carries a hash of its content in its name.
    cache: name.startsWith(`assets${sep}`) ? "public, max-age=31536000, immutable" : "no-cache",
    bodies,
  };
}

/** The console's page and what belongs to it, under `prefix`. */
export const consoleRoute = (files: ConsoleFiles, prefix: string): Route => {
  const find = (path: string) =>
    path.startsWith(prefix) ? files().get(`/${path.slice(prefix.length)}`) : undefined;
  /** As people type it. The page's own links want the slash. */
  const withoutSlash = prefix.slice(0, -1);
  return {
    methods: ["GET", "HEAD"],
    has: (path) => path === withoutSlash || find(path) !== undefined,
    serve(request, response) {
      const file = find(pathOf(request.url ?? ""));
      if (file !== undefined) send(request, response, file);
      else end(response.writeHead(308, [...HEADERS, "Location", prefix, "Content-Length", "0"]));
    },
  };
};

function send(request: IncomingMessage, response: ServerResponse, file: Stored): void {
  const headers = [...HEADERS, "Cache-Control", file.cache, "ETag", file.etag];
  if (request.headers["if-none-match"] === file.etag) {
    end(response.writeHead(304, headers));
    return;
  }
  const accepted = new Negotiator(request).encodings();
  const coding = [...file.bodies.keys()].find((one) => accepted.includes(one)) ?? "identity";
  const body = file.bodies.get(coding)?.() ?? Buffer.alloc(0);
  if (coding !== "identity") headers.push("Content-Encoding", coding);
  headers.push("Content-Type", file.type, "Content-Length", String(body.length));
  response.writeHead(200, headers);
  end(response, request.method === "HEAD" ? undefined : body);
}
