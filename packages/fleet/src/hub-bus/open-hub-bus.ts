import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { Broker } from "../broker/broker.js";
import { BrokerError } from "../broker/program.js";
import { existingConfig } from "../broker/server-config.js";
import type { BusSettings } from "../bus/bus-settings.js";
import { JoinAnswers } from "../joining/answer-join.js";
import { type BusPlace, type EnrolmentParts, HubEnrolment } from "../joining/hub-enrolment.js";
import type { RevokedNode } from "../joining/node-record.js";
import { accountJwts, type FleetKeys, openFleetKeys, userOf } from "../keys/fleet-keys.js";
import { dial, type Trust } from "../link/dial.js";
import { listDocuments } from "../state/documents.js";
import type { FleetBus, HubBusParts } from "./fleet-bus.js";
import { jitterFor, NatsHubBus } from "./nats-hub-bus.js";

/** Opens the bus of a hub, with its own server where the settings say so. Resolves before the first connection is there. */
export async function openHubBus(parts: HubBusParts): Promise<FleetBus> {
  const { state, clock, settings, dataDir, log, nodes } = parts;
  const keys = openFleetKeys(dataDir);
  const accounts = new Accounts(keys, parts);
  await accounts.load();
  const embedded = settings.bus === "embedded";
  const broker = embedded
    ? await Broker.start({
        ...{ dataDir, host: settings.host, port: settings.port, program: settings.program, keys, log },
        accounts: () => accounts.jwts(),
        streams: settings.shared,
      })
    : undefined;
  const { place, dialled } = placesOf(settings, broker);
  const enrolmentParts: EnrolmentParts = {
    ...{ state, keys, clock, log, place: () => place },
    reconnectJitter: () => jitterFor(nodes()),
    cutOff: () => accounts.push(dialled),
  };
  const enrolment = new HubEnrolment(enrolmentParts);
  const joins = new JoinAnswers(enrolmentParts, enrolment);
  const bus = new NatsHubBus({
    ...parts,
    ...{ keys, enrolment, place: () => place, dialled },
    answerJoin: (invitation, request) => joins.answer(invitation, request),
    // A node may have been removed while the bus was away, or by another hub.
    onOpened: () => accounts.push(dialled),
    closeServer: async () => broker?.stop(),
  });
  bus.start();
  return bus;
}

/** What `hub nats-config` prints. */
export const natsConfig = (dataDir: string, { streams = true, now = Date.now() } = {}): string => {
  const keys = openFleetKeys(dataDir);
  const accounts = accountJwts(keys, { iat: Math.floor(now / 1_000), revocations: {}, streams });
  return existingConfig(keys, accounts, { streams });
};

/** The accounts as the servers of the bus must know them: who was removed is in there. */
class Accounts {
  #revocations: Readonly<Record<string, number>> = {};
  #iat = 0;
  #pushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly keys: FleetKeys,
    private readonly parts: Pick<HubBusParts, "state" | "clock" | "settings">,
  ) {}

  async load(): Promise<void> {
    const revoked = await listDocuments<RevokedNode>(this.parts.state, "revoked/");
    this.#revocations = Object.fromEntries(
      [...revoked].map(([node, { at }]) => [node, Math.floor(at / 1_000)]),
    );
  }

  jwts(): ReadonlyMap<string, string> {
    const { clock, settings } = this.parts;
    // Servers keep the newer of two, by the second.
    this.#iat = Math.max(Math.floor(clock.now() / 1_000), this.#iat + 1);
    return accountJwts(this.keys, {
      ...{ iat: this.#iat, revocations: this.#revocations },
      streams: settings.bus !== "embedded" || settings.shared,
    });
  }

  /** Tells the servers; one after the other, since the newest counts. */
  push(dialled: { readonly addresses: readonly string[]; readonly trust: Trust }): Promise<void> {
    const pushed = this.#pushing.then(() => this.#push(dialled));
    this.#pushing = pushed.catch(() => {});
    return pushed;
  }

  async #push(dialled: { readonly addresses: readonly string[]; readonly trust: Trust }): Promise<void> {
    await this.load();
    const { key, jwt } = userOf(this.keys.system, "hub");
    const connection = await dial({ ...dialled, login: { key, jwt }, name: "pilothouse hub" });
    try {
      const account = this.jwts().get(this.keys.account.id) ?? "";
      const { data } = await connection.request("$SYS.REQ.CLAIMS.UPDATE", account, { timeout: 10_000 });
      const { error } = JSON.parse(Buffer.from(data).toString("utf8")) as {
        error?: { description?: string };
      };
      if (error !== undefined)
        throw new Error(`the bus does not take the fleet's account: ${error.description}`);
    } finally {
      await connection.close();
    }
  }
}

export interface Places {
  readonly place: BusPlace;
  readonly dialled: { readonly addresses: readonly string[]; readonly trust: Trust };
}

export function placesOf(settings: BusSettings, broker: Broker | undefined): Places {
  if (broker !== undefined) {
    const { port, certificate } = broker;
    const addresses = settings.addresses.length > 0 ? settings.addresses : ownAddresses(settings.host, port);
    const local = isEvery(settings.host) ? "localhost" : settings.host;
    return {
      place: { addresses: addresses.map(asAddress), certificate, fingerprint: digest(certificate) },
      dialled: {
        addresses: [address(local, port)],
        trust: { certificate },
      },
    };
  }
  const addresses = (settings.bus as readonly string[]).map(asAddress);
  const certificate = settings.ca === undefined ? undefined : readAuthority(settings.ca);
  return {
    place: {
      addresses: settings.addresses.length > 0 ? settings.addresses.map(asAddress) : addresses,
      certificate,
      fingerprint: certificate === undefined ? undefined : digest(certificate),
    },
    dialled: { addresses, trust: certificate === undefined ? "system" : { certificate } },
  };
}

const digest = (pem: string): Buffer =>
  Buffer.from(new X509Certificate(pem).fingerprint256.replaceAll(":", ""), "hex");

function readAuthority(file: string): string {
  try {
    const pem = readFileSync(file, "utf8");
    digest(pem);
    return pem;
  } catch (error) {
    throw new BrokerError(
      `hub.bus_ca names ${file}, which holds no certificate: ${(error as Error).message}`,
    );
  }
}

const isEvery = (host: string): boolean => host === "0.0.0.0" || host === "::";
const address = (host: string, port: number): string =>
  `tls://${host.includes(":") ? `[${host}]` : host}:${port}`;

const USUAL_PORT = 7651;

/** An address as people write it: with or without scheme and port. */
function asAddress(text: string): string {
  const full = /^[a-z]+:\/\//.test(text) ? text : `tls://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url === undefined || !["tls:", "nats:"].includes(url.protocol) || url.hostname === "")
    throw new BrokerError(`${JSON.stringify(text)} is no address of a bus; write tls://host:${USUAL_PORT}`);
  return `tls://${url.hostname}:${url.port || USUAL_PORT}`;
}

/** Where others find a server of this machine, as far as the machine can know. */
function ownAddresses(host: string, port: number): readonly string[] {
  if (!isEvery(host)) return [address(host, port)];
  const outer = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ internal, address: one }) => !internal && !one.startsWith("fe80:"))
    .map(({ address: one }) => one);
  return [hostname(), ...outer].map((one) => address(one, port));
}
