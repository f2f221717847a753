import { readFileSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { isEveryAddress } from "@pilothouse/system";
import type { Broker } from "../broker/broker.js";
import { BrokerError } from "../broker/program.js";
import type { BusSettings } from "../bus/bus-settings.js";
import type { BusPlace } from "../joining/hub-enrolment.js";
import { digestOf, type Trust } from "../link/trust.js";

/** How the hub itself connects. */
export interface Dialled {
  readonly addresses: readonly string[];
  readonly trust: Trust;
}

interface Places {
  /** For nodes. */
  readonly place: BusPlace;
  readonly dialled: Dialled;
}

/** Of the hub's own server. */
export function embeddedPlaces({ port, certificate }: Broker, settings: BusSettings): Places {
  const addresses = settings.addresses.length > 0 ? settings.addresses : ownAddresses(settings.host, port);
  const local = isEveryAddress(settings.host) ? "localhost" : settings.host;
  return {
    place: { addresses: addresses.map(asAddress), certificate, fingerprint: digestOf(certificate) },
    dialled: { addresses: [address(local, port)], trust: { certificate } },
  };
}

/** Of servers that were there before. */
export function existingPlaces(servers: readonly string[], settings: BusSettings): Places {
  const addresses = servers.map(asAddress);
  const certificate = settings.ca === undefined ? undefined : readAuthority(settings.ca);
  return {
    place: {
      addresses: settings.addresses.length > 0 ? settings.addresses.map(asAddress) : addresses,
      certificate,
      fingerprint: certificate === undefined ? undefined : digestOf(certificate),
    },
    dialled: { addresses, trust: certificate === undefined ? "system" : { certificate } },
  };
}

function readAuthority(file: string): string {
  try {
    const pem = readFileSync(file, "utf8");
    digestOf(pem);
    return pem;
  } catch (error) {
    throw new BrokerError(
      `hub.bus_ca names ${file}, which holds no certificate: ${(error as Error).message}`,
    );
  }
}

const address = (host: string, port: number): string =>
  `tls://${host.includes(":") ? `[${host}]` : host}:${port}`;

const USUAL_PORT = 7651;

/** An address as people write it: with or without scheme and port. */
function asAddress(text: string): string {
  const full = /^[a-z]+:\/\//.test(text) ? text : `tls://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url === undefined || !["tls:", "nats:"].includes(url.protocol) || url.hostname === "")
    throw new BrokerError(
      `${JSON.stringify(text)} is not an address of a bus; write tls://host:${USUAL_PORT}`,
    );
  return `tls://${url.hostname}:${url.port || USUAL_PORT}`;
}

/** Where others find a server of this machine, as far as the machine can know. */
function ownAddresses(host: string, port: number): readonly string[] {
  if (!isEveryAddress(host)) return [address(host, port)];
  const outer = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ internal, address: one }) => !internal && !one.startsWith("fe80:"))
    .map(({ address: one }) => one);
  return [hostname(), ...outer].map((one) => address(one, port));
}
