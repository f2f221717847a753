import type { Log } from "@pilothouse/server";
import type { Notice } from "../bus/hub-bus.js";
import type { MembershipRecord } from "../joining/membership-record.js";
import type { NodeStore } from "./node-store.js";

interface Options {
  readonly membershipRecord: MembershipRecord;
  readonly store: Pick<NodeStore, "keep">;
  readonly log: Log;
}

/** What a member knows of its fleet. What it learns is saved. */
export class StoredMembership {
  #now: MembershipRecord;

  constructor(private readonly options: Options) {
    this.#now = options.membershipRecord;
  }

  get now(): MembershipRecord {
    return this.#now;
  }

  /** What a hub says about the bus. */
  async learn({ reconnectJitter, addresses, certificate }: Notice): Promise<void> {
    const before = this.#now;
    const moved = addresses !== undefined && String(addresses) !== String(before.addresses);
    const next: MembershipRecord = {
      ...before,
      ...(reconnectJitter !== undefined && { reconnectJitter }),
      ...(moved && { addresses, former: before.addresses }),
      ...(addresses !== undefined && { certificate: certificate ?? null }),
    };
    if (JSON.stringify(next) === JSON.stringify(before)) return;
    await this.#keep(next);
    if (moved) this.options.log.info({ addresses }, "the fleet's bus has moved");
  }

  /** A connection to this server is there. If it is at the new place, the old one is not asked again. */
  async reached(server: string): Promise<void> {
    const { former, ...rest } = this.#now;
    if (former === undefined || !rest.addresses.some((one) => one.endsWith(`//${server}`))) return;
    await this.#keep(rest);
  }

  /** From now on this machine is the node, and another one with its key is a copy. */
  keepGeneration(generation: number): Promise<void> {
    return this.#keep({ ...this.#now, generation });
  }

  async #keep(next: MembershipRecord): Promise<void> {
    this.#now = next;
    await this.options.store.keep(next);
  }
}
