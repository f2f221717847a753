import { createHash } from "node:crypto";
import {
  b32Address,
  type DetailKey,
  type Details,
  destinationBytes,
  isB32,
  reason,
} from "@pilothouse/protocol";
import {
  type BookName,
  type NameQuery,
  type RouterAddressBook,
  RouterUnavailable,
  SettingRefused,
} from "../../port.js";
import { serialQueue } from "../../serial-queue.js";
import { type Ask, asked, failureIn, lacking } from "./server-tunnels.js";

const ANSWER_WITHIN = 30_000;

interface Entry extends BookName {
  /** Undefined where the server tells only the address. */
  readonly destination: string | undefined;
}

function addressOf(destination: string): string | undefined {
  const bytes = destinationBytes(destination);
  return bytes && b32Address(createHash("sha256").update(bytes).digest());
}

/** The router's own book, where its server has `AddressBook` of I2P proposal 170. It changes without a restart. */
export class ServerAddressBook implements RouterAddressBook {
  readonly #serially = serialQueue();

  constructor(
    readonly ask: Ask,
    readonly details: (keys: readonly DetailKey[], signal: AbortSignal) => Promise<Details>,
  ) {}

  async list({ search = "", after = "", limit }: NameQuery) {
    const found = (await this.#entries()).filter(({ name }) => name.includes(search));
    const names = found.filter(({ name }) => name > after).slice(0, limit);
    return { names: names.map(({ name, address }): BookName => ({ name, address })), total: found.length };
  }

  async lookup(name: string, signal: AbortSignal): Promise<string | undefined> {
    const found = (await this.#entries(signal)).find((one) => one.name === name || one.address === name);
    return found?.destination;
  }

  add(name: string, destination: string, sessionSignal?: AbortSignal): Promise<void> {
    return this.#serially(async () => {
      const leads = async () => (await this.#entries()).find((one) => one.name === name)?.address;
      const before = await leads();
      if (before !== undefined && before !== addressOf(destination))
        throw new SettingRefused(reason("name.elsewhere", { name, address: before }), { key: "Hostname" });
      sessionSignal?.throwIfAborted();
      if (before !== undefined) return;
      await this.#did({ Type: "router", Hostname: name, Destination: destination });
      if ((await leads()) !== addressOf(destination))
        throw new RouterUnavailable(reason("router.notTaken", { names: name }), "failed");
    });
  }

  remove(names: readonly string[], sessionSignal?: AbortSignal): Promise<readonly BookName[]> {
    return this.#serially(async () => {
      const there = (await this.#entries()).filter(({ name }) => names.includes(name));
      sessionSignal?.throwIfAborted();
      for (const { name, destination = "" } of there)
        await this.#did({ Type: "router", Hostname: name, Destination: destination, Delete: "" });
      return there.map(({ name, address }) => ({ name, address }));
    });
  }

  async subscriptions(): Promise<readonly string[]> {
    return (await this.#told("router.addressbook.subscriptions")).entries;
  }

  subscribe(urls: readonly string[], sessionSignal?: AbortSignal): Promise<void> {
    return this.#serially(async () => {
      await this.subscriptions();
      sessionSignal?.throwIfAborted();
      await this.#did({ SetSubscriptions: urls });
    });
  }

  interrupts(): undefined {
    return undefined;
  }

  async #entries(signal?: AbortSignal): Promise<readonly Entry[]> {
    const told = await this.#told("router.addressbook.router.list", signal);
    return told
      .flatMap((entry) => {
        const { hostname: name, destination: where } = entry as { hostname?: unknown; destination?: unknown };
        if (typeof name !== "string" || typeof where !== "string") return [];
        const address = isB32(where) ? where : addressOf(where);
        return address ? [{ name, address, destination: isB32(where) ? undefined : where }] : [];
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** A server without the method does not know the keys either. */
  async #told<K extends DetailKey>(
    key: K,
    signal = AbortSignal.timeout(ANSWER_WITHIN),
  ): Promise<NonNullable<Details[K]>> {
    const told = await asked("an address book", "AddressBook", () => this.details([key], signal));
    const value = told[key];
    if (value === undefined) throw lacking("an address book", "AddressBook");
    return value;
  }

  async #did(params: { readonly [name: string]: unknown }): Promise<void> {
    const { success, message } = await asked("an address book", "AddressBook", () =>
      this.ask("AddressBook", params),
    );
    if (success !== true)
      throw new RouterUnavailable(reason("router.says", { text: failureIn(message) }), "failed");
  }
}
