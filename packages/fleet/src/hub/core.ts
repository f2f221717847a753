import { hostname } from "node:os";
import type { MethodName } from "@pilothouse/protocol";
import {
  type Answer,
  Audit,
  Auth,
  accessHandlers,
  BackupSchedule,
  Backups,
  backupHandler,
  type Call,
  type CoreParts,
  type Format,
  type Handlers,
  LOCAL,
  type Log,
  makeAnswer,
  Notifier,
  notifyHandler,
  ownSettingsHandlers,
  RequestMeter,
  type ServiceCore,
  type Store,
  serviceHandlers,
  sharedPage,
  WebApps,
  writePage,
} from "@pilothouse/server";
import type { BusSettings } from "../bus/bus-settings.js";
import { openRollouts, type Rollouts } from "../handlers/rollouts.js";
import type { FleetBus, HubBusParts } from "../hub-bus/fleet-bus.js";
import { OrderNumbers } from "../hub-bus/order-numbers.js";
import { SoundState } from "../state/sound-state.js";
import type { FleetState } from "../state/state.js";
import { callerName } from "./caller-name.js";
import { markDuplicate } from "./duplicates.js";
import { joiningHandlers } from "./handlers/joining.js";
import { keepHandler } from "./handlers/keep.js";
import { nodeHandlers } from "./handlers/nodes.js";
import { operatorHandlers } from "./handlers/operators.js";
import { queueHandlers } from "./handlers/queue.js";
import { statusHandler } from "./handlers/status.js";
import { hubFiles } from "./hub-files.js";
import { hubName } from "./hub-name.js";
import { HUB_ROWS, type HubSettings } from "./hub-settings.js";
import { Inventory } from "./inventory/inventory.js";
import { FLEET } from "./metrics.js";
import { nodeAnswers } from "./node-answer.js";
import { NodeRules } from "./notices/node-rules.js";
import { Opened } from "./opened.js";
import { Authority } from "./operators/authority.js";
import { Operators } from "./operators/operators.js";
import { CallQueue } from "./queue/call-queue.js";
import { GracefulWaits } from "./queue/graceful-waits.js";

export interface HubSeams {
  readonly bus: BusSettings;
  readonly openState: (parts: {
    readonly store: Store;
    readonly dataDir: string;
    readonly settings: BusSettings;
    readonly log: Log;
  }) => Promise<FleetState>;
  readonly openBus: (parts: HubBusParts) => Promise<FleetBus>;
}

const elsewhere = (method: MethodName): string =>
  method.startsWith("pilothouse.join") || method.startsWith("pilothouse.leave")
    ? "this is a hub, which cannot join a fleet"
    : "this is a hub, which has no router; call a node of its fleet at /nodes/NAME/";

/** What a hub is without its sockets. */
export class HubCore implements ServiceCore {
  readonly simulated = false;

  private constructor(
    readonly answer: Answer,
    readonly answerAt: (path: string) => Answer | undefined,
    readonly metrics: (format: Format) => Promise<string>,
    readonly auth: Auth,
    readonly audit: Audit,
    readonly webApps: WebApps,
    readonly inventory: Inventory,
    readonly bus: FleetBus,
    readonly rollouts: Rollouts,
    readonly queue: CallQueue,
    readonly waits: GracefulWaits,
    readonly notifier: Notifier,
    private readonly parts: Opened,
  ) {}

  static async open(parts: CoreParts, seams: HubSeams): Promise<HubCore> {
    const opened = new Opened();
    try {
      return await HubCore.#open(parts, seams, opened);
    } catch (error) {
      await opened.close().catch((err: unknown) => parts.log.warn({ err }, "not everything could be closed"));
      throw error;
    }
  }

