import { join } from "node:path";
import { textAt } from "@pilothouse/system";
import { SettingRefused } from "../../port.js";
import { withSettings } from "../config/conf.js";
import type { FileChange } from "../file-changes/file-changes.js";
import type { BookInstance } from "./book-instance.js";

const NAME = "addressbook.subscriptions";
/** i2pd's own, where nothing is set. */
const USUAL = "http://reg.i2p/hosts.txt";
const MOST = 50;
const READABLE = 0o644;

/** A file that says more than the setting, where it is there. */
const listFile = ({ options }: BookInstance): string => join(options.dataDir, "subscriptions.txt");

/** Where the router gets names from. */
export async function subscriptionsOf(instance: BookInstance): Promise<readonly string[]> {
  const text = textAt(listFile(instance));
  const lines =
    text?.split(/\r?\n/).filter((line) => !line.startsWith("#")) ??
    ((await instance.configuration.settings()).get(NAME) ?? USUAL).split(",");
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

export function checkSubscriptions(urls: readonly string[]): void {
  const wrong = urls.find((url) => !/^http:\/\/[a-z0-9.-]+\.i2p(:\d{1,5})?(\/[\w./~?=&%+-]*)?$/.test(url));
  if (wrong !== undefined)
    throw new SettingRefused(
      `A subscription is an address such as "http://example.i2p/hosts.txt", got ${JSON.stringify(wrong).slice(0, 100)}`,
      { key: "SetSubscriptions" },
    );
  if (urls.length > MOST)
    throw new SettingRefused(`At most ${MOST} subscriptions can be set, got ${urls.length}`, {
      key: "SetSubscriptions",
    });
}

/** Replaces all: in the file where there is one, otherwise in i2pd.conf, which is changed at once. */
export async function subscriptionChange(
  instance: BookInstance,
  urls: readonly string[],
  sessionSignal: AbortSignal | undefined,
): Promise<readonly FileChange[]> {
  const path = listFile(instance);
  if (textAt(path) !== undefined)
    return [{ path, becomes: urls.map((url) => `${url}\n`).join(""), mode: READABLE }];
  const set = new Map([[NAME, urls.join(",")]]);
  await instance.configuration.change((text) => withSettings(text, set), { sessionSignal, wanted: [NAME] });
  return [];
}
