import { MAX_PAYLOAD } from "../keys/bus-limits.js";
import { type FleetKeys, operatorJwt } from "../keys/fleet-keys.js";

/** What makes a nats-server part of this fleet, also one that others run: who vouches for users, and where that is. */
const trust = (keys: FleetKeys, jwtDir: string): readonly string[] => [
  `operator: ${operatorJwt(keys)}`,
  `system_account: ${keys.system.id}`,
  `resolver: { type: full, dir: ${JSON.stringify(jwtDir)}, allow_delete: false, interval: "2m" }`,
];

const limits = [`max_payload: ${MAX_PAYLOAD}`, "max_connections: 1000000", "max_control_line: 4096"];

interface EmbeddedPlaces {
  readonly host: string;
  readonly port: number;
  readonly certFile: string;
  readonly keyFile: string;
  readonly jwtDir: string;
  readonly pidFile: string;
  /** Whether the server is new enough to greet inside TLS. */
  readonly tlsFirst: boolean;
  /** Where streams are kept; undefined where there are none. */
  readonly streamsDir?: string | undefined;
}

/**
 * TLS begins before anything is said in clear. "auto": a client that does not begin it, such as an older node, is
 * greeted in clear after 50 ms.
 */
const TLS_FIRST = "handshake_first: auto";

/** The configuration of the server that the hub runs itself. */
export const embeddedConfig = (keys: FleetKeys, places: EmbeddedPlaces): string =>
  [
    'server_name: "pilothouse"',
    `listen: ${JSON.stringify(`${bracketed(places.host)}:${places.port}`)}`,
    `pid_file: ${JSON.stringify(places.pidFile)}`,
    `tls: { cert_file: ${JSON.stringify(places.certFile)}, key_file: ${JSON.stringify(places.keyFile)}, timeout: 20${places.tlsFirst ? `, ${TLS_FIRST}` : ""} }`,
    "authorization: { timeout: 20 }",
    ...limits,
    ...trust(keys, places.jwtDir),
    ...(places.streamsDir === undefined
      ? []
      : [`jetstream: { store_dir: ${JSON.stringify(places.streamsDir)} }`]),
    "",
  ].join("\n");

const bracketed = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** What the operator of existing servers puts into their configuration. */
export const existingConfig = (
  keys: FleetKeys,
  accounts: ReadonlyMap<string, string>,
  { streams }: { readonly streams: boolean },
): string =>
  [
    "# For each nats-server of this fleet. It must offer TLS; give it a certificate that its clients can check. If a",
    "# private CA has signed it (hub.bus_ca), put the CA's certificate at the end of cert_file:",
    `# tls: { cert_file: "/etc/nats/cert.pem", key_file: "/etc/nats/key.pem", timeout: 20, ${TLS_FIRST} }`,
    "# Leave handshake_first out before 2.10.4, which does not know it.",
    "# There must be no no_auth_user, and no port for routes or leaf nodes that others can reach. In a cluster, each",
    '# server needs its own name in its cluster section, such as advertise: "nats-a.example:6222".',
    "authorization: { timeout: 20 }",
    ...limits,
    ...trust(keys, "/var/lib/nats/jwt"),
    "resolver_preload: {",
    ...[...accounts].map(([id, jwt]) => `  ${id}: ${jwt}`),
    "}",
    ...(streams ? ['jetstream: { store_dir: "/var/lib/nats/jetstream" }'] : []),
    "",
  ].join("\n");
