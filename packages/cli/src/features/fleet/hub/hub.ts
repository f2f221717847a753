import {
  BrokerError,
  type BusSettings,
  checkHubSettings,
  type HubCore,
  type HubSettings,
  openHub,
  openHubBus,
  openState,
} from "@pilothouse/fleet";
import type { OpenCore, Service, Settings } from "@pilothouse/server";
import { isLoopback } from "@pilothouse/system";
import type { Run } from "../../../command/context.js";
import { explainErrors } from "../../../local/explained-errors.js";
import type { SettingFlags } from "../../../local/flags.js";
import { passwordLines, placeLines, runService } from "../../../local/run-service.js";
import { version } from "../../../package-file.js";
import { localCommand, type Place } from "../../../services/local-command.js";
import { Complaint } from "../../../terminal/exit.js";

/** Runs a hub until a signal ends it. */
export const hub: Run<[], SettingFlags> = (context, _args, options) => {
  let core: HubCore | undefined;
  const openCore: OpenCore = async (parts) => {
    try {
      const options = { bus: busSettings(parts.settings()), openState, openBus: openHubBus };
      core = await openHub(parts, options);
      return core;
    } catch (error) {
      throw error instanceof BrokerError ? new Complaint(error.message) : error;
    }
  };
  return explainErrors(() =>
    runService(context, options, {
      make: async (common) => ({ ...common, openCore, check: checkHubSettings }),
      welcome: (service, settings, place) => welcome(service, settings, place, core?.bus.addresses ?? []),
      facts: () => ({ fleet: core?.bus.fleet, bus: core?.bus.addresses }),
    }),
  );
};

/** The settings of the hub among all settings. */
export function busSettings(all: Settings): BusSettings {
  const settings = all as Settings & HubSettings;
  const [first] = settings["hub.bus"];
  return {
    bus: first === "embedded" ? first : settings["hub.bus"],
    host: settings.host,
    port: settings["hub.bus_port"],
    addresses: settings["hub.addresses"],
    program: settings["hub.nats_server"],
    ca: settings["hub.bus_ca"],
    shared: settings["hub.shared"],
  };
}

/** What a person who has just started a hub needs to know. */
const welcome = (service: Service, settings: Settings, place: Place, bus: readonly string[]): string =>
  [
    `Pilothouse ${version} is ready as the hub of a fleet.`,
    ...placeLines(service, settings),
    `  Bus    ${bus.join(", ")}`,
    ...(isLoopback(settings.host) ? [] : namesLines(settings)),
    ...passwordLines(service, settings, place),
    "Next: invite a node, then give the token to `pilothouse join` on its machine.",
    `  ${localCommand("fleet invite --local", place)}`,
  ].join("\n");

/** By which names others reach it. A name that it does not know is refused, and people try names first. */
function namesLines(settings: Settings & Partial<HubSettings>): string[] {
  const { "http.allowed_hosts": names, "hub.addresses": addresses = [] } = settings;
  const port = settings["https.port"];
  return [
    names.length > 0
      ? `  Names  ${names.map((name) => `https://${name}:${port}/`).join(", ")}, and this machine's addresses`
      : `  Names  this machine's name and addresses; for another host name, set http.allowed_hosts: --http-allowed-hosts hub.example`,
    ...(addresses.length > 0
      ? []
      : [
          "         if nodes find it at another address (NAT, a host name), set hub.addresses: --hub-addresses tls://hub.example:7651",
        ]),
  ];
}
