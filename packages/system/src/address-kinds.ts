import { type SettingKind, texts } from "./setting-kinds.js";

function address(wants: string, fits: (url: URL) => boolean): SettingKind<string> {
  const parse = (value: string) => (URL.canParse(value) && fits(new URL(value)) ? value : undefined);
  return {
    wants,
    fromText: parse,
    fromToml: (value) => (typeof value === "string" ? parse(value) : undefined),
    toToml: (value) => JSON.stringify(value),
  };
}

const hasNoLogin = ({ username, password }: URL): boolean => username === "" && password === "";

/** Where something is posted to. */
export const webAddress = address(
  'an address such as "https://example.org/path", without user and password',
  (url) => /^https?:$/.test(url.protocol) && hasNoLogin(url),
);

export const mailServer = address(
  'a mail server such as "smtps://mail.example.org" or "smtp://mail.example.org:587", without user and password',
  (url) =>
    /^smtps?:$/.test(url.protocol) && url.hostname !== "" && /^\/?$/.test(url.pathname) && hasNoLogin(url),
);

const isMail = (value: string): boolean => /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(value);

export const mailAddress: SettingKind<string> = {
  wants: 'an e-mail address such as "me@example.org"',
  fromText: (value) => (isMail(value) ? value : undefined),
  fromToml: (value) => (typeof value === "string" && isMail(value) ? value : undefined),
  toToml: (value) => JSON.stringify(value),
};

const ifMail = (values: readonly string[] | undefined) => (values?.every(isMail) ? values : undefined);

export const mailAddresses: SettingKind<readonly string[]> = {
  ...texts,
  wants: "a list of e-mail addresses (separated by commas in a flag or variable)",
  fromText: (value) => ifMail(texts.fromText(value)),
  fromToml: (value) => ifMail(texts.fromToml(value)),
};
