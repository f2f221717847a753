import {
  NotPossible,
  type Router,
  type RouterAddressBook,
  RouterUnavailable,
} from "@pilothouse/drivers/port";
import {
  badKey,
  destinationBytes,
  destination as destinationType,
  isB32,
  isI2pName,
  type Params,
  type Result,
  RpcError,
  reason,
} from "@pilothouse/protocol";
import { addressOf } from "../../audit/recorded-names.js";
import type { Feature } from "../../feature.js";
import type { Call } from "../../rpc/call.js";
import type { RecordedSettings } from "../router-settings/recorded-settings.js";
import type { RouterQueue } from "../sampling/router-queue.js";
import type { Sampler } from "../sampling/sampler.js";
import { ManagedNames } from "./managed-names.js";

interface Needs {
  readonly router: Pick<Router, "addressBook">;
  readonly routerQueue: RouterQueue;
  readonly recorded: RecordedSettings;
  readonly sampler: Pick<Sampler, "expire">;
}

const PAGE = 100;

/** The names that the router knows. */
export const addressbook: Feature<Needs, object, "AddressBook" | "pilothouse.names"> = {
  open({ router, routerQueue, recorded, sampler }) {
    const book = () => {
      if (router.addressBook === undefined) throw new NotPossible(reason("router.noNames"));
      return router.addressBook;
    };
    const changes = new ManagedNames(book, recorded);
    return {
      provides: {},
      handlers: {
        // Some changes restart the router.
        AddressBook: (asked, call) =>
          routerQueue.stay(async () => {
            const done = await manage(changes, asked, call);
            sampler.expire();
            return done;
          }),

        "pilothouse.names": (asked, call) =>
          routerQueue.stay(async () => {
            const { add, remove, subscribe, lookup, search, after, limit = PAGE } = asked;
            if ([add, remove, subscribe].filter((one) => one !== undefined).length > 1)
              throw new RpcError(
                "invalidParams",
                "add, remove and subscribe exclude each other: give one of them",
              );
            if (lookup !== undefined && !isB32(lookup) && !isI2pName(lookup))
              throw badKey("lookup", reason("name.lookup"));
            const added = add !== undefined && (await changes.add(add.name, add.destination, call));
            const removed = remove === undefined ? [] : await changes.remove(remove, call);
            const subscribed = subscribe !== undefined && (await changes.subscribe(subscribe, call));
            // Some changes restart the router.
            if (removed.length > 0 || subscribed) sampler.expire();
            const { names, total } = await book().list({ search, after, limit });
            return {
              ...{ names, total, removed, subscriptions: await book().subscriptions() },
              found: lookup === undefined ? null : await found(changes, lookup),
              interruptsForMs: interruptions(book()),
              saved: added || removed.length > 0 || subscribed,
            };
          }),
      },
    };
  },
};

async function found(names: ManagedNames, name: string): Promise<Result<"pilothouse.names">["found"]> {
  const destination = await names.lookup(name);
  return destination === undefined ? null : { destination, address: addressOf(destination) };
}

const interruptions = (book: RouterAddressBook) => ({
  add: book.interrupts("add") ?? null,
  remove: book.interrupts("remove") ?? null,
  subscribe: book.interrupts("subscribe") ?? null,
});

async function manage(
  changes: ManagedNames,
  asked: Params<"AddressBook">,
  call: Call,
): Promise<Result<"AddressBook">> {
  const { Type: type, Hostname: name, Destination: where, Delete: remove, SetSubscriptions: urls } = asked;
  if (asked.SetConfig !== undefined)
    throw badKey("SetConfig", "is not possible: routers here have no configuration of an address book");
  if (type !== undefined && type !== "router")
    throw badKey("Type", `is ${type}: routers here have one book, "router"`);
  if (urls !== undefined && name !== undefined)
    throw new RpcError("invalidParams", "Hostname and SetSubscriptions exclude each other: give one of them");
  const done = (message: string) => ({ success: true, message });
  try {
    if (urls !== undefined) {
      await changes.subscribe(urls, call);
      return done("The subscriptions were replaced");
    }
    if (name === undefined) throw badKey("Hostname", "is missing");
    if (remove !== undefined) {
      const removed = await changes.remove([name], call);
      if (removed.length === 0) throw badKey("Hostname", `${name} is not in the address book`);
      return done(`${name} was removed`);
    }
    if (where === undefined) throw badKey("Destination", "is missing");
    if (destinationBytes(where) === undefined) throw badKey("Destination", `wants ${destinationType.wants}`);
    const added = await changes.add(name, where, call);
    return done(`${name} ${added ? "was added" : "leads there already"}`);
  } catch (error) {
    // The request was good, and the router failed at it.
    if (error instanceof RouterUnavailable && error.reason === "failed")
      return { success: false, message: `error - ${error.message}` };
    throw error;
  }
}
