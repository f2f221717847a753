import { AUDIT_RESULTS } from "../features/access/audit.js";
import { PASSWORD_RESULTS } from "../features/access/password.js";
import { SESSION_RESULTS } from "../features/access/sessions.js";
import { ACTING_RESULTS } from "../features/acting.js";
import { APPLY_RESULTS } from "../features/apply.js";
import { BACKUP_RESULTS } from "../features/backup.js";
import { HEALTH_RESULTS } from "../features/health.js";
import { HISTORY_RESULTS } from "../features/history/history.js";
import { MEMBERSHIP_RESULTS } from "../features/membership.js";
import { NOTIFY_RESULTS } from "../features/notify.js";
import { RECORD_RESULTS } from "../features/record.js";
import { CHANGES_RESULTS } from "../features/router-settings/changes.js";
import { SERVICE_RESULTS } from "../features/service.js";
import { SERVICE_SETTINGS_RESULTS } from "../features/service-settings.js";
import { STATUS_RESULTS } from "../features/status/status.js";
import { TRAFFIC_RESULTS } from "../features/traffic.js";

/**
 * What the methods that only this service has answer. Apart from their other facts and words, because this is all
 * that a client needs of them, and the client for browsers is small.
 */
export const EXTENSION_RESULTS = {
  ...PASSWORD_RESULTS,
  ...SESSION_RESULTS,
  ...AUDIT_RESULTS,
  ...RECORD_RESULTS,
  ...HISTORY_RESULTS,
  ...STATUS_RESULTS,
  ...ACTING_RESULTS,
  ...CHANGES_RESULTS,
  ...APPLY_RESULTS,
  ...TRAFFIC_RESULTS,
  ...HEALTH_RESULTS,
  ...NOTIFY_RESULTS,
  ...BACKUP_RESULTS,
  ...MEMBERSHIP_RESULTS,
  ...SERVICE_RESULTS,
  ...SERVICE_SETTINGS_RESULTS,
} as const;
