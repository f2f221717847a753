import { createHash } from "node:crypto";
import {
  NotPossible,
  type Router,
  type RouterAddressBook,
  RouterUnavailable,
  serialQueue,
} from "@pilothouse/drivers/port";
import {
  b32Address,
  badKey,
  destinationBytes,
  destination as destinationType,
  isB32,
  isI2pName,
  type Params,
  type Result,
  RpcError,
} from "@pilothouse/protocol";
import { changesBetween } from "../../audit/changes.js";
import type { Handlers } from "../../rpc/answer.js";
import type { Call } from "../../rpc/call.js";
import { asInvalidParams } from "../../rpc/settings-access.js";
import type { EventLog } from "../record/event-log.js";
import type { RouterQueue } from "../sampling/router-queue.js";
import type { Sampler } from "../sampling/sampler.js";

interface Needs {
  readonly router: Pick<Router, "addressBook">;
  readonly routerQueue: RouterQueue;
  readonly events: EventLog;
  readonly sampler: Pick<Sampler, "expire">;
}

const PAGE = 100;
/** How long a router may take over a name that it has to ask others for. */
const LOOKUP_MS = 20_000;

export function bookHandlers(needs: Needs): Pick<Handlers, "AddressBook" | "pilothouse.names"> {
  const book = () => {
    if (needs.router.addressBook === undefined)
      throw new NotPossible("This router has no way to an address book");
    return needs.router.addressBook;
  };
  const changes = new BookChanges(book, needs);
  return {
    // Some changes restart the router.
    AddressBook: (asked, call) => needs.routerQueue.stay(() => manage(changes, asked, call)),

    "pilothouse.names": (asked, call) =>
      needs.routerQueue.stay(async () => {
        const { add, remove, subscribe, lookup, search, after, limit = PAGE } = asked;
        if ([add, remove, subscribe].filter((one) => one !== undefined).length > 1)
          throw new RpcError(
            "invalidParams",
            "add, remove and subscribe exclude each other: give one of them",
          );
        if (lookup !== undefined && !isB32(lookup) && !isI2pName(lookup))
          throw badKey("lookup", "wants a name that ends in .i2p, or a .b32.i2p address");
        const added = add !== undefined && (await changes.add(add.name, add.destination, call));
        const removed = remove === undefined ? [] : await changes.remove(remove, call);
        const subscribed = subscribe !== undefined && (await changes.subscribe(subscribe, call));
        const { names, total } = await book().list({ search, after, limit });
        return {
          ...{ names, total, removed, subscriptions: await book().subscriptions() },
          found: lookup === undefined ? null : await found(book(), lookup),
          interruptsForMs: interruptions(book()),
          saved: added || removed.length > 0 || subscribed,
        };
      }),
  };
}

async function found(book: RouterAddressBook, name: string): Promise<Result<"pilothouse.names">["found"]> {
  const destination = await book.lookup(name, AbortSignal.timeout(LOOKUP_MS));
  return destination === undefined ? null : { destination, address: addressOf(destination) };
}

const interruptions = (book: RouterAddressBook) => ({
  add: book.interrupts("add") ?? null,
  remove: book.interrupts("remove") ?? null,
  subscribe: book.interrupts("subscribe") ?? null,
});

async function manage(
  changes: BookChanges,
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

const addressOf = (destination: string): string =>
  b32Address(
    createHash("sha256")
      .update(destinationBytes(destination) ?? new Uint8Array())
      .digest(),
  );

/** The changes of the address book, one after another: each is in the audit and the timeline. */
class BookChanges {
  readonly #serially = serialQueue();

  constructor(
    readonly book: () => RouterAddressBook,
    readonly needs: Pick<Needs, "events" | "sampler">,
  ) {}

  /** Whether there was a difference. */
  add(name: string, destination: string, call: Call): Promise<boolean> {
    const address = addressOf(destination);
    return this.#done(call, "name added", async (changed) => {
      if ((await found(this.book(), name))?.address === address) {
        changed([]);
        return false;
      }
      await this.book().add(name, destination, call.sessionSignal);
      changed([{ name, old: null, new: address }]);
      await this.needs.events.add("names.added", { by: byOf(call), name, address });
      return true;
    });
  }

  remove(names: readonly string[], call: Call) {
    return this.#done(call, "names removed", async (changed) => {
      const removed = await this.book().remove(names, call.sessionSignal);
      changed(removed.map(({ name, address }) => ({ name, old: address, new: null })));
      if (removed.length === 0) return removed;
      const listed = removed.map(({ name }) => name).join(", ");
      await this.needs.events.add("names.removed", { by: byOf(call), names: listed });
      this.needs.sampler.expire();
      return removed;
    });
  }

  /** Whether there was a difference. */
  subscribe(urls: readonly string[], call: Call): Promise<boolean> {
    return this.#done(call, "subscriptions changed", async (changed) => {
      const before = await this.book().subscriptions();
      if (before.join() === urls.join()) {
        changed([]);
        return false;
      }
      await this.book().subscribe(urls, call.sessionSignal);
      const values = (all: readonly string[]) => new Map([["subscriptions", all.join(", ")]]);
      changed(changesBetween(values(before), values(urls)));
      await this.needs.events.add("names.subscribed", { by: byOf(call) });
      this.needs.sampler.expire();
      return true;
    });
  }

  #done<T>(
    call: Call,
    action: "name added" | "names removed" | "subscriptions changed",
    work: Parameters<typeof call.audited<T>>[1],
  ): Promise<T> {
    return this.#serially(() =>
      call.audited(action, (changed, entry) => asInvalidParams(Promise.resolve(work(changed, entry)))),
    );
  }
}

const byOf = ({ actor: { name, address } }: Call): string => name || address;
