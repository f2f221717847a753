import { choiceOf } from "../../value-types/setting-types.js";
import {
  flag,
  isObject,
  text,
  Unfit,
  type ValueType,
  valueType,
  within,
} from "../../value-types/value-types.js";
import { addressReason } from "../../words/value-reason.js";
import { strictOptions } from "./loose-values.js";
import { type TunnelOption, tunnelName } from "./options.js";

const ACTIONS = ["create", "edit", "start", "stop", "restart", "adopt", "delete"] as const;

/** A change of a tunnel as a caller asks for it. */
export interface AskedTunnelChange {
  readonly action: (typeof ACTIONS)[number];
  readonly name: string;
  readonly options?: ReadonlyMap<TunnelOption, string | null>;
  readonly newName?: string;
  /** In Base64. */
  readonly key?: string;
  readonly forgetKey?: boolean;
}

const LONGEST_KEY = 8_192;

/** What each action takes beside its name; a new name is checked, that of a tunnel of another program is as it is. */
const fieldsOf = (): {
  readonly [A in AskedTunnelChange["action"]]: { readonly [field: string]: ValueType<unknown> };
} => ({
  create: { name: tunnelName, options: strictOptions(), key: keyText },
  edit: { name: text, options: strictOptions(), newName: tunnelName },
  start: { name: text },
  stop: { name: text },
  restart: { name: text },
  adopt: { name: tunnelName },
  delete: { name: text, forgetKey: flag },
});

const keyText = valueType({
  type: "string",
  wants: addressReason("wants.keyFile"),
  schema: { type: "string", format: "password", maxLength: LONGEST_KEY },
  secret: true,
  fits: (value): value is string =>
    typeof value === "string" && value.length <= LONGEST_KEY && /^[A-Za-z0-9+/]+={0,2}$/.test(value),
});

/* @__NO_SIDE_EFFECTS__ */
export const tunnelChange = (): ValueType<AskedTunnelChange> => ({
  type: "object",
  wants: "an object with action and name, and what the action takes",
  schema: {
    type: "object",
    properties: {
      ...{
        action: { type: "string", enum: ACTIONS },
        name: { type: "string" },
        forgetKey: { type: "boolean" },
      },
      ...{ options: strictOptions().schema, newName: tunnelName.schema, key: keyText.schema },
    },
    required: ["action", "name"],
    additionalProperties: false,
  },
  read(value) {
    if (!isObject(value)) throw new Unfit("wants an object with action and name");
    const action = within("action", () => choiceOf(ACTIONS).read(value["action"]));
    const fields = fieldsOf()[action];
    const other = Object.keys(value).find((name) => name !== "action" && !Object.hasOwn(fields, name));
    if (other !== undefined)
      throw new Unfit(
        `has ${JSON.stringify(other.slice(0, 80))}; ${action} takes ${Object.keys(fields).join(", ")}`,
      );
    const given = Object.entries(fields).flatMap(([name, type]) =>
      value[name] === undefined && name !== "name"
        ? []
        : [[name, within(name, () => type.read(value[name]))]],
    );
    return { action, ...Object.fromEntries(given) } as AskedTunnelChange;
  },
  write: (value) => {
    const { options, ...rest } = value as AskedTunnelChange;
    return JSON.stringify({ ...rest, ...(options && { options: Object.fromEntries(options) }) });
  },
});
