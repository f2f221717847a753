import { createHash } from "node:crypto";
import type { Json, Params } from "./answers.js";

/** How Java I2P's files name what the plugin is given. */
const NAMES: { readonly [option: string]: string } = {
  Type: "type",
  Description: "description",
  Port: "listenPort",
  ReachableBy: "interface",
  TargetHost: "targetHost",
  TargetPort: "targetPort",
  TargetDestination: "targetDestination",
  StartOnLoad: "startOnLoad",
  Shared: "sharedClient",
  UseSSL: "option.useSSL",
  TunnelLength: "option.inbound.length",
  TunnelVariance: "option.inbound.lengthVariance",
  TunnelQuantity: "option.inbound.quantity",
  TunnelBackupQuantity: "option.inbound.backupQuantity",
  SigType: "option.i2cp.destination.sigType",
  EncType: "option.i2cp.leaseSetEncType",
};

interface MadeTunnel {
  name: string;
  runs: boolean;
  readonly config: { [name: string]: string };
  readonly destination: string;
}

const i2p = (base64: string): string => base64.replaceAll("+", "-").replaceAll("/", "~");

function destinationFrom(text: string): string {
  const keys = createHash("shake256", { outputLength: 384 }).update(text).digest();
  return i2p(Buffer.concat([keys, Buffer.from([5, 0, 4, 0, 7, 0, 0])]).toString("base64"));
}

function b32(destination: string): string {
  const bytes = Buffer.from(destination.replaceAll("-", "+").replaceAll("~", "/"), "base64");
  let [text, bits] = ["", ""];
  for (const byte of createHash("sha256").update(bytes).digest()) bits += byte.toString(2).padStart(8, "0");
  for (let at = 0; at < bits.length; at += 5)
    text += "abcdefghijklmnopqrstuvwxyz234567"[Number.parseInt(bits.slice(at, at + 5).padEnd(5, "0"), 2)];
  return `${text}.b32.i2p`;
}

/** The two methods of the plugin by the author of I2P proposal 170, with the keys that go with them. */
export class Proposal170 {
  readonly tunnels: MadeTunnel[] = [];
  readonly book = new Map<string, string>();
  subscriptions: readonly string[] = ["http://i2p-projekt.i2p/hosts.txt"];
  /** What it says to the next change of tunnels that this is true of. */
  fails: ((params: Params) => boolean) | undefined;
  #made = 0;

  get handlers(): { readonly [method: string]: (params: Params) => Json } {
    return {
      TunnelManager: (params) => this.#manage(params),
      AddressBook: (params) => this.#change(params),
      ClientServicesInfo: (params) =>
        Object.hasOwn(params, "I2PTunnel") ? { I2PTunnel: this.#named() } : {},
    };
  }

  get info(): { readonly [key: string]: Json } {
    return {
      "i2p.router.addressbook.router.list": Array.from(this.book, ([hostname, destination]) => ({
        hostname,
        destination,
      })),
      "i2p.router.addressbook.subscriptions": {
        path: "/i2p/addressbook/subscriptions.txt",
        entries: this.subscriptions,
      },
    };
  }

  #named(): Json {
    const of = (client: boolean) =>
      Object.fromEntries(
        this.tunnels
          .filter(({ config }) => isClient(config) === client)
          .map(({ name, destination }) => [name, { address: b32(destination) }]),
      );
    return { client: of(true), server: of(false) };
  }

  #manage(params: Params): Json {
    // Whatever its value is.
    if (Object.hasOwn(params, "All")) return { status: "error - all tunnels were meant" };
    if (this.fails?.(params)) return { status: "error - failed to save tunnel: disk full" };
    const { Name: name, Action: action } = params;
    const found = this.tunnels.find((one) => one.name === name);
    if (action === "create") return this.#create(String(name), params);
    if (found === undefined) return { status: "error - tunnel controller not available" };
    if (action === "get") return { status: "success - get", info: described(found) };
    if (action === "edit") {
      Object.assign(found.config, given(params));
      if (typeof params["NewName"] === "string") found.name = params["NewName"];
    } else if (action === "delete") this.tunnels.splice(this.tunnels.indexOf(found), 1);
    else found.runs = action !== "stop";
    return { status: `success - ${action} tunnel ${name}` };
  }

  #create(name: string, params: Params): Json {
    if (params["Port"] !== undefined && typeof params["Port"] !== "number")
      return { status: "error - Port must be a number" };
    this.tunnels.push({
      ...{ name, runs: false, config: given(params) },
      destination: destinationFrom(`${name} ${++this.#made}`),
    });
    return { status: `success - created tunnel ${name}`, results: {} };
  }

  #change({ Hostname, Destination, Delete, SetSubscriptions }: Params): Json {
    if (SetSubscriptions !== undefined) this.subscriptions = SetSubscriptions as string[];
    else if (Delete !== undefined) this.book.delete(String(Hostname));
    else this.book.set(String(Hostname), String(Destination));
    return { success: true, message: "success - saved" };
  }
}

const isClient = ({ type = "" }: MadeTunnel["config"]): boolean => !type.includes("server");

const given = (params: Params): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const own = NAMES[name];
      return own === undefined ? [] : [[own, String(value)]];
    }),
  );

const described = ({ name, runs, config, destination }: MadeTunnel): Json => ({
  client: isClient(config),
  status: runs ? "running" : "not running",
  persistentClientKey: true,
  offlineKeys: false,
  targetDestination: config["targetDestination"] ?? "",
  localDestination: destination,
  destination,
  destinationB32: b32(destination),
  rawConfig: { name, privKeyFile: "i2ptunnel0-privKeys.dat", "option.proxyPassword": "hunter2", ...config },
});
