import { isIPv4 } from "node:net";
import { settingName, settingValue, Unfit } from "@pilothouse/protocol";
import { SettingRefused } from "../port.js";
import { CONTROL } from "./control-settings.js";

interface Guarded {
  readonly covers: (name: string) => boolean;
  /** Values that are harmless; none unless told. */
  readonly allows?: (value: string) => boolean;
  readonly why: string;
}

const isLoopback = (address: string): boolean =>
  address === "localhost" || address === "::1" || (isIPv4(address) && address.startsWith("127."));

/** What nobody far away may change, since it opens the router to others or cuts the service off from it. */
const GUARDED: readonly Guarded[] = [
  { covers: (name) => name.startsWith(CONTROL), why: "says how the service steers this router" },
  {
    covers: (name) => ["conf", "datadir", "pidfile", "service"].includes(name),
    why: "is given by the service when it starts the router",
  },
  {
    covers: (name) => name === "daemon",
    allows: (value) => ["false", "off", "no", "0"].includes(value),
    why: "would take the router out of the service's hands",
  },
  {
    covers: (name) => name === "http.address",
    allows: isLoopback,
    why: "would let others reach the router's own console, which can stop it, without a password",
  },
];

/** Settings that are the service's own: never told, never changed, never removed by others. */
export const isOwn = (name: string): boolean => name.startsWith(CONTROL);

/** All names that i2pd has are of this form; anything else could mean another line of its file. */
const NAME = /^[A-Za-z0-9_]+([.-][A-Za-z0-9_]+)*$/;

/** Throws unless this setting may be written, and would stand in the file as one line that means just that. */
export function checkWrite(name: string, value: string): void {
  const blame = { key: name };
  try {
    settingName.read(name);
    settingValue.read(value);
  } catch (error) {
    if (error instanceof Unfit) throw new SettingRefused(`${JSON.stringify(name)} ${error.message}`, blame);
    throw error;
  }
  if (!NAME.test(name)) throw new SettingRefused(`i2pd has no setting called ${JSON.stringify(name)}`, blame);
  if (value.includes("#"))
    throw new SettingRefused(`${name} cannot hold "#": it begins a comment in i2pd.conf`, blame);
  if (value !== value.trim()) throw new SettingRefused(`${name} cannot begin or end with a space`, blame);
  const guarded = GUARDED.find(({ covers }) => covers(name));
  if (guarded !== undefined && !guarded.allows?.(value))
    throw new SettingRefused(`${name} ${guarded.why}; it can only be changed on the machine itself`, blame);
}
