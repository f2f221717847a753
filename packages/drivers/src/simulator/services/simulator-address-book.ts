import { destinationBytes, i2pBase64, reason } from "@pilothouse/protocol";
import type { BookName, NameQuery, RouterAddressBook } from "../../address-book-port.js";
import { SettingRefused } from "../../port-errors.js";
import { destinationOf, type KeptServices } from "../kept/kept-services.js";
import { addressOf } from "../kept/made-up-keys.js";
import { RESTARTING } from "../lifecycle.js";
import type { OpenedRouter } from "../simulator-settings.js";

const addressTo = (destination: string): string =>
  addressOf(destinationBytes(destination) ?? new Uint8Array());

/** Names are added at once; like i2pd's, they are removed by a restart of the router. */
export class SimulatorAddressBook implements RouterAddressBook {
  constructor(readonly started: () => Promise<OpenedRouter>) {}

  async list({ search = "", after = "", limit }: NameQuery) {
    const { book } = (await this.started()).keeper.stored.services;
    const found = [...book].filter(([name]) => name.includes(search)).sort(([a], [b]) => (a < b ? -1 : 1));
    const names = found
      .filter(([name]) => name > after)
      .slice(0, limit)
      .map(([name, destination]): BookName => ({ name, address: addressTo(destination) }));
    return { names, total: found.length };
  }

  async lookup(name: string, signal: AbortSignal): Promise<string | undefined> {
    signal.throwIfAborted();
    const { book, tunnels } = (await this.started()).keeper.stored.services;
    const known = [...book.values(), ...tunnels.map((one) => i2pBase64(destinationOf(one)))];
    return book.get(name) ?? known.find((destination) => addressTo(destination) === name);
  }

  async add(name: string, destination: string, sessionSignal?: AbortSignal): Promise<void> {
    await this.#change(sessionSignal, ({ book, ...services }) => {
      const before = book.get(name);
      if (before !== undefined && addressTo(before) !== addressTo(destination))
        throw new SettingRefused(reason("name.elsewhere", { name, address: addressTo(before) }), {
          key: "Hostname",
        });
      return { services: { ...services, book: new Map([...book, [name, before ?? destination]]) } };
    });
  }

  async remove(names: readonly string[], sessionSignal?: AbortSignal): Promise<readonly BookName[]> {
    let removed: readonly BookName[] = [];
    await this.#change(sessionSignal, ({ book, ...services }) => {
      removed = [...book]
        .filter(([name]) => names.includes(name))
        .map(([name, destination]) => ({ name, address: addressTo(destination) }));
      const left = new Map([...book].filter(([name]) => !names.includes(name)));
      return { services: { ...services, book: left }, forStart: removed.length > 0 };
    });
    return removed;
  }

  async subscriptions(): Promise<readonly string[]> {
    return (await this.started()).keeper.stored.services.subscriptions;
  }

  async subscribe(urls: readonly string[], sessionSignal?: AbortSignal): Promise<void> {
    await this.#change(sessionSignal, (services) => ({
      services: { ...services, subscriptions: urls },
      forStart: true,
    }));
  }

  interrupts(change: "add" | "remove" | "subscribe"): number | undefined {
    return change === "add" ? undefined : RESTARTING;
  }

  async #change(
    sessionSignal: AbortSignal | undefined,
    /** `forStart`: the router reads it only at its start. */
    make: (services: KeptServices) => { readonly services: KeptServices; readonly forStart?: boolean },
  ): Promise<void> {
    const { keeper, life } = await this.started();
    let restarts = false;
    await keeper.change(
      (stored) => {
        sessionSignal?.throwIfAborted();
        const { services, forStart = false } = make(stored.services);
        restarts = forStart && life.needsRestart();
        return { ...stored, services };
      },
      (stored) => {
        life.take(stored);
        if (restarts) life.restartNow();
      },
    );
  }
}
