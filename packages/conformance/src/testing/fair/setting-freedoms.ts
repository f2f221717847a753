import { Refusal, type Value } from "../../reference/behaviour.js";
import { settingError } from "../../reference/settings.js";
import { answers, method, rightMethods } from "../mutants/mutant.js";
import { type Freedom, freedom } from "./freedom.js";

const right = rightMethods["NetworkSetting"];
const waits = (name: string) => /port$|hostname$/.test(name);
const PLACES = ["ntcp.hostname", "ntcp.port", "ssu.hostname", "ssu.port"];

/** Ports and host names stay as they are until the router restarts. */
const later = () =>
  method("NetworkSetting", async (params, state, behaviour) => {
    const before = new Map(state.settings);
    const changed = Object.keys(params).filter((name) => waits(name) && typeof params[name] === "string");
    const result = { ...(await right?.(params, state, behaviour)) };
    if (changed.length === 0) return result;
    state.settings = before;
    const reads = Object.fromEntries(changed.map((name) => [name, null]));
    return { ...result, ...(await right?.(reads, state, behaviour)), RestartNeeded: true };
  });

export const SETTING_FREEDOMS: readonly Freedom[] = [
  freedom("changes ports and host names when it restarts", later, {
    meets: /^settings\./,
    should: PLACES.flatMap((place) => [`settings.echo.${place}`, `settings.write.${place}`]),
  }),
  freedom(
    "has words of its own for UPnP",
    () => ({
      settingError: (key: string, value: Value) =>
        /upnp|laptop/.test(key) && !/^(on|off)$/.test(String(value))
          ? "is on or off"
          : settingError(key, value),
    }),
    { meets: /^settings\./ },
  ),
  freedom(
    "reads settings that were made elsewhere",
    () =>
      answers("NetworkSetting", (result) => ({
        ...result,
        ...("svc.router.net.ssu.autoip" in result ? { "svc.router.net.ssu.autoip": "fixed" } : {}),
        ...("svc.router.net.ssu.hostname" in result
          ? { "svc.router.net.ssu.hostname": "[::1], a host" }
          : {}),
      })),
    { meets: /^settings\.(read|values|requested)/, should: ["settings.values"] },
  ),
  freedom(
    "answers limits as numbers, as old versions do",
    () =>
      answers("NetworkSetting", (result) =>
        Object.fromEntries(
          Object.entries(result).map(([name, value]) => [
            name,
            typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value,
          ]),
        ),
      ),
    { meets: /^settings\./, should: ["settings.strings"] },
  ),
  freedom(
    "does not have some of the keys, and refuses them",
    () =>
      method("NetworkSetting", (params, state, behaviour) => {
        if (Object.keys(params).some((name) => /upnp|ntcp/.test(name))) throw new Refusal("invalidParams");
        return right?.(params, state, behaviour) ?? {};
      }),
    { meets: /^settings\./ },
  ),
  freedom(
    "leaves out the keys that it does not have",
    () =>
      answers("NetworkSetting", (result) =>
        Object.fromEntries(Object.entries(result).filter(([name]) => !/upnp|ntcp/.test(name))),
      ),
    { meets: /^settings\.(read|requested|two)/ },
  ),
  freedom(
    "takes Set for set as well, and answers what was set",
    () =>
      method("AdvancedSettings", async (params, state, behaviour) => {
        const { Set: capital, ...rest } = params;
        const set = rest["set"] ?? capital;
        const known = set === undefined ? rest : { ...rest, set };
        const result = await rightMethods["AdvancedSettings"]?.(known, state, behaviour);
        return set === undefined ? { ...result } : { ...result, set };
      }),
    { meets: /^advanced\./, should: ["advanced.case.set", "advanced.set.empty"] },
  ),
  freedom(
    "keeps the time in a setting",
    () => {
      let count = 0;
      return answers("AdvancedSettings", (result) =>
        "getAll" in result
          ? { ...result, getAll: { ...(result["getAll"] as object), "last.look": String(++count) } }
          : result,
      );
    },
    { meets: /^advanced\./ },
  ),
];
