import type { Check } from "../check/check.js";
import { ACTIONS } from "./actions.js";
import { AUTH } from "./auth.js";
import { ENVELOPE } from "./envelope.js";
import { HTTP } from "./http.js";
import { INFO } from "./info.js";
import { ADDRESS_BOOK } from "./proposal-170/addressbook.js";
import { KEYS, TUNNELS } from "./proposal-170/tunnels.js";
import { RATES } from "./rates.js";
import { REPLIES } from "./replies.js";
import { SECURITY } from "./security.js";
import { SERVICE } from "./service.js";
import { ADVANCED } from "./settings/advanced.js";
import { SETTINGS } from "./settings/network-settings.js";
import { SETTING_VALUES } from "./settings/setting-values.js";
import { TOKENS } from "./tokens.js";

/** Every check of this revision. */
export const CHECKS: readonly Check[] = [
  ...ENVELOPE,
  ...AUTH,
  ...TOKENS,
  ...INFO,
  ...RATES,
  ...SETTINGS,
  ...SETTING_VALUES,
  ...ADVANCED,
  ...SERVICE,
  ...HTTP,
  ...SECURITY,
  ...TUNNELS,
  ...ADDRESS_BOOK,
  ...ACTIONS,
  ...REPLIES,
  KEYS,
];
