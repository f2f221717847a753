import { describe, extension, optional } from "../kernel/shapes.js";
import {
  count,
  either,
  flag,
  isObject,
  listOf,
  orNull,
  record,
  text,
  Unfit,
  type ValueType,
} from "../value-types/value-types.js";

/** A value as it would stand in the configuration file; null is unset. */
const serviceValue = orNull(either(text, either(count, listOf(text))));
export type ServiceValue = ReturnType<(typeof serviceValue)["read"]>;

const setting = record({
  name: text,
  value: serviceValue,
  source: text,
  where: text,
  hidden: flag,
});
export type ServiceSetting = ReturnType<(typeof setting)["read"]>;

type ServiceValues = { readonly [name: string]: ServiceValue };

const WANTS = "an object of names of settings and their values";
/** By name. The value type is secret as a whole, since some values are: an error repeats none. */
export const serviceValues: ValueType<ServiceValues> = {
  type: "map string to value",
  wants: WANTS,
  schema: { type: "object", minProperties: 1 },
  secret: true,
  read(given) {
    if (!isObject(given) || Object.keys(given).length === 0) throw new Unfit(`wants ${WANTS}`);
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

export const RESULTS = {
  // A node of a fleet may be older than its hub, and have no revision.
  "pilothouse.settings": { settings: { type: listOf(setting) }, revision: { type: count, optional: true } },
} as const;

/** Settings of the service that can be changed while it runs. */
export const METHODS = {
  "pilothouse.settings": extension({
    scope: "read",
    description:
      "Lists the settings of the service that can be changed while it runs: notifications and the traffic budget. With `set`, changes some, all or none; they are kept in the service's store. What is set in the configuration file, the environment or by a flag counts, and cannot be changed here.",
    params: {
      set: {
        type: serviceValues,
        description:
          'Values by name, as they would stand in the file, such as `{"budget.monthly":"500GB"}`; null unsets one. `notify.webhook_key`, `notify.ntfy_token` and `notify.email_password` take the secrets themselves; a secret is dropped when the address that it belongs to changes and it is not given again.',
        optional: true,
        scope: "all",
        changes: true,
      },
      ifRevision: optional(
        count,
        "With `set`: the `revision` at which the settings were read. If any was set since, that is an error, and nothing is changed. Without it, the last one counts.",
      ),
    },
    result: describe(RESULTS, "pilothouse.settings", {
      settings:
        "All of them, as they now are: `name`, `value`, its `source` and, unless that is the default or `run time`, `where` it is set. If `hidden`, the value is a secret: it is not shown, or only the part of an address that is not secret.",
      revision: "How often settings were set here.",
    }),
  }),
} as const;

export const AUDIT = ["settings of the service", "settings reloaded"] as const;
