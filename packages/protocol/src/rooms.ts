import * as audit from "./features/access/audit.js";
import * as devices from "./features/access/devices.js";
import * as password from "./features/access/password.js";
import * as sessions from "./features/access/sessions.js";
import * as acting from "./features/acting.js";
import * as addressbook from "./features/addressbook.js";
import * as apply from "./features/apply.js";
import * as backup from "./features/backup.js";
import * as health from "./features/health.js";
import * as history from "./features/history/history.js";
import * as machine from "./features/machine.js";
import * as membership from "./features/membership.js";
import * as notify from "./features/notify.js";
import * as record from "./features/record.js";
import * as advanced from "./features/router-settings/advanced.js";
import * as changes from "./features/router-settings/changes.js";
import * as network from "./features/router-settings/network.js";
import * as sampling from "./features/sampling.js";
import * as service from "./features/service.js";
import * as serviceSettings from "./features/service-settings.js";
import * as clientServices from "./features/status/client-services.js";
import * as routerInfo from "./features/status/router-info.js";
import * as status from "./features/status/status.js";
import * as traffic from "./features/traffic.js";
import * as tunnels from "./features/tunnels/tunnels.js";
import * as updates from "./features/updates.js";
import type { EventDefinitions, FindingDefinitions } from "./kernel/definitions.js";
import type { Method } from "./kernel/shapes.js";

/** What a room can bring to the interface; the tables are made of it. */
interface Room {
  readonly METHODS?: { readonly [name: string]: Method };
  readonly EVENTS?: EventDefinitions;
  readonly FINDINGS?: FindingDefinitions;
  /** The codes of what is in the audit by its name alone. */
  readonly AUDIT?: readonly string[];
  /** The codes of what is in the audit in a sentence with values, and the sentence. */
  readonly AUDIT_TEXTS?: { readonly [code: string]: string };
}

/** Every room but the fleet's, which the page of a service without one does not load. */
const ROOMS = [
  password,
  devices,
  sessions,
  audit,
  record,
  history,
  routerInfo,
  status,
  clientServices,
  acting,
  network,
  advanced,
  changes,
  apply,
  tunnels,
  addressbook,
  updates,
  traffic,
  health,
  sampling,
  machine,
  notify,
  backup,
  membership,
  service,
  serviceSettings,
] as const satisfies readonly Room[];

/**
 * What the methods that only this service has answer. Apart from their other facts and words, because this is all
 * that a client needs of them, and the client for browsers is small: only by their names can the others be left out.
 */
export const EXTENSION_RESULTS = {
  ...password.RESULTS,
  ...devices.RESULTS,
  ...sessions.RESULTS,
  ...audit.RESULTS,
  ...record.RESULTS,
  ...history.RESULTS,
  ...status.RESULTS,
  ...acting.RESULTS,
  ...changes.RESULTS,
  ...apply.RESULTS,
  ...traffic.RESULTS,
  ...tunnels.RESULTS,
  ...addressbook.RESULTS,
  ...health.RESULTS,
  ...notify.RESULTS,
  ...backup.RESULTS,
  ...membership.RESULTS,
  ...service.RESULTS,
  ...serviceSettings.RESULTS,
} as const;

/** What every room answers is among them: the compiler says so here if it is not. */
export type AllResults = typeof EXTENSION_RESULTS extends infer A extends Merged<Part<"RESULTS">> ? A : never;

type Part<P extends string, R = (typeof ROOMS)[number]> = R extends { readonly [N in P]: infer T }
  ? T
  : never;
type All<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer A) => void ? A : never;
type Merged<T> = { readonly [N in keyof All<T>]: All<T>[N] };

/** What all rooms bring of this, in one table. */
/* @__NO_SIDE_EFFECTS__ */
export const ofRooms = <P extends Exclude<keyof Room, "AUDIT">>(part: P): Merged<Part<P>> =>
  Object.assign({}, ...(ROOMS as readonly Room[]).map((room) => room[part]));

/* @__NO_SIDE_EFFECTS__ */
export const auditOfRooms = (): readonly Part<"AUDIT">[number][] =>
  (ROOMS as readonly Room[]).flatMap(({ AUDIT = [] }) => AUDIT) as Part<"AUDIT">[number][];
