import { s45 } from "../spec/clause.js";
import { type SettingKey, settingDefinition } from "../spec/keys.js";
import { either, type Kind, matching, nil, text } from "../spec/kinds.js";
import { Num } from "../wire/json.js";
import { call } from "./check.js";

export const svc = (key: string) => `svc.${key}`;
export const IN = "svc.router.net.bw.in";
export const OUT = "svc.router.net.bw.out";
export const NULL_OR_TEXT = s45(
  "A key with value null reads the current value. A key with a string value sets it.",
);

export const read = (...keys: readonly string[]) =>
  call("NetworkSetting", Object.fromEntries(keys.map((key) => [svc(key), null])));
export const write = (key: string, value: string) => call("NetworkSetting", { [svc(key)]: value });

/** What any setting reads as: text, in old versions also a number, or null when unset. */
export const READABLE: Kind = either(
  either(text, { says: "a number", wrong: (one) => (one instanceof Num ? undefined : "no number") }),
  nil,
);

/** What a setting reads as: text of its form, also as a number, or null or nothing when unset. */
export const kindOf = (key: SettingKey): Kind => {
  const { value, wants } = settingDefinition(key);
  const asText = matching(value, wants);
  const written: Kind = {
    says: wants,
    wrong: (one) =>
      one instanceof Num
        ? asText.wrong(String(Number(one.text)))
        : one === ""
          ? undefined
          : asText.wrong(one),
  };
  return either(written, nil);
};
