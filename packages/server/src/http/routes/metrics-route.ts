import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";
import { isFromLoopback } from "../../auth/guessing/address.js";
import { FORMATS, type Format } from "../../telemetry/prometheus.js";
import type { Refusal } from "../gates.js";
import { peerOf } from "../peer.js";
import { end, refuse, SAFE } from "../reply.js";
import type { Route } from "./route.js";

const PATH = "/metrics";

interface MetricsRouteOptions {
  readonly on: () => boolean;
  /** Whether programs on this machine need no token. */
  readonly loopbackAllowed: () => boolean;
  readonly trustedProxies: () => readonly string[];
  readonly admits: (token: string) => boolean;
  readonly write: (format: Format) => Promise<string>;
}

/** Figures for Prometheus. */
export const metricsRoute = (options: MetricsRouteOptions): Route => ({
  methods: ["GET"],
  has: (path) => path === PATH && options.on(),
  async serve(request, response) {
    if (!isAdmitted(options, request)) return refuse(request, response, WHO_ARE_YOU);
    const format = (new Negotiator(request).mediaType([...FORMATS]) ?? FORMATS[0]) as Format;
    const text = await options.write(format);
    const length = String(Buffer.byteLength(text));
    response.writeHead(200, ["Content-Type", format, ...SAFE, "Content-Length", length]);
    end(response, text);
  },
});

const WHO_ARE_YOU: Refusal = {
  status: 401,
  detail: "a bearer token is required",
  headers: ["WWW-Authenticate", 'Bearer realm="pilothouse"'],
};

function isAdmitted(options: MetricsRouteOptions, request: IncomingMessage): boolean {
  const token = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token !== undefined) return options.admits(token);
  return options.loopbackAllowed() && isFromLoopback(peerOf(request, options.trustedProxies()));
}
