import { type Reason, reason } from "@pilothouse/protocol";
import { type SettingType, texts, wanting } from "./setting-types.js";

function address(wants: Reason, fits: (url: URL) => boolean): SettingType<string> {
  const parse = (value: string) => (URL.canParse(value) && fits(new URL(value)) ? value : undefined);
  return {
    ...wanting(wants),
    fromText: parse,
    fromToml: (value) => (typeof value === "string" ? parse(value) : undefined),
    toToml: (value) => JSON.stringify(value),
  };
}

const hasNoLogin = ({ username, password }: URL): boolean => username === "" && password === "";

/** Where something is posted to. */
export const webAddress = address(
  reason("wants.webAddress"),
  (url) => /^https?:$/.test(url.protocol) && hasNoLogin(url),
);

export const mailServer = address(
  reason("wants.mailServer"),
  (url) =>
    /^smtps?:$/.test(url.protocol) && url.hostname !== "" && /^\/?$/.test(url.pathname) && hasNoLogin(url),
);

const isMail = (value: string): boolean => /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(value);

export const mailAddress: SettingType<string> = {
  ...wanting(reason("wants.mailAddress")),
  fromText: (value) => (isMail(value) ? value : undefined),
  fromToml: (value) => (typeof value === "string" && isMail(value) ? value : undefined),
  toToml: (value) => JSON.stringify(value),
};

const ifMail = (values: readonly string[] | undefined) => (values?.every(isMail) ? values : undefined);

export const mailAddresses: SettingType<readonly string[]> = {
  ...texts,
  ...wanting(reason("wants.mailAddresses")),
  fromText: (value) => ifMail(texts.fromText(value)),
  fromToml: (value) => ifMail(texts.fromToml(value)),
};
