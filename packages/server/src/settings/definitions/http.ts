import { flag, integer, origins, path, type SettingDefinitions, texts } from "@pilothouse/system";

const port = integer(0, 65_535);

/** The endpoints. */
export const HTTP_SETTINGS = {
  "https.enabled": { type: flag, default: true, description: "Whether the HTTPS endpoint listens." },
  "https.port": { type: port, default: 7650, description: "Port of the HTTPS endpoint; 0 picks a free one." },
  "https.certificate": {
    type: path,
    description: "Certificate chain (PEM) to use instead of the generated one; read again on SIGHUP.",
    live: true,
  },
  "https.key": { type: path, description: "Private key (PEM) of that certificate.", live: true },
  "http.enabled": { type: flag, default: true, description: "Whether the plain HTTP endpoint listens." },
  "http.port": { type: port, default: 7657, description: "Port of the HTTP endpoint; 0 picks a free one." },
  "http.jsonrpc": {
    type: flag,
    description:
      "Whether /jsonrpc/ on the HTTP endpoint starts with the service. Unset: as last set at run time; at first off.",
  },
  "http.allow_plain_remote": {
    type: flag,
    default: false,
    description:
      "Lets plain HTTP listen on an address that is not loopback. Passwords then cross the network in the clear.",
  },
  "http.allowed_hosts": {
    type: texts,
    default: [],
    description: "More names under which the service may be addressed (Host header).",
    redact: "host",
    live: true,
  },
  "http.allowed_origins": {
    type: origins,
    default: [],
    description:
      "Origins of other sites, browser extensions too, whose pages may call. Such a page can do all that its token allows.",
    live: true,
  },
  "http.trust_proxy": {
    type: texts,
    default: [],
    description: "Addresses of proxies whose X-Forwarded-For is trusted.",
    redact: "host",
    live: true,
  },
  "limits.connections": {
    type: integer(1, 100_000),
    default: 1_000,
    description:
      "Connections of each endpoint. For a further one the oldest idle one is closed; if none is idle, it gets 503.",
  },
} as const satisfies SettingDefinitions;
