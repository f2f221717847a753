import { ACTIONS } from "./actions.js";
import { AUTH } from "./auth.js";
import { ENVELOPE } from "./envelope.js";
import { HTTP } from "./http.js";
import { INFO } from "./info.js";
import type { Mutant } from "./mutant.js";
import { ADDRESS_BOOK } from "./proposal-170/addressbook.js";
import { TUNNELS } from "./proposal-170/tunnels.js";
import { RATES } from "./rates.js";
import { REPLIES } from "./replies.js";
import { SECURITY } from "./security.js";
import { SERVICE } from "./service.js";
import { ADVANCED } from "./settings/advanced.js";
import { SETTINGS } from "./settings/network-settings.js";
import { TOKENS } from "./tokens.js";

/** Every deliberate fault, one server each. */
export const MUTANTS: readonly Mutant[] = [
  ...ENVELOPE,
  ...REPLIES,
  ...AUTH,
  ...TOKENS,
  ...INFO,
  ...RATES,
  ...SETTINGS,
  ...ADVANCED,
  ...ACTIONS,
  ...SERVICE,
  ...HTTP,
  ...SECURITY,
  ...TUNNELS,
  ...ADDRESS_BOOK,
];
