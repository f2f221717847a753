import { createHash } from "node:crypto";
import { type DetailKey, type Details, i2pBase64 } from "@pilothouse/protocol";
import { destinationIn, madeUpKey } from "../kept/made-up-keys.js";
import type { Life } from "../life.js";

const MINUTE = 60_000;
const SIGNATURE = 64;
/** Those of its own that a router keeps. */
const EXPLORATORY = 2;
const CLIENT = 3;
const MOST_CONNECTIONS = 800;

const hash = (from: string): Buffer => createHash("sha256").update(from).digest();
const hashes = (count: number, seed: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => i2pBase64(hash(`peer ${n} of ${seed}`)));
const tunnels = (count: number, of: string): readonly { readonly id: number }[] =>
  Array.from({ length: count }, (_, n) => ({ id: hash(`${of} ${n}`).readUInt32BE(0) }));
const pool = (count: number, of: string) =>
  ["inbound", "outbound"].flatMap((direction) =>
    tunnels(count, `${of} ${direction}`).map((one) => ({ ...one, direction })),
  );

/** What a router tells beyond a reading, made up in the right form, and nothing of a router that does not run. */
export function madeUpDetails(keys: readonly DetailKey[], life: Life, seed: number): Details {
  const { facts } = life.reading();
  const count = (key: "router.netdb.knownpeers" | "router.netdb.activepeers") => facts[key] ?? 0;
  const identity = destinationIn(madeUpKey(`router ${seed}`)) ?? new Uint8Array();
  const all: { readonly [K in DetailKey]?: () => Details[K] } = {
    "router.news": () => "A simulated router has no news.",
    "router.clockskew": () => Math.round(life.rate("clock.skew", MINUTE)),
    "router.net.total.transit.bytes": () => life.transit,
    "router.net.tunnels.shareratio": () => shareRatio(life, facts["router.net.total.sent.bytes"] ?? 0),
    "router.net.tunnels.participating.info": () =>
      tunnels(facts["router.net.tunnels.participating"] ?? 0, `tunnel of ${seed}`),
    "router.net.tunnels.exploratory.inbound": () => EXPLORATORY,
    "router.net.tunnels.exploratory.outbound": () => EXPLORATORY,
    "router.net.tunnels.exploratory.info.list": () => pool(EXPLORATORY, `exploratory of ${seed}`),
    "router.net.tunnels.client.inbound": () => CLIENT,
    "router.net.tunnels.client.outbound": () => CLIENT,
    "router.net.tunnels.client.info.list": () => pool(CLIENT, `client of ${seed}`),
    "router.net.status.v6": () => facts["router.net.status"] ?? 0,
    "router.net.error": () => 0,
    "router.net.error.v6": () => 0,
    "router.net.testing": () => Number(facts["router.net.status"] === 1),
    "router.net.testing.v6": () => 0,
    "router.netdb.peers": () => hashes(count("router.netdb.knownpeers"), seed),
    "router.netdb.peers.list": () => hashes(count("router.netdb.knownpeers"), seed),
    "router.netdb.activepeers.list": () => hashes(count("router.netdb.activepeers"), seed),
    "router.netdb.activepeers.stats": () =>
      hashes(count("router.netdb.activepeers"), seed).map((peer) => ({ peer, transport: "NTCP2" })),
    "router.netdb.ntcp.limit": () => MOST_CONNECTIONS,
    "router.netdb.ssu.limit": () => MOST_CONNECTIONS,
    "router.netdb.bannedpeers": () => ({}),
  };
  return {
    "router.id": i2pBase64(createHash("sha256").update(identity).digest()),
    "router.info": i2pBase64(published(identity)),
    ...(life.isUp &&
      Object.fromEntries(keys.map((key) => [key, all[key]?.()]).filter(([, one]) => one !== undefined))),
  };
}

/** Identity, when it was published, no addresses, no peers, no options, and where the signature would be. */
const published = (identity: Uint8Array): Uint8Array =>
  Buffer.concat([
    identity,
    Buffer.alloc(8),
    Buffer.alloc(1),
    Buffer.alloc(1),
    Buffer.alloc(2),
    Buffer.alloc(SIGNATURE),
  ]);

const shareRatio = ({ transit }: Life, sent: number): number =>
  sent > transit ? transit / (sent - transit) : 0;
