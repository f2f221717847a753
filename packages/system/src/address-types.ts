import { type Reason, reason } from "@pilothouse/protocol";
import { fromString, type SettingType, textsThat } from "./setting-types.js";

const address = (wants: Reason, fits: (url: URL) => boolean): SettingType<string> =>
  fromString(wants, (value) => (URL.canParse(value) && fits(new URL(value)) ? value : undefined));

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

export const mailAddress = fromString(reason("wants.mailAddress"), (value) =>
  isMail(value) ? value : undefined,
);

export const mailAddresses = textsThat(reason("wants.mailAddresses"), isMail);
