import { type RouterAddressBook, SettingRefused, type Written } from "@pilothouse/drivers/port";
import { destinationBytes, reason } from "@pilothouse/protocol";
import type { Values } from "../../audit/changes.js";
import { changesBetween } from "../../audit/changes.js";
import { addressOf, SUBSCRIPTIONS, shownDestination } from "../../audit/recorded-names.js";
import type { Call } from "../../rpc/call.js";
import { asInvalidParams } from "../../rpc/settings-access.js";
import type { RecordedSettings } from "../router-settings/recorded-settings.js";

/** How long a router may take over a name that it has to ask others for. */
const LOOKUP_MS = 20_000;
const GAP = " ";
const NONE: Written<Values> = { before: new Map(), after: new Map() };

type Action = "name added" | "names removed" | "subscriptions changed";

/** The address book. All changes go through here, one after another: they are recorded, and can be undone. */
export class ManagedNames {
  constructor(
    readonly book: () => RouterAddressBook,
    readonly recorded: Pick<RecordedSettings, "include" | "writePart">,
  ) {
    recorded.include("names", {
      values: (names) => this.#values(names),
      write: (wanted, sessionSignal) => this.#putBack(wanted, sessionSignal),
      interrupts: (wanted) => this.#interrupts(wanted),
    });
  }

  lookup(name: string): Promise<string | undefined> {
    return this.book().lookup(name, AbortSignal.timeout(LOOKUP_MS));
  }

  /** Whether there was a difference; the same below. */
  add(name: string, destination: string, call: Call): Promise<boolean> {
    return this.#done(call, "name added", async () => {
      const there = await this.lookup(name);
      if (there !== undefined && addressOf(there) === addressOf(destination)) return NONE;
      await this.book().add(name, destination, call.sessionSignal);
      return { before: new Map(), after: new Map([[name, destination]]) };
    });
  }

  async remove(names: readonly string[], call: Call): ReturnType<RouterAddressBook["remove"]> {
    let removed: Awaited<ReturnType<RouterAddressBook["remove"]>> = [];
    await this.#done(call, "names removed", async () => {
      const before = await this.#values(names);
      removed = await this.book().remove(names, call.sessionSignal);
      const were = removed.map(({ name, address }) => [name, before.get(name) ?? address] as const);
      return { before: new Map(were), after: new Map() };
    });
    return removed;
  }

  subscribe(urls: readonly string[], call: Call): Promise<boolean> {
    return this.#done(call, "subscriptions changed", async () => {
      const before = await this.#values([SUBSCRIPTIONS]);
      const after = new Map([[SUBSCRIPTIONS, urls.join(GAP)]]);
      if (before.get(SUBSCRIPTIONS) === after.get(SUBSCRIPTIONS)) return NONE;
      await this.book().subscribe(urls, call.sessionSignal);
      return { before, after };
    });
  }

  #done(call: Call, action: Action, work: () => Promise<Written<Values>>): Promise<boolean> {
    return call.audited(action, async (changed, entry) => {
      const written = await asInvalidParams(
        this.recorded.writePart("names", work, call.actor, (done) => [entry(detailsOf(done))]),
      );
      const details = detailsOf(written);
      changed(details);
      return details.length > 0;
    });
  }

  async #values(names: readonly string[]): Promise<Values> {
    const values = new Map<string, string>();
    for (const name of names) {
      const value =
        name === SUBSCRIPTIONS ? (await this.book().subscriptions()).join(GAP) : await this.lookup(name);
      if (value !== undefined) values.set(name, value);
    }
    return values;
  }

  /** Each step of `#putBack` interrupts it by itself. */
  async #interrupts(wanted: Values): Promise<number | undefined> {
    const before = await this.#values([...wanted.keys()]);
    const names = [...wanted].filter(([name]) => name !== SUBSCRIPTIONS);
    const steps = [
      ...(names.some(([name]) => before.has(name)) ? (["remove"] as const) : []),
      ...(wanted.has(SUBSCRIPTIONS) ? (["subscribe"] as const) : []),
      ...names.flatMap(([, where]) => (where === null ? [] : (["add"] as const))),
    ];
    return steps.reduce((sum, step) => sum + (this.book().interrupts(step) ?? 0), 0) || undefined;
  }

  /** A name that leads elsewhere has to go before it can come back. */
  async #putBack(wanted: Values, sessionSignal?: AbortSignal): Promise<Written<Values>> {
    const { [SUBSCRIPTIONS]: urls, ...names } = Object.fromEntries(wanted);
    for (const [name, where] of Object.entries(names))
      if (where != null && destinationBytes(where) === undefined)
        throw new SettingRefused(reason("name.gone", { name }), { key: "Destination" });
    const before = await this.#values([...wanted.keys()]);
    const gone = Object.keys(names).filter((name) => before.has(name));
    if (gone.length > 0) await this.book().remove(gone, sessionSignal);
    // What needs a restart may be refused: it comes before what does not.
    if (urls !== undefined)
      await this.book().subscribe((urls ?? "").split(GAP).filter(Boolean), sessionSignal);
    for (const [name, where] of Object.entries(names))
      if (where != null) await this.book().add(name, where, sessionSignal);
    return { before, after: new Map([...wanted].filter(([, value]) => value !== null)) };
  }
}

function detailsOf({ before, after }: Written<Values>) {
  const shown = (values: Values) =>
    new Map([...values].map(([name, value]) => [name, shownDestination(value)] as const));
  return changesBetween(shown(before), shown(after));
}
