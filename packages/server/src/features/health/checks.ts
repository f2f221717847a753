import type { UnavailableReason } from "@pilothouse/drivers/port";
import { type EventData, NET_STATUS, type NetworkKey, reason, reasonAs } from "@pilothouse/protocol";
import {
  type FindingCheck,
  type FindingChecks,
  type Found,
  found,
  isSettled,
  MEAN_OVER,
  type Situation,
} from "../../telemetry/situation.js";
import { answers, type SeenPhase } from "../../telemetry/snapshot.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A router that takes longer to answer is slow. */
const SLOW = 3 * SECOND;
const FEW_PEERS = 25;
const FEW_BUILDS = 10;
const QUIET = 10;
export const CRASH_LOOP = { count: 3, within: 30 * MINUTE };

const phase =
  <N extends SeenPhase["name"]>(
    name: N,
    values?: (phase: SeenPhase & { readonly name: N }) => EventData,
  ): FindingCheck =>
  ({ snapshot }) =>
    snapshot.phase.name === name
      ? found(true, values?.(snapshot.phase as SeenPhase & { readonly name: N }))
      : undefined;

const codes =
  (...wanted: readonly number[]) =>
  ({ snapshot: { phase, facts } }: Situation): boolean =>
    answers(phase) && wanted.includes(facts["router.net.status"] ?? -1);

const isFirewalled = codes(2, 4, 5, 6, 7);
const statusName = ({ snapshot }: Situation): string =>
  NET_STATUS[snapshot.facts["router.net.status"] ?? 0].name;

const setting = ({ network }: Situation, key: NetworkKey): string | undefined =>
  network?.values.get(key) ?? undefined;

/** The ports that others must be able to reach, as far as they are known. */
function portsToOpen(situation: Situation): Found {
  const known = [
    ["tcp", setting(situation, "router.net.ntcp.port")],
    ["udp", setting(situation, "router.net.ssu.port")],
  ] as const;
  const ports = known.flatMap(([protocol, port]) =>
    port === undefined ? [] : [{ protocol, port: Number(port) }],
  );
  const named = ports.map(({ protocol, port }) => `${protocol.toUpperCase()} port ${port}`);
  return { ports, values: { ports: named.join(" and ") || "the router's ports" } };
}

const limit = (situation: Situation, way: "in" | "out"): string | undefined =>
  answers(situation.snapshot.phase) ? setting(situation, `router.net.bw.${way}`) : undefined;

const awayReason = (away: UnavailableReason): EventData => reasonAs("reason", reason(`away.${away}`));

/** What is found about the router, as far as it shows in the situation alone. */
export const ROUTER_CHECKS = {
  "sample.none": ({ age }) => found(age === undefined),
  "sample.old": ({ age = 0, waiting, snapshot }) =>
    found(waiting > SLOW && snapshot.phase.name !== "unreachable", { age: Math.round(age / SECOND) }),
  "router.unreachable": (situation) =>
    situation.age === undefined
      ? undefined
      : phase("unreachable", ({ reason: away }) => awayReason(away))(situation),
  "router.stopped": phase("stopped"),
  "router.crashed": phase("crashed", ({ report }) =>
    reasonAs("cause", report?.why ?? report?.cause ?? reason("exit.unknown")),
  ),
  "router.crashloop": ({ happened }) => {
    const count = happened("router.crashed", CRASH_LOOP.within);
    return found(count >= CRASH_LOOP.count, { count, minutes: CRASH_LOOP.within / MINUTE });
  },
  "router.starting": phase("starting"),
  "router.stopping": phase("stopping"),
  "router.draining": phase("draining", ({ next }) => ({ next })),
  "net.testing": (situation) => found(codes(1)(situation)),
  "net.firewalled": (situation) => {
    if (!isFirewalled(situation)) return undefined;
    const { ports = [], values } = portsToOpen(situation);
    return { ports, values: { ...values, status: statusName(situation) } };
  },
  "net.hidden": (situation) => found(codes(3)(situation)),
  "net.clock": (situation) => found(codes(9)(situation)),
  "net.symmetric_nat": (situation) => (codes(11)(situation) ? portsToOpen(situation) : undefined),
  "net.private_address": (situation) => found(codes(10)(situation)),
  "net.port_in_use": (situation) =>
    found(codes(12)(situation), { port: setting(situation, "router.net.ssu.port") ?? "of SSU" }),
  "net.no_transport": (situation) => found(codes(14)(situation)),
  "net.i2cp": (situation) => found(codes(8)(situation)),
  "peers.none": (situation) =>
    found(
      codes(13)(situation) ||
        (isSettled(situation) && situation.snapshot.facts["router.netdb.activepeers"] === 0),
    ),
  "peers.few": (situation) => {
    const known = situation.snapshot.facts["router.netdb.knownpeers"];
    return known === undefined ? undefined : found(isSettled(situation) && known < FEW_PEERS, { known });
  },
  "tunnels.failing": (situation) => {
    const rate = situation.snapshot.facts["router.net.tunnels.successrate"];
    return rate === undefined
      ? undefined
      : found(isSettled(situation) && rate < FEW_BUILDS, { percent: Number(rate.toFixed(1)) });
  },
  "traffic.none": (situation) =>
    situation.watched < MEAN_OVER || !isSettled(situation)
      ? undefined
      : found(situation.mean("bw.combined", MEAN_OVER) < QUIET, { minutes: MEAN_OVER / MINUTE }),
  "limit.in_zero": (situation) => found(limit(situation, "in") === "0"),
  "limit.out_zero": (situation) => found(limit(situation, "out") === "0"),
} as const satisfies FindingChecks;
