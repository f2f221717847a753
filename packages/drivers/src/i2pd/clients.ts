import { uptime as machineUptime } from "node:os";
import type { ServiceName, Services, Settings } from "@pilothouse/protocol";
import { reason } from "@pilothouse/protocol";
import { boundPorts, isBound, type Protocol, textAt } from "@pilothouse/system";
import { NotPossible } from "../port.js";
import type { BookInstance } from "./address-book/book-instance.js";
import type { SamPlace } from "./address-book/sam.js";
import { describeServices, fits, type ServiceFacts } from "./client-services/client-services.js";
import { settingsOf } from "./config/conf.js";
import { type Configuration, differs } from "./config/configuration.js";
import type { Contact } from "./control/contact.js";
import type { Control } from "./control/control.js";
import { RouterChanges } from "./file-changes/router-changes.js";
import { withDefaults } from "./guard/closed.js";
import { isOn } from "./guard/rules.js";
import { argumentsOf, type ProcessId, processByPidFile, processOn } from "./life/process.js";
import type { Supervision } from "./life/supervision.js";
import type { Memory } from "./memory.js";
import type { I2pdOptions } from "./options.js";
import { USUAL_PORTS } from "./quirks.js";
import { currentPorts, type Ports } from "./tunnels/checks.js";
import { isServer } from "./tunnels/mapping.js";
import { readTunnelFiles, type TunnelPlaces, tunnelPlaces } from "./tunnels/tunnel-files.js";
import type { TunnelInstance } from "./tunnels/tunnel-instance.js";
import { type RouterNow, tunnelAddress } from "./tunnels/tunnel-states.js";

interface Parts {
  readonly options: I2pdOptions;
  readonly configuration: Configuration;
  readonly contact: Contact;
  readonly memory: Memory;
  readonly supervision: Supervision;
  readonly logFile: () => Promise<string | undefined>;
}

const ANSWER_WITHIN = 2_000;
/** Of the clock by which /proc counts. */
const TICK = 10;

/** What a router is to the programs of its machine: its client services, tunnels and address book. */
export class Clients implements TunnelInstance, BookInstance {
  readonly changes: RouterChanges;

  constructor(readonly parts: Parts) {
    this.changes = new RouterChanges(parts.options, () => parts.supervision);
  }

  get options(): I2pdOptions {
    return this.parts.options;
  }

  get configuration(): Configuration {
    return this.parts.configuration;
  }

  get isUp(): boolean {
    return ["running", "draining"].includes(this.parts.supervision.state.name);
  }

  logFile(): Promise<string | undefined> {
    return this.parts.logFile();
  }

