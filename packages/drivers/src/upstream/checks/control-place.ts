import { isThisMachine, ok, orNone } from "@pilothouse/system";
import type { ControlPlace, ControlServices, Situation } from "../../driver.js";
import type { ServiceSettings } from "../settings.js";

/** Where Java I2P puts its control service by default. */
export const JAVA_USUAL: readonly ControlPlace[] = [
  {
    url: "http://127.0.0.1:7657/jsonrpc/",
    whose: "Java I2P's control service",
    factory: true,
    todo: "change its password in its console (Web applications, jsonrpc), or stop that web application there",
  },
];

export function upstreamControl({ settings }: Situation<ServiceSettings>): ControlServices {
  const url = orNone(() => new URL(settings["upstream.url"] ?? ""));
  if (url === undefined) return { places: [], findings: [] };
  if (!isThisMachine(url.hostname))
    return { places: [], findings: [ok(`${url.href} is another machine: nothing was tried there`)] };
  const place: ControlPlace = {
    url: url.href,
    whose: "the router's control service",
    factory: settings["upstream.dialect"] !== "i2pd",
    todo: "change its password (and upstream.password_file); i2pd's never checks one: there, only other users can be kept off the machine",
  };
  return { places: [place], findings: [] };
}
