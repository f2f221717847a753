import type { Router } from "@pilothouse/drivers/port";
import { FeatureList, type Features } from "./feature.js";
import { access, firstPassword } from "./features/access/feature.js";
import { acting } from "./features/acting/feature.js";
import { addressbook } from "./features/addressbook/feature.js";
import { apply } from "./features/apply/feature.js";
import { backup } from "./features/backup/feature.js";
import { health } from "./features/health/feature.js";
import { history } from "./features/history/feature.js";
import { machine } from "./features/machine/feature.js";
import { membership } from "./features/membership/feature.js";
import type { Membership } from "./features/membership/membership.js";
import { metrics } from "./features/metrics/feature.js";
import { notify } from "./features/notify/feature.js";
import { record } from "./features/record/feature.js";
import { routerSettings } from "./features/router-settings/feature.js";
import { sampling } from "./features/sampling/feature.js";
import { service } from "./features/service/feature.js";
import { serviceSettings } from "./features/service-settings/feature.js";
import { status } from "./features/status/feature.js";
import { traffic } from "./features/traffic/feature.js";
import { tunnels } from "./features/tunnels/feature.js";
import { updates } from "./features/updates/feature.js";
import type { Logs } from "./logs/logs.js";
import type { ServiceHandlers } from "./rpc/answer.js";
import type { CoreHas, CoreOptions } from "./service-core.js";
import type { Labels } from "./telemetry/prometheus.js";

/** What a service with a router gives its features. */
export interface NodeGiven extends CoreOptions {
  readonly router: Router;
  readonly logs: Logs;
  /** Files that belong into a backup. */
  readonly backupFiles: () => Promise<readonly string[]>;
  /** When the certificate in use ends. */
  readonly certificateExpires: () => number | undefined;
  /** How it belongs to a fleet; absent where it cannot. */
  readonly membership?: Membership | undefined;
  /** Aborted when the service ends. */
  readonly closing: AbortSignal;
  /** On every figure for Prometheus. */
  readonly labels: Labels;
}

/** `NODE`, or `NODE` with more. A list that leaves a method of the service without a handler does not compile. */
export type NodeFeatures = Features<NodeGiven, CoreHas, keyof ServiceHandlers>;

/** All that a service with a router can do, in the order in which it is opened. It is closed in the reverse order. */
export const NODE = FeatureList.given<NodeGiven>()
  .with(record)
  .with(access)
  .with(firstPassword)
  .with(sampling)
  .with(history)
  .with(updates)
  .with(routerSettings)
  .with(tunnels)
  .with(addressbook)
  .with(traffic)
  .with(health)
  .with(notify)
  .with(backup)
  .with(machine)
  .with(acting)
  .with(apply)
  .with(membership)
  .with(status)
  .with(service)
  .with(serviceSettings)
  .with(metrics) satisfies NodeFeatures;
