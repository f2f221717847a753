import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { checksumOfBus } from "../bus/report-mark.js";
import type { BusPlace } from "../joining/hub-enrolment.js";

/** More nodes take more time to reconnect without a storm. In steps, because each change is sent to every node. */
export const jitterFor = (nodes: number): number =>
  Math.max(10_000, Math.ceil((nodes * 1.5) / 5_000) * 5_000);

/** When a hub starts it asks for reports. They are spread over this time, so that it can read them as they arrive. */
export const spreadFor = (nodes: number): number => Math.max(1_000, nodes * READ_MS);

/** So much time is left for each report. */
export const READ_MS = 0.1;

interface AddressPushOptions {
  readonly place: () => BusPlace;
  readonly nodes: () => number;
  readonly clock: Clock;
}

/** For a single node this costs a signature and a message of up to a kilobyte, so there is a limit per second. */
export const MOST_TAUGHT = 500;

/** Whether nodes know the addresses of the bus and how to reconnect, and which nodes must be sent them. */
export class AddressPush {
  #known: { readonly jitter: number; readonly checksum: string } | undefined;
  #taught = { second: 0, nodes: 0 };

  constructor(private readonly options: AddressPushOptions) {}

  get whereabouts() {
    const { addresses, certificate = null } = this.options.place();
    return { addresses, certificate, reconnectJitter: jitterFor(this.options.nodes()) };
  }

  /** After a report of a node that knows this version. If a node gets no message now, it may after its next report. */
  whom(knows: string): "nobody" | "all" | "one" {
    // Computed for every report, and rarely changes.
    const jitter = jitterFor(this.options.nodes());
    const before = this.#known;
    if (before?.jitter !== jitter) this.#known = { jitter, checksum: checksumOfBus(this.whereabouts) };
    if (before !== undefined && before !== this.#known) return "all";
    return knows !== this.#known?.checksum && this.may() ? "one" : "nobody";
  }

  /** Whether one more node may be sent something in this second. */
  may(): boolean {
    const may = this.mayMore;
    if (may) this.#taught.nodes++;
    return may;
  }

  /** The same, without sending anything. */
  get mayMore(): boolean {
    const second = Math.floor(ticksOf(this.options.clock) / 1_000);
    if (second !== this.#taught.second) this.#taught = { second, nodes: 0 };
    return this.#taught.nodes < MOST_TAUGHT;
  }
}