  static async #open(parts: CoreParts, seams: HubSeams, opened: Opened): Promise<HubCore> {
    const { store, settings, clock, log, version, own, onSettings, files, prepare, signal, passwdCommand } =
      parts;
    const kept = await seams.openState({ store, dataDir: settings().data_dir, settings: seams.bus, log });
    opened.add(() => kept.close());
    const state = await SoundState.open(kept, { clock, log: (message) => log.error(message) });
    const operators = new Operators(state, store);
    opened.add(() => operators.stop());
    await operators.start();
    const auth = await Auth.open(store, clock, {
      tokenLifetimeMs: () => settings()["auth.token_lifetime"],
      allowFactoryPassword: () => settings()["auth.allow_factory_password"],
      accounts: operators,
    });
    opened.add(() => auth.close());
    const audit = new Audit(store, clock, log);
    opened.add(() => audit.close());
    let bus: FleetBus | undefined;
    let queue: CallQueue | undefined;
    let reportsSince: number | undefined;
    // A node that has just joined is asked for a report at once. When the bus is there, it asks all nodes.
    const inventory = new Inventory(state, clock, {
      onNew: ({ id, standing, name }) => {
        if (standing === "unknown")
          log.warn(
            { node: id, fingerprint: name },
            "a node has a key of the fleet, but there is no record of it here: adopt or remove it",
          );
        void bus?.notify({ report: 0 }, id).catch((error: unknown) => log.debug({ err: error }, "no notice"));
      },
      onDuplicate: ({ id, name, instances }) => {
        log.warn({ node: name, instances }, "two machines use the key of one node");
        markDuplicate(state, id, clock.now()).catch((error: unknown) =>
          log.error({ err: error }, "not kept"),
        );
      },
      onState: ({ id, online }) => {
        if (online) void queue?.flush(id);
      },
    });
    await operators.attach(auth);
    await prepare?.({ auth, audit });
    opened.add(() => inventory.stop());
    await inventory.start();
    signal?.throwIfAborted();
    const openBus = await seams.openBus({
      ...{ state, clock, log, settings: seams.bus, dataDir: settings().data_dir },
      ...{ hub: await hubName(store), numbers: new OrderNumbers(store, clock) },
      nodes: () => inventory.size,
      record: (node) => inventory.find(node)?.record,
      events: {
        onInstances: (node, instances) => inventory.instances(node, instances),
        onStopped: (node) => inventory.stopped(node),
        onReport: (node, report, made) => inventory.report(node, report, made),
        onConnected: (connected) => {
          reportsSince = connected ? clock.now() : undefined;
          log.info(connected ? "connected to the bus" : "the bus is away; reconnecting");
        },
      },
    });
    bus = openBus;
    opened.add(() => openBus.close());
    signal?.throwIfAborted();
    const webApps = new WebApps(store, () => settings()["http.jsonrpc"]);
    const meter = new RequestMeter();
    const found = { inventory, operators };
    const now = () => clock.now();
    const hub = await hubName(store);
    const authority = new Authority({ auth, audit, operators, hub });
    const rollouts = await openRollouts({
      ...{ state, bus: openBus, view: inventory, clock, hub, authority },
      sees: (session) => operators.sees(session),
      nameOf: ({ session }) => callerName(session) ?? LOCAL.address,
      log: (message) => log.warn(message),
    });
    opened.add(() => rollouts.close());
    const waiting = { state, clock, inventory, bus: openBus, authority };
    const waits = new GracefulWaits({
      ...waiting,
      log: (error) => log.warn({ err: error }, "a graceful wait could not be cancelled"),
    });
    opened.add(() => waits.stop());
    waits.start();
    const calls = new CallQueue({
      ...{ ...waiting, waits, hub },
      log: (error) => log.warn({ err: error }, "a queued call could not be processed"),
    });
    queue = calls;
    opened.add(() => calls.stop());
    await calls.start();
    const notifier = new Notifier({
      ...{ store, clock, log, settings, router: "hub", host: hostname() },
      // A hub keeps no events; what fails is in its log.
      events: { add: async () => {} },
      own,
      rules: new NodeRules({
        nodes: () => inventory.all(),
        size: () => inventory.size,
        name: (id) => inventory.find(id)?.name,
        reportsSince: () => reportsSince,
        offlineAfter: () =>
          (settings() as Partial<HubSettings>)["hub.offline_alert"] ?? HUB_ROWS["hub.offline_alert"].default,
      }),
    });
    opened.add(() => notifier.stop());
    notifier.start();
    const backups = new Backups({
      ...{ store, settings, clock, version },
      files: async () => [...files(), ...hubFiles(settings().data_dir)],
    });
    await backups.sweep();
    const schedule = new BackupSchedule({
      ...{ settings, clock, make: backups.make },
      events: {
        add: async (kind, data) => log[kind === "backup.failed" ? "warn" : "info"]({ ...data }, kind),
      },
    });
    opened.add(() => schedule.stop());
    schedule.start();
    const methods = () => Object.keys(handlers) as MethodName[];
    const service = serviceHandlers({ webApps, audit, version, methods });
    const settingsHandler = ownSettingsHandlers({ own, changed: onSettings, prefix: "notify." });
    const whole = <P, R>(handler: (params: P, call: Call) => R, concerns = (_params: P) => true) => {
      return (params: P, call: Call): R => {
        if (concerns(params)) operators.requireWholeFleet(call.session);
        return handler(params, call);
      };
    };
    const handlers: Partial<Handlers> = {
      ...accessHandlers({ auth, audit, passwdCommand }),
      ...service,
      "pilothouse.audit": whole(service["pilothouse.audit"]),
      "pilothouse.webapps": whole(service["pilothouse.webapps"]),
      ...statusHandler({ ...found, auth, clock, version, state, bus: openBus }),
      ...nodeHandlers({ ...found, state, bus: openBus }),
      ...keepHandler({ ...found, state, bus: openBus }),
      ...joiningHandlers(openBus.enrolment, found, now),
      ...operatorHandlers({ operators, auth, now }),
      ...queueHandlers({ ...found, queue: calls, authority, now }),
      "pilothouse.notify": whole(notifyHandler(notifier)["pilothouse.notify"]),
      "pilothouse.settings": whole(settingsHandler["pilothouse.settings"]),
      ...backupHandler(backups),
      ...rollouts.handlers,
      "fleet.template": whole(rollouts.handlers["fleet.template"]),
      "fleet.drift": whole(rollouts.handlers["fleet.drift"]),
      "fleet.rollout": whole(rollouts.handlers["fleet.rollout"], ({ kind }) => kind === "apply"),
    };
    const answer = makeAnswer({ auth, handlers, elsewhere, audit, meter, log });
    const answerAt = nodeAnswers({
      ...found,
      auth,
      audit,
      authority,
      waits,
      bus: openBus,
      log,
      now,
      own: answer,
    });
    const metrics = sharedPage((format) =>
      writePage({ meter, tokens: auth.tokens, version }, format, {}, (add) =>
        add(FLEET, { summary: inventory.summary(), busConnected: openBus.connected }),
      ),
    );
    return new HubCore(
      answer,
      answerAt,
      metrics,
      auth,
      audit,
      webApps,
      inventory,
      openBus,
      rollouts,
      calls,
      waits,
      notifier,
      opened,
    );
  }

  interrupt(): void {}

  close(): Promise<void> {
    return this.parts.close();
  }
}
