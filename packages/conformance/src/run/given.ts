import type { Asking } from "../check/check.js";
import { settingDefinition } from "../spec/keys.js";
import type { Variables } from "../wire/template.js";
import type { Restorer } from "./restorer.js";
import type { Target } from "./target.js";

/** What a check starts from, or why it cannot start. */
export type Given =
  | { readonly variables: Variables }
  | { readonly unsupported: string }
  | { readonly skipped: string };

/** Picks the values that a check writes. */
export async function given(check: Asking, restorer: Restorer, target: Target): Promise<Given> {
  if (check.setting !== undefined) return givenSetting(check.setting, restorer);
  if (check.probe === true) return givenProbe(restorer, target);
  return { variables: {} };
}

function givenSetting(key: NonNullable<Asking["setting"]>, restorer: Restorer): Given {
  const old = restorer.settings.get(key);
  if (old === undefined) return { unsupported: `the server does not have svc.${key}` };
  if (old === null && !key.endsWith("hostname") && restorer.advanced === undefined)
    return { skipped: `svc.${key} is not set, and could not be unset again` };
  const [fresh = "", other = ""] = (settingDefinition(key).samples ?? []).filter((sample) => sample !== old);
  return { variables: { OLD: old ?? "", NEW: fresh, OTHER: other } };
}

async function givenProbe(restorer: Restorer, target: Target): Promise<Given> {
  // A router may change settings of its own at any time: what counts is how they are now.
  const map = restorer.advanced === undefined ? undefined : await restorer.steady();
  if (map === undefined) {
    const why = `getAll: ${restorer.advancedTrouble}`;
    return restorer.advancedTrouble.endsWith("-32601") ? { unsupported: why } : { skipped: why };
  }
  const [name, first, second] = target.probe;
  if (restorer.refusesProbe)
    return {
      skipped: `the server refuses to set ${name}: name a setting that it knows with --probe-setting`,
    };
  const { [name]: _probe, ...others } = map;
  return {
    variables: {
      PROBE: name,
      FIRST: first,
      SECOND: second,
      SNAPSHOT: JSON.stringify(map),
      MAP_WITH_PROBE: JSON.stringify({ ...others, [name]: second }),
      MAP_WITHOUT_PROBE: JSON.stringify(others),
    },
  };
}
