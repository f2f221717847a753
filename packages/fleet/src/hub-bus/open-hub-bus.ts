import { Broker } from "../broker/broker.js";
import { openFilesFault } from "../broker/open-files.js";
import { existingConfig } from "../broker/server-config.js";
import { JoinAnswers } from "../joining/answer-join.js";
import { type EnrolmentParts, HubEnrolment } from "../joining/hub-enrolment.js";
import type { RevokedNode } from "../joining/node-record.js";
import { accountJwts, type FleetKeys, openFleetKeys, userOf } from "../keys/fleet-keys.js";
import { dial } from "../link/dial.js";
import { listDocuments } from "../state/documents.js";
import type { FleetBus, HubBusParts } from "./fleet-bus.js";
import { NatsHubBus } from "./nats-hub-bus.js";
import { type Dialled, embeddedPlaces, existingPlaces } from "./places.js";
import { jitterFor } from "./teaching.js";

const SWEEP_EVERY_MS = 60_000;

/** Opens the bus of a hub, with its own server where the settings say so. Resolves before the first connection is there. */
export async function openHubBus(parts: HubBusParts): Promise<FleetBus> {
  const { state, clock, settings, dataDir, log, nodes } = parts;
  const keys = openFleetKeys(dataDir);
  const accounts = new Accounts(keys, parts);
  await accounts.load();
  const start = () =>
    Broker.start({
      ...{ dataDir, host: settings.host, port: settings.port, program: settings.program, keys, log },
      accounts: () => accounts.jwts(),
      streams: settings.shared,
    });
  const broker = settings.bus === "embedded" ? await start() : undefined;
  const fault = broker && openFilesFault(nodes());
  if (fault !== undefined) log.warn(fault);
  const { place, dialled } =
    broker === undefined
      ? existingPlaces(settings.bus as readonly string[], settings)
      : embeddedPlaces(broker, settings);
  const enrolmentParts: EnrolmentParts = {
    ...{ state, keys, clock, log, place: () => place },
    reconnectJitter: () => jitterFor(nodes()),
    cutOff: () => accounts.push(dialled),
  };
  const enrolment = new HubEnrolment(enrolmentParts);
  await enrolment.start();
  const sweeping = setInterval(() => {
    enrolment.sweep().catch((error: unknown) => log.warn({ err: error }, "the invitations cannot be read"));
  }, SWEEP_EVERY_MS).unref();
  const joins = new JoinAnswers(enrolmentParts, enrolment);
  const bus = new NatsHubBus({
    ...parts,
    ...{ keys, enrolment, place: () => place, dialled },
    answerJoin: (invitation, request) => joins.answer(invitation, request),
    // A node may have been removed while the bus was away, or by another hub.
    onOpened: () => accounts.push(dialled),
    closeServer: async () => {
      clearInterval(sweeping);
      await broker?.stop();
    },
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

  /** Sends them to the servers, one change after the other, because the newest counts. */
  push(dialled: Dialled): Promise<void> {
    const pushed = this.#pushing.then(() => this.#push(dialled));
    this.#pushing = pushed.catch(() => {});
    return pushed;
  }

  async #push(dialled: Dialled): Promise<void> {
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
