import { PASSWD_COMMAND } from "../kinds/password.js";
import type { Action } from "./acting.js";

/**
 * How much a finding matters, from the least to the most: good to know; not known or not over yet; works and should
 * not stay so; does not work.
 */
export const FINDING_LEVELS = ["note", "wait", "warning", "problem"] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

export interface FindingRow {
  readonly level: FindingLevel;
  /** What was found, in a sentence; `{name}` stands for a value of the finding. */
  readonly says: string;
  /** What to do about it. */
  readonly todo: string;
  /** The action of RouterManager that does it. */
  readonly action?: Action;
  /** Minutes for which it must hold before a notification is sent. Absent: none is sent. */
  readonly notify?: number;
  /** No notification is sent when it is over. */
  readonly once?: true;
}

/** Everything that can be found about a router and its service. What is not found here is well. */
export const FINDINGS = {
  "sample.none": {
    level: "wait",
    says: "The router has not answered yet.",
    todo: "Wait a moment; if this stays, run pilothouse doctor.",
  },
  "sample.old": {
    level: "warning",
    says: "The router answers slowly: what is shown is {age} seconds old.",
    todo: "Look at the load of the machine that the router runs on.",
  },
  "router.unreachable": {
    level: "problem",
    says: "The router does not answer ({reason}).",
    todo: "Check that the router runs and can be reached; pilothouse doctor says more.",
    notify: 2,
  },
  "router.stopped": {
    level: "problem",
    says: "The router is stopped.",
    todo: "Start it.",
    action: "Restart",
    notify: 2,
  },
  "router.crashed": {
    level: "problem",
    says: "The router crashed: {cause}.",
    todo: "It is started again automatically. Look at its log: pilothouse logs.",
    action: "Restart",
    notify: 2,
  },
  "router.crashloop": {
    level: "problem",
    says: "The router crashed {count} times within {minutes} minutes.",
    todo: "Look at its log (pilothouse logs), and undo the last change of its settings.",
    notify: 0,
  },
  "router.starting": {
    level: "wait",
    says: "The router is starting.",
    todo: "Wait a few minutes until it is connected.",
  },
  "router.stopping": { level: "wait", says: "The router is stopping.", todo: "Wait until it has ended." },
  "router.draining": {
    level: "wait",
    says: "The router waits for tunnels of others to end before its {next}.",
    todo: "Nothing; or restart or stop it at once.",
  },
  "net.testing": {
    level: "wait",
    says: "The router is finding out whether others can reach it.",
    todo: "Wait a few minutes.",
  },
  "net.firewalled": {
    level: "warning",
    says: "Other routers cannot connect to yours: a firewall or NAT is in between ({status}).",
    todo: "Forward {ports} to the router's machine, in your home router and in its firewall.",
    notify: 15,
  },
  "net.hidden": {
    level: "note",
    says: "The router is in hidden mode: it does not publish its address and carries no traffic of others.",
    todo: "Nothing, if you want it so.",
  },
  "net.clock": {
    level: "problem",
    says: "The clock of the router's machine is wrong: other routers refuse to talk to it.",
    todo: "Set the clock: timedatectl set-ntp true.",
    notify: 15,
  },
  "net.symmetric_nat": {
    level: "warning",
    says: "The router is behind a symmetric NAT.",
    todo: "Forward {ports} to the router's machine, or switch UPnP on in your home router.",
    notify: 15,
  },
  "net.private_address": {
    level: "warning",
    says: "The router publishes a private address that cannot be reached from outside.",
    todo: "Unset the host name for NTCP, or set your public address.",
    notify: 15,
  },
  "net.port_in_use": {
    level: "problem",
    says: "The router's UDP port {port} is in use by another program.",
    todo: "Choose another port for SSU, or end the other program.",
    notify: 15,
  },
  "net.no_transport": {
    level: "problem",
    says: "UDP is disabled and TCP has no port: no one can connect.",
    todo: "Enable UDP, or set a port for NTCP.",
    notify: 15,
  },
  "net.i2cp": {
    level: "warning",
    says: "The router cannot offer its client port (I2CP).",
    todo: "Look in its log for the port that is in use.",
    notify: 15,
  },
  "peers.none": {
    level: "problem",
    says: "The router is connected to no other router.",
    todo: "Check the internet connection and the firewall, then reseed.",
    action: "Reseed",
    notify: 15,
  },
  "peers.few": {
    level: "warning",
    says: "The router knows only {known} other routers.",
    todo: "Reseed.",
    action: "Reseed",
    notify: 15,
  },
  "tunnels.failing": {
    level: "warning",
    says: "Only {percent} % of tunnel builds succeed.",
    todo: "Check reachability and clock; after a fresh start this improves without action.",
  },
  "traffic.none": {
    level: "warning",
    says: "No traffic for {minutes} minutes.",
    todo: "Check the internet connection and the bandwidth limits.",
  },
  "traffic.full": {
    level: "note",
    says: "Traffic is at the {direction} limit of {limit} KiB/s.",
    todo: "Raise the limit if your line has more.",
  },
  "limit.in_zero": {
    level: "problem",
    says: "The inbound bandwidth limit is 0: nothing can come in.",
    todo: "Set an inbound limit: pilothouse net set bw.in=512.",
  },
  "limit.out_zero": {
    level: "problem",
    says: "The outbound bandwidth limit is 0: nothing can go out.",
    todo: "Set an outbound limit: pilothouse net set bw.out=256.",
  },
  "limit.share_zero": {
    level: "note",
    says: "The router shares no bandwidth with others.",
    todo: "Raise the share to help the network and to hide your own traffic: pilothouse net set bw.share=50.",
  },
  "settings.restart": {
    level: "warning",
    says: "Saved settings wait for a restart of the router.",
    todo: "Restart it gracefully to apply them.",
    action: "RestartGraceful",
  },
  "update.restart": {
    level: "warning",
    says: "An update of the router is installed.",
    todo: "Restart it gracefully to run the new version[, {version}].",
    action: "RestartGraceful",
  },
  "update.available": {
    level: "note",
    says: "There is an update of the router[: version {version}].",
    todo: "Install it.",
    action: "Update",
    notify: 0,
    once: true,
  },
  "password.factory": {
    level: "problem",
    says: "The factory password is in force.",
    todo: `Choose another on the machine itself: ${PASSWD_COMMAND}`,
  },
  "disk.low": {
    level: "warning",
    says: "The disk of the data directory is nearly full: {freeMiB} MiB free ({percent} %).",
    todo: "Make space, or move the data directory.",
    notify: 0,
  },
  "certificate.expires": {
    level: "warning",
    says: "The certificate expires in {days} days.",
    todo: "Put a new certificate in its place and reload the service (SIGHUP).",
    notify: 0,
  },
  "budget.near": {
    level: "warning",
    says: "{percent} % of this period's traffic budget is used; it ends on {ends}.",
    todo: "Nothing: bandwidth is lowered in steps. Or raise budget.monthly.",
    notify: 0,
    once: true,
  },
  "budget.used": {
    level: "problem",
    says: "This period's traffic budget is used up ({percent} %); it ends on {ends}.",
    todo: "Wait for the new period, or raise budget.monthly.",
    notify: 0,
  },
  "budget.unable": {
    level: "warning",
    says: "The traffic budget is only counted and not kept: {why}.",
    todo: "Lower the limits yourself, or unset budget.monthly and budget.schedule.",
  },
  "logins.failed": {
    level: "warning",
    says: "{count} logins failed within {minutes} minutes.",
    todo: "If that was not you: pilothouse audit shows from where. Let the service listen on fewer addresses.",
    notify: 0,
    once: true,
  },
} as const satisfies Record<string, FindingRow>;

export type FindingKey = keyof typeof FINDINGS;
export const FINDING_KEYS = Object.keys(FINDINGS) as readonly FindingKey[];

/** The row with its optional facts visible, for code that works over all of them. */
export const findingRow = (key: FindingKey): FindingRow => FINDINGS[key];
