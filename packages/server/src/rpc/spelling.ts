import {
  dialectOf,
  type ErrorFields,
  METHODS,
  NETWORK_KEYS,
  type Request,
  type RpcError,
  respelled,
  spelled,
  wireKey,
} from "@pilothouse/protocol";

/** A value with every text in it changed. */
function withTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts(one, change)])) as T;
}

const WITHOUT_PREFIX = new RegExp(
  `(?<![\\w.])(?:${NETWORK_KEYS.map((key) => key.replaceAll(".", "\\.")).join("|")})(?!\\w|\\.\\w)`,
  "g",
);

/** Drivers name network settings by their keys; callers know them with a prefix. */
export const onWire = <T>(refusal: T): T =>
  withTexts(refusal, (text) =>
    text.replaceAll(WITHOUT_PREFIX, (key) => wireKey(METHODS.NetworkSetting, key)),
  );

/** Errors blame keys by their canonical names; the caller may have used the other spelling. */
export function asSent({ code, message, data }: RpcError, params: Request["params"] = {}): ErrorFields {
  const key = data?.key;
  const isOther =
    key === undefined
      ? dialectOf(Object.keys(params)) === "i2p"
      : !Object.hasOwn(params, key) && Object.hasOwn(params, spelled(key, "i2p"));
  const fields = { code, message, data };
  return isOther ? withTexts(fields, (text) => respelled(text, "i2p")) : fields;
}
