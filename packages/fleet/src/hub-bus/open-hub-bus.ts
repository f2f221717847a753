import { every } from "@pilothouse/system";
import { accountFile, Broker } from "../broker/broker.js";
import { openFilesFault } from "../broker/open-files.js";
import { existingConfig } from "../broker/server-config.js";
import { JoinAnswers } from "../joining/answer-join.js";
import type { Invitation } from "../joining/enrolment.js";
import { type EnrolmentOptions, HubEnrolment } from "../joining/hub-enrolment.js";
import { accountJwts, openFleetKeys } from "../keys/fleet-keys.js";
import { readDocument } from "../state/documents.js";
import { Accounts } from "./accounts.js";
import { jitterFor } from "./address-push.js";
import type { FleetBus, HubBusOptions } from "./fleet-bus.js";
import { NatsHubBus } from "./nats-hub-bus.js";
import { requireOnlyOne } from "./only-one.js";
import { embeddedPlaces, existingPlaces } from "./places.js";

const CLEAN_UP_EVERY_MS = 60_000;
const TELL_MS = 1_000;

/** Opens the bus of a hub, with its own server where the settings say so. Resolves before the first connection is there. */
export async function openHubBus(options: HubBusOptions): Promise<FleetBus> {
  const { state, clock, settings, dataDir, log, nodes } = options;
  const keys = openFleetKeys(dataDir);
  const accounts = new Accounts(keys, options);
  if (settings.bus === "embedded") await accounts.loadBeside(accountFile(dataDir, keys.account.id));
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
  const enrolmentOptions: EnrolmentOptions = {
    ...{ state, keys, clock, log, place: () => place },
    reconnectJitter: () => jitterFor(nodes()),
    cutOff: () => accounts.push(dialled),
  };
  const enrolment = new HubEnrolment(enrolmentOptions);
  const endSweeps = every(
    CLEAN_UP_EVERY_MS,
    () => enrolment.cleanUp(),
    (error) => log.warn({ err: error }, "the invitations cannot be read"),
  );
  // A hub that was killed before it told the bus, or that told it less at the same moment, must not leave a removed node
  // connected: every hub that learns of a removal tells the bus.
  let telling: NodeJS.Timeout | undefined;
  const endWatch = state.watch("revoked/", () => {
    telling ??= setTimeout(() => {
      telling = undefined;
      accounts.push(dialled).catch((error: unknown) => log.debug({ err: error }, "the bus is away"));
    }, TELL_MS).unref();
  });
  const joins = new JoinAnswers(enrolmentOptions, enrolment);
  const bus = new NatsHubBus({
    ...options,
    ...{ keys, enrolment, place: () => place, dialled },
    answerJoin: (...asked) => joins.answer(...asked),
    suspend: async (sender) => {
      const login =
        "node" in sender
          ? sender.node
          : (await readDocument<Invitation>(state, `invitation/${sender.invitation}`))?.login;
      if (login !== undefined) await accounts.suspend(login, dialled);
    },
    onOpened: async (connection) => {
      await requireOnlyOne(connection, options.hub);
      // A node may have been removed while the bus was away, or by another hub.
      await accounts.push(dialled);
    },
    closeServer: async () => {
      endWatch();
      clearTimeout(telling);
      void endSweeps();
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