  hasBook(): boolean {
    return isOn(this.#settings().get("addressbook.enabled") ?? "true");
  }

  sam(): SamPlace | undefined {
    return placeOf("sam", this.#settings());
  }

  /** Its own, or one of its tunnels. */
  namingProxy(): SamPlace | undefined {
    const settings = this.#settings();
    const own = takesNames(settings.get("httpproxy.addresshelper"))
      ? placeOf("httpproxy", settings)
      : undefined;
    if (own !== undefined) return own;
    const tunnel = readTunnelFiles(tunnelPlaces(settings, this.options.dataDir)).found.find(
      ({ values, own: ours, fault }) =>
        values.get("type") === "httpproxy" &&
        takesNames(values.get("addresshelper")) &&
        !ours?.stopped &&
        fault === undefined,
    )?.values;
    return tunnel && { host: tunnel.get("address") ?? "127.0.0.1", port: Number(tunnel.get("port")) };
  }

  #settings(): Settings {
    const { config, mode } = this.options;
    return withDefaults(mode, settingsOf(textAt(config) ?? ""));
  }

  /** What is known of the client services of a router that runs. */
  async services(names: readonly ServiceName[], signal: AbortSignal): Promise<Services> {
    const control = this.isUp ? await this.parts.contact.control() : undefined;
    if (control === undefined) return {};
    return describeServices(names, await this.#facts(control, signal), control, signal);
  }

  async toldServers(): Promise<ReadonlyMap<string, string> | undefined> {
    const signal = AbortSignal.timeout(ANSWER_WITHIN);
    const control = this.isUp ? await this.parts.contact.control() : undefined;
    if (control === undefined || !fits(await this.#facts(control, signal))) return undefined;
    const told = (await control.service("I2PTunnel", signal))?.["server"];
    const servers = typeof told === "object" && told !== null ? Object.entries(told) : [];
    return new Map(servers.map(([name, one]) => [name, String((one as { address?: unknown })?.address)]));
  }

  async #facts(control: Control, signal: AbortSignal): Promise<ServiceFacts> {
    const { mode, clock, dataDir } = this.options;
    const { "router.uptime": uptime } = await control.info(["router.uptime"], signal);
    const { found, changed, unreadable } = readTunnelFiles(await this.tunnelPlaces());
    const run = found.filter(({ own, fault }) => !own?.stopped && fault === undefined);
    return {
      settings: this.#settings(),
      startedAt: mode === "supervise" ? clock.now() - Number(uptime) : undefined,
      tunnels: {
        tunnels: run.map(({ name, values }) => ({
          name,
          server: isServer(values),
          address: tunnelAddress(values, dataDir) ?? "",
        })),
        changed,
        more: unreadable.length > 0,
      },
    };
  }

  async routerNow(): Promise<RouterNow> {
    const { name } = this.parts.supervision.state;
    const process = await this.#process();
    // They are read for the first tunnel that has one: to read a table of sockets takes milliseconds.
    const ports: { [protocol in Protocol]?: readonly number[] | undefined } = {};
    const bound = (protocol: Protocol) => {
      if (process !== undefined && !(protocol in ports)) ports[protocol] = boundPorts(process.pid, protocol);
      return ports[protocol];
    };
    return {
      phase: this.isUp ? "running" : name === "starting" ? "starting" : "stopped",
      // Of another user's process it cannot be known who listens.
      listens: (port, protocol) => bound(protocol)?.includes(port) ?? isBound(port, protocol),
      startedAt: process && Date.now() - machineUptime() * 1_000 + process.began * TICK,
    };
  }

  async #process(): Promise<ProcessId | undefined> {
    const { mode, dataDir } = this.options;
    return mode === "supervise" ? processByPidFile(dataDir) : processOn(dataDir);
  }

  async tunnelPlaces(): Promise<TunnelPlaces> {
    const args = (await this.#arguments()) ?? [];
    return tunnelPlaces(await this.parts.configuration.settings(), this.options.dataDir, args);
  }

  async placesForChanges(): Promise<TunnelPlaces> {
    if ((await this.#arguments()) === undefined) throw new NotPossible(reason("i2pd.filesUnknown"));
    return this.tunnelPlaces();
  }

  /** Those that name files of tunnels; something else may have started the router with its own. */
  async #arguments(): Promise<readonly string[] | undefined> {
    const { memory, options } = this.parts;
    if (options.mode === "supervise") return [];
    const process = await processOn(options.dataDir);
    if (process === undefined) return memory.stored.tunnelArguments;
    const args = (await argumentsOf(process.pid)).filter(
      (one, at, all) => isTunnelOption(one) || isTunnelOption(all[at - 1] ?? ""),
    );
    if (JSON.stringify(args) !== JSON.stringify(memory.stored.tunnelArguments))
      await memory.keep({ tunnelArguments: args });
    return args;
  }

  async ports(): Promise<Ports> {
    return currentPorts(this.#settings());
  }

  async settingsWait(): Promise<boolean> {
    const { configuration, memory } = this.parts;
    return differs(await configuration.settings(), memory.stored.applied);
  }
}

function placeOf(service: "sam" | "httpproxy", settings: Settings): SamPlace | undefined {
  if (!isOn(settings.get(`${service}.enabled`) ?? "false")) return undefined;
  const host = settings.get(`${service}.address`) ?? "127.0.0.1";
  return { host, port: Number(settings.get(`${service}.port`) ?? USUAL_PORTS[service]) };
}

const takesNames = (addresshelper = "true"): boolean => isOn(addresshelper);

const isTunnelOption = (argument: string): boolean => /^--(tunconf|tunnelsdir)(=|$)/.test(argument);
