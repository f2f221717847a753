import type { FindingDefinitions } from "../kernel/definitions.js";
import { describe, extension } from "../kernel/shapes.js";
import { eventData } from "../value-types/call-types.js";
import { choice } from "../value-types/setting-types.js";
import { count, listOf, orNull, record, text } from "../value-types/value-types.js";

const openPort = record({ protocol: text, port: count });
export type OpenPort = ReturnType<(typeof openPort)["read"]>;

const finding = record({
  key: text,
  level: text,
  text,
  todo: text,
  values: eventData,
  action: orNull(text),
  ports: listOf(openPort),
});
export type FindingEntry = ReturnType<(typeof finding)["read"]>;

export const RESULTS = {
  "pilothouse.health": {
    time: { type: count },
    sampled: { type: orNull(count) },
    age: { type: orNull(count) },
    verdict: { type: choice("ok", "wait", "warning", "problem") },
    findings: { type: listOf(finding) },
  },
} as const;

export const METHODS = {
  "pilothouse.health": extension({
    scope: "read",
    description:
      "Whether all is well with the router and the service, or at a hub with its fleet; if not, why, and what to do.",
    params: {},
    result: describe(RESULTS, "pilothouse.health", {
      time: "The service's clock, in milliseconds since the epoch.",
      sampled:
        "When the router last answered, in milliseconds since the epoch: how old what is known of it is; null at a hub.",
      age: "How long ago that was, in milliseconds.",
      verdict: "The worst of the findings; ok when there are none but notes.",
      findings:
        "What was found, the worst first: a `key` from the list of findings below, how bad it is (`level`), what it is (`text`) and what to do (`todo`), in English, and the `values` in both; the `action` of RouterManager that does it, or the `ports` to open. At a hub `all` of the values is the number of nodes, and `fleet.nodes` lists them by the key.",
    }),
  }),
} as const;

/** What can be found by looking at the router alone. */
export const FINDINGS = {
  "sample.none": {
    level: "wait",
    description: "The router has not answered yet.",
    todo: "Wait a moment; if this stays, run pilothouse doctor.",
  },
  "sample.old": {
    level: "warning",
    description: "The router answers slowly: what is shown is {age} seconds old.",
    todo: "Look at the load of the machine that the router runs on.",
  },
  "router.unreachable": {
    level: "problem",
    description: "The router does not answer ({reason}).",
    todo: "Check that the router runs and can be reached; pilothouse doctor says more.",
    notify: 2,
  },
  "router.stopped": {
    level: "problem",
    description: "The router is stopped.",
    todo: "Start it.",
    action: "Restart",
    notify: 2,
  },
  "router.crashed": {
    level: "problem",
    description: "The router crashed: {cause}.",
    todo: "It is started again automatically. Look at its log: pilothouse logs.",
    action: "Restart",
    notify: 2,
  },
  "router.crashloop": {
    level: "problem",
    description: "The router crashed {count} times within {minutes} minutes.",
    todo: "Look at its log (pilothouse logs), and undo the last change of its settings.",
    notify: 0,
  },
  "router.starting": {
    level: "wait",
    description: "The router is starting.",
    todo: "Wait a few minutes until it is connected.",
  },
  "router.stopping": {
    level: "wait",
    description: "The router is stopping.",
    todo: "Wait until it has ended.",
  },
  "router.draining": {
    level: "wait",
    description: "The router waits for tunnels of others to end before its {next}.",
    todo: "Nothing; or restart or stop it at once.",
  },
  "net.testing": {
    level: "wait",
    description: "The router is finding out whether others can reach it.",
    todo: "Wait a few minutes.",
  },
  "net.firewalled": {
    level: "warning",
    description: "Other routers cannot connect to yours: a firewall or NAT is in between ({status}).",
    todo: "Forward {ports} to the router's machine, in your home router and in its firewall.",
    notify: 15,
  },
  "net.hidden": {
    level: "note",
    description:
      "The router is in hidden mode: it does not publish its address and carries no traffic of others.",
    todo: "Nothing, if you want it so.",
  },
  "net.clock": {
    level: "problem",
    description: "The clock of the router's machine is wrong: other routers refuse to talk to it.",
    todo: "Set the clock: timedatectl set-ntp true.",
    notify: 15,
  },
  "net.symmetric_nat": {
    level: "warning",
    description: "The router is behind a symmetric NAT.",
    todo: "Forward {ports} to the router's machine, or switch UPnP on in your home router.",
    notify: 15,
  },
  "net.private_address": {
    level: "warning",
    description: "The router publishes a private address that cannot be reached from outside.",
    todo: "Unset the host name for NTCP, or set your public address.",
    notify: 15,
  },
  "net.port_in_use": {
    level: "problem",
    description: "The router's UDP port {port} is in use by another program.",
    todo: "Choose another port for SSU, or end the other program.",
    notify: 15,
  },
  "net.no_transport": {
    level: "problem",
    description: "UDP is disabled and TCP has no port: no one can connect.",
    todo: "Enable UDP, or set a port for NTCP.",
    notify: 15,
  },
  "net.i2cp": {
    level: "warning",
    description: "The router cannot offer its client port (I2CP).",
    todo: "Look in its log for the port that is in use.",
    notify: 15,
  },
  "peers.none": {
    level: "problem",
    description: "The router is connected to no other router.",
    todo: "Check the internet connection and the firewall, then reseed.",
    action: "Reseed",
    notify: 15,
  },
  "peers.few": {
    level: "warning",
    description: "The router knows only {known} other routers.",
    todo: "Reseed.",
    action: "Reseed",
    notify: 15,
  },
  "tunnels.failing": {
    level: "warning",
    description: "Only {percent}% of tunnel builds succeed.",
    todo: "Check reachability and clock; after a fresh start this improves without action.",
  },
  "traffic.none": {
    level: "warning",
    description: "No traffic for {minutes} minutes.",
    todo: "Check the internet connection and the bandwidth limits.",
  },
  "traffic.full": {
    level: "note",
    description: "Traffic is at the {direction} limit of {limit} KiB/s.",
    todo: "Raise the limit if your line has more.",
  },
  "limit.in_zero": {
    level: "problem",
    description: "The inbound bandwidth limit is 0: nothing can come in.",
    todo: "Set an inbound limit: pilothouse net set bw.in=512.",
  },
  "limit.out_zero": {
    level: "problem",
    description: "The outbound bandwidth limit is 0: nothing can go out.",
    todo: "Set an outbound limit: pilothouse net set bw.out=256.",
  },
} as const satisfies FindingDefinitions;
