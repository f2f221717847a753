import { createHash } from "node:crypto";
import { b32Address, destinationBytes, i2pBase64 } from "@pilothouse/protocol";
import { expect } from "vitest";
import { type RouterAddressBook, SettingRefused } from "../../port.js";
import { type Case, given, type Harness, read, running, SECOND, SOON } from "./harness.js";

/** Of the right form, with a certificate for Ed25519. */
const madeUp = (from: string): string => {
  const keys = createHash("shake256", { outputLength: 384 }).update(from).digest();
  return i2pBase64(Buffer.concat([keys, Buffer.from([5, 0, 4, 0, 7, 0, 0])]));
};
const ONE = madeUp("one");
const OTHER = madeUp("other");
const hashOf = (destination: string): string =>
  b32Address(
    createHash("sha256")
      .update(given(destinationBytes(destination), "destination"))
      .digest(),
  );

async function started(harness: Harness): Promise<RouterAddressBook> {
  await running(harness);
  return given(harness.router.addressBook, "router.addressBook");
}

const lookup = (book: RouterAddressBook, name: string) => book.lookup(name, AbortSignal.timeout(30 * SECOND));

/** After a restart, a router may need a while until it resolves names. */
const leadsTo = (harness: Harness, book: RouterAddressBook, name: string, where: string | undefined) =>
  harness.until(async () => (await lookup(book, name).catch(() => "nothing yet")) === where, SOON);

export const ADDRESS_BOOK_CASES = {
  "a name that was added leads to its destination, and is listed": async (harness) => {
    const book = await started(harness);
    expect(await lookup(book, "first-example.i2p")).toBeUndefined();
    await book.add("first-example.i2p", ONE);
    expect(await lookup(book, "first-example.i2p")).toBe(ONE);
    const { names } = await book.list({ search: "first-example", limit: 10 });
    expect(names).toEqual([{ name: "first-example.i2p", address: hashOf(ONE) }]);
    await book.add("first-example.i2p", ONE);
    const error: unknown = await book.add("first-example.i2p", OTHER).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(SettingRefused);
    expect((error as SettingRefused).key).toBe("Hostname");
    expect(await lookup(book, "first-example.i2p")).toBe(ONE);
  },

  "names are listed in order, and in pages": async (harness) => {
    const book = await started(harness);
    const names = ["c-page.i2p", "a-page.i2p", "b-page.i2p"];
    for (const name of names) await book.add(name, madeUp(name));
    const first = await book.list({ search: "-page", limit: 2 });
    expect([first.total, first.names.map(({ name }) => name)]).toEqual([3, ["a-page.i2p", "b-page.i2p"]]);
    const rest = await book.list({ search: "-page", limit: 2, after: "b-page.i2p" });
    expect([rest.total, rest.names.map(({ name }) => name)]).toEqual([3, ["c-page.i2p"]]);
  },

  "a name that was removed leads nowhere, and one that is not there costs nothing": async (harness) => {
    const book = await started(harness);
    await book.add("gone.i2p", ONE);
    await book.add("stays.i2p", OTHER);
    expect(await book.remove(["gone.i2p", "never.i2p"])).toEqual([
      { name: "gone.i2p", address: hashOf(ONE) },
    ]);
    await leadsTo(harness, book, "stays.i2p", OTHER);
    await leadsTo(harness, book, "gone.i2p", undefined);
    const { starts } = await read(harness.router);
    expect(await book.remove(["never.i2p"])).toEqual([]);
    expect((await read(harness.router)).starts).toBe(starts);
  },

  "subscriptions are replaced, and still there when the router is opened again": async (harness) => {
    const book = await started(harness);
    const wanted = ["http://one.i2p/hosts.txt", "http://two.i2p/hosts.txt"];
    await book.subscribe(wanted);
    expect(await book.subscriptions()).toEqual(wanted);
    await book.add("kept-example.i2p", ONE);
    await harness.router.close();
    const again = harness.reopen();
    await again.start();
    const reopened = given(again.addressBook, "router.addressBook");
    expect(await reopened.subscriptions()).toEqual(wanted);
    await leadsTo(harness, reopened, "kept-example.i2p", ONE);
  },

  "a change of names that is aborted before its turn changes nothing": async (harness) => {
    const book = await started(harness);
    const why = new Error("the session was ended");
    const before = await book.subscriptions();
    const { total } = await book.list({ limit: 1 });
    for (const change of [
      book.add("aborted.i2p", ONE, AbortSignal.abort(why)),
      book.subscribe([], AbortSignal.abort(why)),
    ])
      await expect(change).rejects.toBe(why);
    expect([await book.subscriptions(), (await book.list({ limit: 1 })).total]).toEqual([before, total]);
  },
} as const satisfies Record<string, Case>;
