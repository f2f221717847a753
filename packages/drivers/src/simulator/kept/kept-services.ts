import { allSettings, flag, i2pBase64, integer, listOf, record, text } from "@pilothouse/protocol";
import { addressOf, destinationIn, madeUpKey } from "./made-up-keys.js";

const tunnel = record({ name: text, config: allSettings, key: text, foreign: flag });
export type KeptTunnel = ReturnType<(typeof tunnel)["read"]>;

const keptKey = record({ name: text, key: text });
export type KeptKey = ReturnType<(typeof keptKey)["read"]>;

/** Tunnels and address book of the simulator as they are stored; keys are in Base64. */
export const servicesType = record({
  tunnels: listOf(tunnel),
  /** Keys of deleted tunnels, the newest last. */
  keys: listOf(keptKey),
  /** How many keys were made, so that each is another. */
  made: integer(0, Number.MAX_SAFE_INTEGER),
  book: allSettings,
  subscriptions: listOf(text),
});
export type KeptServices = ReturnType<(typeof servicesType)["read"]>;

export const textOfKey = (key: Uint8Array): string => Buffer.from(key).toString("base64");
export const keyOf = ({ key }: { readonly key: string }): Uint8Array => Buffer.from(key, "base64");
/** Only keys that have one are stored. */
export const destinationOf = (of: { readonly key: string }): Uint8Array =>
  destinationIn(keyOf(of)) ?? new Uint8Array();
export const addressIn = (of: { readonly key: string }): string => addressOf(destinationOf(of));

const NAMES = [
  "forum.i2p",
  "irc.echelon.i2p",
  "mail.i2p",
  "notbob.i2p",
  "planet.i2p",
  "reg.i2p",
  "stats.i2p",
];

export function factoryServices(): KeptServices {
  let book: KeptServices["book"] | undefined;
  return {
    tunnels: [],
    keys: [],
    made: 0,
    // Made when somebody asks for it: the keys behind the names take a good part of a start.
    get book() {
      book ??= new Map(
        NAMES.map((name) => [name, i2pBase64(destinationOf({ key: textOfKey(madeUpKey(name)) }))]),
      );
      return book;
    },
    subscriptions: ["http://reg.i2p/hosts.txt"],
  };
}
