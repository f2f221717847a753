import type { CommandDefinition, Families, Feature } from "./command/definition.js";
import { SHELL_COMMANDS } from "./completion/commands.js";
import { AUDIT_COMMANDS, LOGIN_COMMANDS, SESSION_COMMANDS } from "./features/access/commands.js";
import { ACTING_COMMANDS } from "./features/acting/commands.js";
import { NAMES_COMMANDS } from "./features/addressbook/commands.js";
import { BACKUP_COMMANDS } from "./features/backup/commands.js";
import { HEALTH_COMMANDS, REPORT_COMMANDS } from "./features/health/commands.js";
import { HISTORY_COMMANDS } from "./features/history/commands.js";
import { NOTIFY_COMMANDS } from "./features/notify/commands.js";
import { EVENT_COMMANDS, LOG_COMMANDS } from "./features/record/commands.js";
import {
  NAMES_RECORD_COMMANDS,
  ROUTER_SETTINGS_COMMANDS,
  TUNNEL_RECORD_COMMANDS,
} from "./features/router-settings/commands.js";
import { CALL_COMMANDS, SERVE_COMMANDS } from "./features/service/commands.js";
import { CONFIG_COMMANDS } from "./features/service-settings/commands.js";
import { SETUP_COMMANDS } from "./features/setup/commands.js";
import { STATUS_COMMANDS } from "./features/status/commands.js";
import { TRAFFIC_COMMANDS } from "./features/traffic/commands.js";
import { TUNNEL_COMMANDS } from "./features/tunnels/commands.js";
import { FEED_COMMANDS, UPDATE_COMMANDS } from "./features/updates/commands.js";

interface Group {
  readonly title: string;
  readonly commands: readonly CommandDefinition[];
}

const READING = [
  ...[...STATUS_COMMANDS, ...HISTORY_COMMANDS, ...TRAFFIC_COMMANDS],
  ...[...AUDIT_COMMANDS, ...EVENT_COMMANDS, ...CALL_COMMANDS],
];
const SERVICE = [
  ...[...SERVE_COMMANDS, ...CONFIG_COMMANDS, ...HEALTH_COMMANDS, ...NOTIFY_COMMANDS, ...REPORT_COMMANDS],
  ...[...LOG_COMMANDS, ...BACKUP_COMMANDS, ...SETUP_COMMANDS, ...FEED_COMMANDS],
];
const GROUPS: readonly Group[] = [
  { title: "Profiles and login:", commands: LOGIN_COMMANDS },
  { title: "Reading:", commands: READING },
  { title: "Settings of the router:", commands: ROUTER_SETTINGS_COMMANDS },
  {
    title: "Tunnels and names:",
    commands: [...TUNNEL_COMMANDS, ...TUNNEL_RECORD_COMMANDS, ...NAMES_COMMANDS, ...NAMES_RECORD_COMMANDS],
  },
  { title: "Acting on the router:", commands: [...ACTING_COMMANDS, ...UPDATE_COMMANDS] },
  { title: "Sessions and tokens:", commands: SESSION_COMMANDS },
  { title: "Many routers:", commands: [] },
  { title: "The service on this machine:", commands: SERVICE },
  { title: "The service as part of a fleet:", commands: [] },
  { title: "Your shell:", commands: SHELL_COMMANDS },
];

/** Every command, in the groups in which help and documents show them. */
export const commandGroups = (features: readonly Feature[]): readonly Group[] =>
  GROUPS.map(({ title, commands }) => ({
    title,
    commands: [...commands, ...features.flatMap((feature) => feature.commands[title] ?? [])],
  })).filter(({ commands }) => commands.length > 0);

export const families = (features: readonly Feature[]): Families => ({
  profiles: { description: "The routers you know.", alone: "list" },
  net: { description: "Network settings of the router." },
  advanced: { description: "The router's whole configuration, by the names that the router defines." },
  tunnel: { description: "Tunnels of programs: hidden services and proxies.", alone: "list" },
  names: { description: "The router's address book.", alone: "list" },
  sessions: { description: "Who is logged in.", alone: "list" },
  token: { description: "Tokens for programs." },
  notify: { description: "Notifications by webhook, ntfy and e-mail.", alone: "status" },
  setup: { description: "Let the service manage a router of this machine." },
  feed: { description: "Make a signed update feed." },
  ...Object.assign({}, ...features.map((feature) => feature.families)),
});
