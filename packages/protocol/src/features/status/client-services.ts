import { call, optional } from "../../kernel/shapes.js";
import { anything } from "../../value-types/value-types.js";
import { object } from "./router-details.js";

const serviceResult = optional(object, "The service, as the router describes it.");

export const METHODS = {
  ClientServicesInfo: call({
    guard: "token",
    scope: "read",
    description:
      "The client services of the router that are asked for, in the form of i2pd's answers. A service about which the router says nothing is answered as off.",
    params: {
      I2PTunnel: optional(anything, "Asks for the tunnels of tunnels.conf."),
      HTTPProxy: optional(anything, "Asks for the HTTP proxy."),
      SOCKS: optional(anything, "Asks for the SOCKS proxy."),
      SAM: optional(anything, "Asks for the SAM bridge."),
      BOB: optional(anything, "Asks for the BOB bridge."),
      I2CP: optional(anything, "Asks for the I2CP server."),
    },
    result: {
      I2PTunnel: serviceResult,
      HTTPProxy: serviceResult,
      SOCKS: serviceResult,
      SAM: serviceResult,
      BOB: serviceResult,
      I2CP: serviceResult,
    },
    others: "ignored",
    extension: true,
  }),
} as const;

export type ServiceName = keyof (typeof METHODS)["ClientServicesInfo"]["params"];
export const SERVICE_NAMES = Object.keys(METHODS.ClientServicesInfo.params) as readonly ServiceName[];
/** What is known of client services; a service about which nothing is known is left out. */
export type Services = { readonly [S in ServiceName]?: { readonly [name: string]: unknown } };
