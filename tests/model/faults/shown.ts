import { Health } from "../../../packages/server/src/features/health/health.js";
import { SettingsRecord } from "../../../packages/server/src/features/router-settings/settings-record.js";
import { Call } from "../../../packages/server/src/rpc/call.js";
import { type Fault, replace, show } from "./fault.js";

const SECRET = ["set a secret", { who: 0, n: 0 }] as const;
const DOWN = [
  ["order", { who: 0, action: "Shutdown" }],
  ["time passes", { seconds: 25 }],
] as const;
const NO_SECRET = "No secret is in any output below the scope `all`.";
const NOT_GREEN = "Nothing is green that is not known to be well.";

/** What is shown, to whom. */
export const SHOWN: readonly Fault[] = [
  {
    name: "who may only read is shown secrets of the router",
    put: () => show(Call, "scope", (): "all" => "all"),
    breaks: NO_SECRET,
    steps: [
      SECRET,
      ["make a token", { who: 0, name: "reader", scope: "read", days: 1 }],
      ["read", { who: 1, method: "AdvancedSettings" }],
    ],
  },
  {
    name: "an event quotes a secret",
    put: () =>
      replace(
        SettingsRecord,
        "of",
        (was) =>
          function (this: SettingsRecord, by, part, before, after) {
            const quoted = [...after.values()].join(", ");
            return was
              .call(this, by, part, before, after)
              .map((one) => ({ ...one, data: () => ({ ...one.data(), names: quoted }) }));
          },
      ),
    breaks: NO_SECRET,
    steps: [SECRET],
  },
  {
    name: "the verdict is good whatever is found",
    put: () =>
      replace(
        Health,
        "look",
        (was) =>
          async function (this: Health, how) {
            return { ...(await was.call(this, how)), verdict: "ok" as const };
          },
      ),
    breaks: NOT_GREEN,
    steps: DOWN,
  },
  {
    name: "nothing is found of a router that is down",
    put: () =>
      replace(
        Health,
        "look",
        (was) =>
          async function (this: Health, how) {
            return { ...(await was.call(this, how)), verdict: "ok" as const, findings: [] };
          },
      ),
    breaks: NOT_GREEN,
    steps: DOWN,
  },
];
