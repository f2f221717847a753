import type { CommandRow } from "./command/command-row.js";
import { SESSION_ROWS } from "./features/access/commands.js";
import { ACCESS_ROWS } from "./features/access/sessions-commands.js";
import { ACTING_ROWS } from "./features/acting/commands.js";
import { MEMBERSHIP_ROWS } from "./features/fleet/membership/commands.js";
import { FLEET_ROWS, HUB_ROWS } from "./features/fleet/nodes/commands.js";
import { ROLLOUT_ROWS } from "./features/fleet/rollouts/commands.js";
import { SETTINGS_ROWS } from "./features/router-settings/commands.js";
import { SERVICE_ROWS, SHELL_ROWS } from "./features/service/commands.js";
import { READING_ROWS } from "./features/status/commands.js";

/** Every command, in the groups in which help and documents show them. */
export const COMMAND_GROUPS: readonly { readonly title: string; readonly rows: readonly CommandRow[] }[] = [
  { title: "Profiles and login:", rows: SESSION_ROWS },
  { title: "Reading:", rows: READING_ROWS },
  { title: "Settings of the router:", rows: SETTINGS_ROWS },
  { title: "Acting on the router:", rows: ACTING_ROWS },
  { title: "Sessions and tokens:", rows: ACCESS_ROWS },
  { title: "Many routers:", rows: [...HUB_ROWS, ...FLEET_ROWS, ...ROLLOUT_ROWS] },
  { title: "The service on this machine:", rows: SERVICE_ROWS },
  { title: "The service as part of a fleet:", rows: MEMBERSHIP_ROWS },
  { title: "Your shell:", rows: SHELL_ROWS },
];

/** Commands that only hold others. `alone` is the one to run when no subcommand is given. */
export const FAMILIES: { readonly [name: string]: { readonly says: string; readonly alone?: string } } = {
  profiles: { says: "The routers you know.", alone: "list" },
  net: { says: "Network settings of the router." },
  advanced: { says: "The router's whole configuration, by the names that the router defines." },
  sessions: { says: "Who is logged in.", alone: "list" },
  token: { says: "Tokens for programs." },
  notify: { says: "Notifications by webhook, ntfy and e-mail.", alone: "status" },
  fleet: { says: "Many routers, through their hub." },
  hub: { says: "The hub of a fleet.", alone: "run" },
  setup: { says: "Let the service manage a router of this machine." },
  feed: { says: "Make a signed update feed." },
};
