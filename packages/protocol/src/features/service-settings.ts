import { call, describe } from "../kernel/shapes.js";
import { isObject, type Kind, Unfit } from "../kinds/kinds.js";
import { INSIGHT_RESULTS, type ServiceValue, serviceValue } from "../tables/insight/insight-results.js";

type ServiceValues = { readonly [name: string]: ServiceValue };

/** By name. The kind is secret as a whole, since some values are: an error repeats none. */
const values: Kind<ServiceValues> = {
  type: "map string to value",
  wants: "an object of names of settings and their values",
  schema: { type: "object", minProperties: 1 },
  secret: true,
  read(given) {
    if (!isObject(given) || Object.keys(given).length === 0) throw new Unfit(`wants ${values.wants}`);
    return Object.fromEntries(
      Object.entries(given).map(([name, one]) => {
        try {
          return [name, serviceValue.read(one)];
        } catch {
          throw new Unfit("wants texts, whole numbers, lists of texts or null as values");
        }
      }),
    );
  },
  write: JSON.stringify,
};

/** Settings of the service that can be changed while it runs. */
export const SERVICE_SETTINGS_METHOD = call({
  guard: "token",
  scope: "read",
  says: "Lists the settings of the service that can be changed while it runs: notifications and the traffic budget. With `set`, changes some, all or none; they are kept in the service's store. What is set in the configuration file, the environment or by a flag counts, and cannot be changed here.",
  params: {
    set: {
      kind: values,
      says: 'Values by name, as they would stand in the file, such as `{"budget.monthly":"500GB"}`; null unsets one. `notify.webhook_key`, `notify.ntfy_token` and `notify.email_password` take the secrets themselves; a secret is dropped when the address that it belongs to changes and it is not given again.',
      optional: true,
      scope: "all",
      changes: true,
    },
  },
  result: describe(INSIGHT_RESULTS["pilothouse.settings"], {
    settings:
      "All of them, as they now are: `name`, `value`, its `source` and, unless that is the default or `run time`, `where` it is set. If `hidden`, the value is a secret: it is not shown, or only the part of an address that is not secret.",
  }),
  others: "refused",
  extension: true,
});
