import { ACCESS } from "./access.js";
import { TOGETHER } from "./at-once.js";
import { BUDGET } from "./budget.js";
import type { Fault } from "./fault.js";
import { LIFE } from "./life.js";
import { NOTIFY } from "./notify.js";
import { RECORD } from "./record.js";
import { ROUTER } from "./router.js";
import { SETTINGS } from "./settings.js";
import { SHOWN } from "./shown.js";
import { TUNNELS } from "./tunnels.js";

/** Faults that the model must find, by feature. */
export const FAULTS: readonly Fault[] = [
  ...SETTINGS,
  ...TOGETHER,
  ...ACCESS,
  ...RECORD,
  ...BUDGET,
  ...NOTIFY,
  ...ROUTER,
  ...LIFE,
  ...SHOWN,
  ...TUNNELS,
];
