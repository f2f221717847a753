import { type Asking, ask, call, should } from "../../check/check.js";
import { guards, HARMLESS, refuses } from "../../check/proposal-170.js";
import { mayHave } from "../../check/want.js";
import { proposal170 } from "../../spec/clause.js";
import { object, textObjects } from "../../spec/kinds.js";

const NAME = HARMLESS.AddressBook.Hostname;
/** A destination of the right form that nobody has. */
const DESTINATION = `${"A".repeat(512)}BQAEAAcAAA==`;
const ENTRY = proposal170(
  "Three parameters are required to add and delete: Type (private, local, router, published), Hostname, Destination. " +
    "Returns success and message.",
);
const SUBSCRIPTIONS = proposal170("SetSubscriptions: takes a list of strings.");

const refused = (
  id: string,
  says: string,
  params: { readonly [name: string]: string },
  undo?: { readonly [name: string]: string },
): Asking =>
  refuses(
    { id: `addressbook.${id}`, says, clause: ENTRY, ...(undo === undefined ? {} : { undo }) },
    "AddressBook",
    params,
  );

/** An entry that is not added. Should it be, it is removed. */
const notAdded = (id: string, says: string, wrong: { readonly [name: string]: string }): Asking => {
  const entry = { Type: "router", Hostname: NAME, Destination: DESTINATION, ...wrong };
  return refused(id, says, entry, { ...entry, Delete: "" });
};

const books = ["private", "local", "router", "published"] as const;
const listed = (id: string, prefix: string, book: (typeof books)[number], says: string): Asking => {
  const key = `${prefix}.router.addressbook.${book}.list`;
  return should(
    `addressbook.${id}`,
    says,
    proposal170(`i2p.router.addressbook.${book}.list: the entries of the book. List of maps of strings.`),
    ask(call("RouterInfo", { [key]: "" }), mayHave(key, textObjects)),
  );
};

export const ADDRESS_BOOK: readonly Asking[] = [
  ...guards("addressbook", "AddressBook", ENTRY),
  refused("none", "AddressBook without parameters is refused.", {}),
  refused("name.missing", "A destination without a name is refused.", {
    Type: "router",
    Destination: DESTINATION,
  }),
  notAdded("name.blank", "A name with a blank in it is not added.", { Hostname: "conformance no name.i2p" }),
  notAdded("name.line", "A name with a line end in it is not added.", {
    Hostname: "conformance-no.i2p\nname.i2p",
  }),
  refused(
    "destination.missing",
    "A name without a destination is not added.",
    { Type: "router", Hostname: NAME },
    HARMLESS.AddressBook,
  ),
  notAdded("destination.bad", "A destination that is none is not added.", {
    Destination: "not-a-destination",
  }),
  notAdded("type.unknown", "Nothing is added to a book that there is not.", { Type: "telephone" }),
  refuses(
    {
      id: "addressbook.subscriptions.number",
      says: "Subscriptions that are no list are refused.",
      clause: SUBSCRIPTIONS,
      needs: ["writes"],
    },
    "AddressBook",
    { SetSubscriptions: 7 },
  ),
  ...books.map((book) =>
    listed(`list.${book}`, "svc", book, `The ${book} book is a list of objects of strings.`),
  ),
  listed(
    "list.i2p",
    "i2p",
    "router",
    "The router's book is listed under the name that the proposal has for it.",
  ),
  should(
    "addressbook.subscriptions",
    "The subscriptions are an object.",
    proposal170("i2p.router.addressbook.subscriptions: the path of the file, and its entries. Map."),
    ask(
      call("RouterInfo", { "svc.router.addressbook.subscriptions": "" }),
      mayHave("svc.router.addressbook.subscriptions", object),
    ),
  ),
];
