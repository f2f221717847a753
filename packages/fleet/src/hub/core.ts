import type { MethodName } from "@pilothouse/protocol";
import {
  access,
  backup,
  type Call,
  type CoreOptions,
  FeatureList,
  firstPassword,
  type Handlers,
  makeAnswer,
  metrics,
  type Notifier,
  notify,
  type ServiceCore,
  type SettingsToCheck,
  service,
  serviceSettings,
  startCore,
} from "@pilothouse/server";
import type { BusSettings } from "../bus/bus-settings.js";
import type { FleetBus, HubBusOptions } from "../hub-bus/fleet-bus.js";
import { fleetState, type OpenState } from "../state/feature.js";
import { health } from "./health/feature.js";
import { history } from "./history/feature.js";
import { hubFiles, hubName } from "./hub-data.js";
import { nodeAnswers } from "./node-answer.js";
import { type NodesProvide, nodes } from "./nodes/feature.js";
import { accounts, operators } from "./operators/feature.js";
import { type Queues, queue } from "./queue/feature.js";
import { fleetEvents, record } from "./record/feature.js";
import type { FleetWatch } from "./record/fleet-watch.js";
import type { RolloutEngine } from "./rollouts/engine/engine.js";
import { rollouts } from "./rollouts/feature.js";

export interface HubOptions {
  readonly bus: BusSettings;
  readonly openState: OpenState;
  readonly openBus: (options: HubBusOptions) => Promise<FleetBus>;
}

/** What a hub gives its features. */
interface HubGiven extends CoreOptions, Omit<HubOptions, "bus"> {
  /** The name of this hub. */
  readonly hub: string;
  readonly busSettings: BusSettings;
  readonly backupFiles: () => Promise<readonly string[]>;
  readonly router: { readonly kind: string };
  readonly settingsPrefix: string;
  readonly labels: { readonly [name: string]: string };
}

/** All that a hub can do, in the order in which it is opened. */
const HUB = FeatureList.given<HubGiven>()
  .with(fleetState)
  .with(accounts)
  .with(record)
  .with(access)
  .with(operators)
  .with(firstPassword)
  .with(nodes)
  .with(history)
  .with(rollouts)
  .with(queue)
  .with(fleetEvents)
  .with(health)
  .with(notify)
  .with(backup)
  .with(service)
  .with(serviceSettings)
  .with(metrics);

/** Throws for settings that contradict each other. */
export const checkHubSettings = (given: SettingsToCheck): void => HUB.check(given);

type Open = Awaited<ReturnType<typeof HUB.open>>;

const notFoundHint = (method: MethodName): string =>
  method.startsWith("pilothouse.join") || method.startsWith("pilothouse.leave")
    ? "this is a hub, which cannot join a fleet"
    : "this is a hub, which has no router; call a node of its fleet at /nodes/NAME/";

/** What a hub is without its sockets, with its features for the command line and for tests. */
export interface HubCore extends ServiceCore, NodesProvide, Queues {
  readonly rollouts: RolloutEngine;
  readonly notifier: Notifier;
  readonly fleetWatch: FleetWatch;
}

export async function openHub(
  options: CoreOptions,
  { bus: busSettings, ...opens }: HubOptions,
): Promise<HubCore> {
  const { store, settings, clock, files, signal } = options;
  const given: HubGiven = {
    ...options,
    ...opens,
    busSettings,
    hub: await hubName(store),
    labels: {},
    settingsPrefix: "notify.",
    backupFiles: async () => [...files(), ...hubFiles(settings().data_dir)],
    router: { kind: "hub" },
  };
  const running = await HUB.open(given, signal);
  const { operators: known, ...has } = running.has;
  const handlers = fullFleetOnly(running.handlers, (call) => known.requireFullFleet(call.session));
  const answer = makeAnswer({ ...has, handlers, notFoundHint });
  const answerAt = nodeAnswers({ ...has, operators: known, now: () => clock.now(), hubAnswer: answer });
  return startCore(running, { answer, answerAt, simulated: false, interrupt: () => {} }, signal);
}

/** Some methods concern the fleet as a whole: an operator who may see only a part of it may not call them. */
function fullFleetOnly(handlers: Open["handlers"], require: (call: Call) => void): Partial<Handlers> {
  const whole = <P, R>(handler: (params: P, call: Call) => R, concerns = (_params: P) => true) => {
    return (params: P, call: Call): R => {
      if (concerns(params)) require(call);
      return handler(params, call);
    };
  };
  return {
    ...handlers,
    "pilothouse.history": whole(handlers["pilothouse.history"]),
    "pilothouse.audit": whole(handlers["pilothouse.audit"]),
    "pilothouse.webapps": whole(handlers["pilothouse.webapps"]),
    "pilothouse.notify": whole(handlers["pilothouse.notify"]),
    "pilothouse.settings": whole(handlers["pilothouse.settings"]),
    "fleet.template": whole(handlers["fleet.template"]),
    "fleet.drift": whole(handlers["fleet.drift"]),
    "fleet.rollout": whole(handlers["fleet.rollout"], ({ kind }) => kind === "apply"),
  };
}
