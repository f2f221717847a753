import type { Params, Value } from "../../../reference/behaviour.js";
import { answers, lets, type Mutant, mutant, passes } from "../mutant.js";

const DONE = { success: true, message: "Added" };
const takes = (when: (params: Params) => boolean) =>
  lets("AddressBook", (params) => !("Delete" in params) && when(params), DONE);
const tells = (key: string, change: (value: Value) => Value) =>
  answers("RouterInfo", (result) => (key in result ? { ...result, [key]: change(result[key]) } : result));
const book = (name: string, prefix = "svc") => `${prefix}.router.addressbook.${name}.list`;

export const ADDRESS_BOOK: readonly Mutant[] = [
  mutant(
    "names-without-token",
    "carries out AddressBook without a token",
    "addressbook.token.missing",
    passes((name, { Token }) => name === "AddressBook" && Token === undefined),
  ),
  mutant(
    "names-any-token",
    "carries out AddressBook with any token",
    "addressbook.token.unknown",
    passes((name, { Token }) => name === "AddressBook" && typeof Token === "string"),
  ),
  mutant(
    "names-none",
    "calls AddressBook without parameters a success",
    "addressbook.none",
    takes((params) => Object.keys(params).every((name) => name === "Token")),
  ),
  mutant(
    "names-nameless",
    "adds a destination without a name",
    "addressbook.name.missing",
    takes(({ Hostname, Destination }) => Hostname === undefined && Destination !== undefined),
  ),
  mutant(
    "names-blank",
    "adds a name with a blank in it",
    "addressbook.name.blank",
    takes(({ Hostname }) => String(Hostname).includes(" ")),
  ),
  mutant(
    "names-line",
    "adds a name with a line end in it",
    "addressbook.name.line",
    takes(({ Hostname }) => String(Hostname).includes("\n")),
  ),
  mutant(
    "names-nowhere",
    "adds a name that leads nowhere",
    "addressbook.destination.missing",
    takes(({ Hostname, Destination }) => Hostname !== undefined && Destination === undefined),
  ),
  mutant(
    "names-anywhere",
    "adds a name that leads to any text",
    "addressbook.destination.bad",
    takes(({ Destination }) => Destination === "not-a-destination"),
  ),
  mutant(
    "names-any-book",
    "has every book",
    "addressbook.type.unknown",
    takes(({ Type }) => Type === "telephone"),
  ),
  mutant(
    "names-any-subscriptions",
    "takes a number as subscriptions",
    "addressbook.subscriptions.number",
    takes(({ SetSubscriptions }) => typeof SetSubscriptions === "number"),
  ),
  ...["private", "local", "router", "published"].map((name) =>
    mutant(
      `names-${name}-map`,
      `answers the ${name} book as one object`,
      `addressbook.list.${name}`,
      tells(book(name), () => ({ "stats.i2p": "a destination" })),
    ),
  ),
  mutant(
    "names-list-numbers",
    "lists names with the time at which they were added, as a number",
    "addressbook.list.router",
    tells(book("router"), (list) => (list as object[]).map((one) => ({ ...one, added: 1 }))),
  ),
  mutant(
    "names-list-text",
    "answers a text for the list under the name of the proposal",
    "addressbook.list.i2p",
    tells(book("router", "i2p"), (list) => JSON.stringify(list)),
  ),
  mutant(
    "names-subscriptions-list",
    "answers subscriptions as a list",
    "addressbook.subscriptions",
    tells("svc.router.addressbook.subscriptions", () => []),
  ),
];
