import { setTimeout as sleep } from "node:timers/promises";
import { destinationBytes, isI2pName, reason } from "@pilothouse/protocol";
import { replaceFile } from "@pilothouse/system";
import {
  type BookName,
  type NameQuery,
  NotPossible,
  type RouterAddressBook,
  RouterUnavailable,
  SettingRefused,
} from "../../port.js";
import { addByHelper } from "./address-helper.js";
import { addressOf, destinationIn, namesOf, readBook, withName, withoutNames } from "./book-files.js";
import type { BookInstance } from "./book-instance.js";
import { type SamPlace, samLookup } from "./sam.js";
import { checkSubscriptions, subscriptionChange, subscriptionsOf } from "./subscriptions.js";

const LOOKUP_WITHIN = 5_000;
const EVERY = 100;
const PROVEN_WITHIN = 15_000;

/**
 * The address book of an i2pd: a file that it reads at its start and writes over at its end. A name is added while it
 * runs, where its HTTP proxy takes it and its SAM service proves it; everything else is a restart.
 */
export class I2pdAddressBook implements RouterAddressBook {
  constructor(
    readonly started: () => Promise<BookInstance>,
    /** The same without waiting; undefined before the start. */
    readonly now: () => BookInstance | undefined,
  ) {}

  async list({ search = "", after = "", limit }: NameQuery): ReturnType<RouterAddressBook["list"]> {
    const { options } = await this.started();
    const names = namesOf(readBook(options.dataDir))
      .filter(({ name }) => name.includes(search))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    return { names: names.filter(({ name }) => name > after).slice(0, limit), total: names.length };
  }

  async lookup(name: string, signal: AbortSignal): Promise<string | undefined> {
    signal.throwIfAborted();
    return lookedUp(await this.started(), name, signal);
  }

  async add(name: string, destination: string, sessionSignal?: AbortSignal): Promise<void> {
    checkName(name, destination);
    const instance = await this.started();
    await instance.changes.run(async () => {
      requireOn(instance);
      const current = await lookedUp(instance, name, AbortSignal.timeout(LOOKUP_WITHIN));
      if (current !== undefined) return requireSame(name, current, destination);
      sessionSignal?.throwIfAborted();
      const proxy = live(instance);
      const files = () => withName(instance.options.dataDir, name, destination);
      if (proxy === undefined) await restarted(instance, files, [name], destination);
      else await addedLive(instance, proxy, name, destination);
    });
  }

  async remove(names: readonly string[], sessionSignal?: AbortSignal): Promise<readonly BookName[]> {
    const instance = await this.started();
    return instance.changes.run(async () => {
      requireOn(instance);
      const { dataDir } = instance.options;
      const book = readBook(dataDir);
      const there = names.flatMap((name) => {
        const b32 = book.get(name);
        return b32 === undefined ? [] : [{ name, address: addressOf(b32) }];
      });
      if (there.length === 0) return [];
      sessionSignal?.throwIfAborted();
      const gone = there.map(({ name }) => name);
      await restarted(instance, () => withoutNames(dataDir, gone), gone, undefined);
      return there;
    });
  }

  async subscriptions(): Promise<readonly string[]> {
    return subscriptionsOf(await this.started());
  }

  async subscribe(urls: readonly string[], sessionSignal?: AbortSignal): Promise<void> {
    checkSubscriptions(urls);
    const instance = await this.started();
    await instance.changes.run(async () => {
      sessionSignal?.throwIfAborted();
      if (JSON.stringify(await subscriptionsOf(instance)) === JSON.stringify(urls)) return;
      const files = await subscriptionChange(instance, urls, sessionSignal);
      await instance.changes.change({ files, restarts: true, verify: async () => {}, rolledBack });
    });
  }

  interrupts(change: "add" | "remove" | "subscribe"): number | undefined {
    const instance = this.now();
    if (instance === undefined || !instance.isUp) return undefined;
    return change === "add" && live(instance) !== undefined ? undefined : instance.changes.restartTakesMs;
  }
}

const rolledBack = (why: string, cause: unknown): RouterUnavailable =>
  new RouterUnavailable(reason("names.kept", { text: why }), "failed", { cause });

/** The proxy that takes names while the router runs, if what it does can be proven. */
const live = (instance: BookInstance) =>
  instance.isUp && instance.sam() !== undefined ? instance.namingProxy() : undefined;

function lookedUp(instance: BookInstance, name: string, signal: AbortSignal): Promise<string | undefined> {
  const sam = instance.isUp ? instance.sam() : undefined;
  if (sam !== undefined) return samLookup(sam, name, signal);
  return Promise.resolve(destinationIn(instance.options.dataDir, name));
}

async function addedLive(
  instance: BookInstance,
  proxy: SamPlace,
  name: string,
  destination: string,
): Promise<void> {
  await addByHelper(proxy, name, destination);
  await proven(instance, name, destination, LOOKUP_WITHIN);
  // Also if the router is killed, and does not come to write its book.
  const [book] = withName(instance.options.dataDir, name, destination);
  if (book?.becomes !== undefined) replaceFile(book.path, book.becomes);
}

function restarted(
  instance: BookInstance,
  files: () => ReturnType<typeof withName>,
  names: readonly string[],
  wanted: string | undefined,
): Promise<void> {
  const verify = async () => {
    for (const name of names) await proven(instance, name, wanted, PROVEN_WITHIN);
  };
  return instance.changes.change({ files, restarts: true, verify, rolledBack });
}

/** Resolves when the router resolves the name to it, or, if it is undefined, not at all. */
async function proven(
  instance: BookInstance,
  name: string,
  wanted: string | undefined,
  limitMs: number,
): Promise<void> {
  const end = performance.now() + limitMs;
  for (;;) {
    const found = await lookedUp(instance, name, AbortSignal.timeout(LOOKUP_WITHIN)).catch(
      (error: Error) => error,
    );
    if (!(found instanceof Error) && sameDestination(found, wanted)) return;
    if (performance.now() > end)
      throw found instanceof Error
        ? found
        : new RouterUnavailable(
            wanted === undefined
              ? `The router still knows ${name}`
              : `The router does not resolve ${name} to what was to be added`,
            "failed",
          );
    await sleep(EVERY);
  }
}

const sameDestination = (one: string | undefined, other: string | undefined): boolean =>
  one?.replace(/=+$/, "") === other?.replace(/=+$/, "");

function checkName(name: string, destination: string): void {
  if (!isI2pName(name))
    throw new SettingRefused(`"${name}" is no name of an address book`, { key: "Hostname" });
  if (destinationBytes(destination) === undefined)
    throw new SettingRefused("That is no whole destination in I2P's Base64", { key: "Destination" });
}

function requireSame(name: string, current: string, wanted: string): void {
  if (!sameDestination(current, wanted))
    throw new SettingRefused(reason("name.elsewhere", { name }), { key: "Hostname" });
}

function requireOn(instance: BookInstance): void {
  if (!instance.hasBook()) throw new NotPossible(reason("names.off"));
}
