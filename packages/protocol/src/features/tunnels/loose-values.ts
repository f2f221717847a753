import { allSettings, type Settings } from "../../value-types/setting-types.js";
import { isObject, Unfit, type ValueType, valueType, within } from "../../value-types/value-types.js";
import { TUNNEL_OPTIONS, type TunnelOption, tunnelName } from "./options.js";

/**
 * Clients of the proposal send every number and boolean that nobody has set as 0 and false, and texts as "". So these
 * mean "not given"; the texts "0" and "false" mean themselves.
 */
const isNotGiven = (value: unknown): boolean =>
  value === 0 || value === false || value === "" || value === null;

/** The names of signature types that clients send. */
const SIGNATURE_TYPES: { readonly [name: string]: string } = {
  DSA_SHA1: "0",
  ECDSA_SHA256_P256: "1",
  ECDSA_SHA384_P384: "2",
  ECDSA_SHA512_P521: "3",
  EDDSA_SHA512_ED25519: "7",
  REDDSA_SHA512_ED25519: "11",
};

const asText = (value: unknown): unknown =>
  typeof value === "boolean" || Number.isSafeInteger(value) ? String(value) : value;

/** An option as clients of the proposal send it: as a text, a number or a boolean. */
/* @__NO_SIDE_EFFECTS__ */
export function looseOption(option: TunnelOption): ValueType<string | undefined> {
  const { type } = TUNNEL_OPTIONS[option] as { readonly type: ValueType<string> };
  return {
    ...type,
    type: "string, number or boolean",
    schema: { anyOf: [type.schema, { type: ["integer", "boolean"] }] },
    read(value) {
      if (isNotGiven(value)) return undefined;
      const given = asText(value);
      return type.read(
        option === "SigType" && typeof given === "string" ? (SIGNATURE_TYPES[given] ?? given) : given,
      );
    },
  };
}

/** An option of the proposal that no router here has a counterpart for. */
export const notOffered = valueType({
  type: "any",
  wants: '0, false or "", which mean "not given": this service has no such option',
  schema: { enum: [0, false, "", null] },
  fits: (value): value is null => isNotGiven(value),
});

/** A name that may be left empty. */
/* @__NO_SIDE_EFFECTS__ */
export const orEmpty = <T>(type: ValueType<T>): ValueType<T | undefined> => ({
  ...type,
  read: (value) => (isNotGiven(value) ? undefined : type.read(value)),
});

/** Options by name, each a text or null, which unsets it. */
/* @__NO_SIDE_EFFECTS__ */
export const strictOptions = (): ValueType<ReadonlyMap<TunnelOption, string | null>> => ({
  type: "map string to string or null",
  wants: "an object of options and their values",
  schema: {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(TUNNEL_OPTIONS).map(([name, { type }]) => [
        name,
        { anyOf: [type.schema, { type: "null" }] },
      ]),
    ),
    additionalProperties: false,
  },
  read(value) {
    if (!isObject(value)) throw new Unfit("wants an object of options and their values");
    return new Map(
      Object.entries(value).map(([name, one]) => {
        const option = optionOf(name);
        return [option, one === null ? null : within(name, () => TUNNEL_OPTIONS[option].type.read(one))];
      }),
    );
  },
  write: (value) => JSON.stringify(Object.fromEntries(value as ReadonlyMap<string, string | null>)),
});

/** Options of several tunnels, by `NAME.Option` as in the record of changes. */
/* @__NO_SIDE_EFFECTS__ */
export const tunnelSettings = (): ValueType<Settings> => ({
  ...allSettings,
  read(value) {
    const all = allSettings.read(value);
    for (const [name, one] of all) {
      const dot = name.lastIndexOf(".");
      const option = optionOf(name, name.slice(dot + 1));
      within(name, () => tunnelName.read(name.slice(0, Math.max(dot, 0))));
      within(name, () => TUNNEL_OPTIONS[option].type.read(one));
    }
    return all;
  },
});

function optionOf(name: string, option = name): TunnelOption {
  if (Object.hasOwn(TUNNEL_OPTIONS, option)) return option as TunnelOption;
  throw new Unfit(`has ${JSON.stringify(name.slice(0, 80))}, which is no option of a tunnel`);
}
