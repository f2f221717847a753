import { ACCESS } from "./access.js";
import { ACTING } from "./acting.js";
import type { Command } from "./command.js";
import { HUB_ACCESS } from "./hub/access.js";
import { HUB_LIFE } from "./hub/life.js";
import { QUEUE } from "./hub/queue.js";
import { KILLS } from "./kills.js";
import { LIFE } from "./life.js";
import { NOTIFY } from "./notify.js";
import { READING } from "./reading.js";
import { ROUTER_SETTINGS } from "./router-settings.js";
import { APPLY } from "./saving/apply.js";
import { AT_ONCE } from "./saving/at-once.js";
import { SERVICE_SETTINGS } from "./service-settings.js";
import { TUNNEL_CHANGES } from "./tunnels/changing.js";
import { NAME_CHANGES } from "./tunnels/names.js";

/** Everything that can happen to a service, by room. */
export const COMMANDS: readonly Command[] = [
  ...ACCESS,
  ...ROUTER_SETTINGS,
  ...APPLY,
  ...AT_ONCE,
  ...TUNNEL_CHANGES,
  ...NAME_CHANGES,
  ...ACTING,
  ...SERVICE_SETTINGS,
  ...NOTIFY,
  ...READING,
  ...LIFE,
  ...KILLS,
  ...HUB_ACCESS,
  ...HUB_LIFE,
  ...QUEUE,
];
