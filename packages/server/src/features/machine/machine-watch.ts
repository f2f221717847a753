import { statfs } from "node:fs/promises";
import type { EventKind } from "@pilothouse/protocol";
import { isLow, type Space } from "@pilothouse/system";
import type { Kernel } from "../../feature.js";
import { forgetValue, putValue, readValue } from "../../store/values.js";
import type { EventLog } from "../record/event-log.js";

const MIB = 2 ** 20;
const DAY = 86_400_000;

/** A disk that was nearly full has space again a little above the limit. */
const ENOUGH = 1.2;
/** An expiring certificate is reported this long before its end: twice. */
const EXPIRING_MS = [21 * DAY, 3 * DAY] as const;

/** Of which router the values that are compared were kept. */
const ROUTER = "events.router";
const COMPARED = ["address", "version"] as const;

interface Options extends Pick<Kernel, "store" | "clock" | "log"> {
  readonly events: EventLog;
  /** Of the disk that the data directory is on. */
  readonly space: () => Promise<Space>;
  /** When the certificate in use ends, in milliseconds since the epoch. */
  readonly certificateExpires: () => number | undefined;
  /** The address under which others reach the router, where it knows one. */
  readonly address: () => Promise<string | null | undefined>;
  readonly version: () => string | undefined;
  /** Which router this is; undefined as long as that is not known. */
  readonly router: () => string | undefined;
}

/** Looks now and then at what changes slowly: disk, certificate, the router's address and version. */
export class MachineWatch {
  constructor(readonly options: Options) {}

  /** The checks are independent: one that fails does not prevent the others. */
  async look(): Promise<void> {
    const { address, version, log } = this.options;
    for (const one of [
      () => this.#disk(),
      () => this.#certificate(),
      async () => this.#compare("address", await address(), "address.changed"),
      async () => this.#compare("version", version(), "update.installed"),
    ])
      await one().catch((error: unknown) => log.debug({ err: error }, "could not look for events"));
  }

  async #disk(): Promise<void> {
    const { events, space } = this.options;
    const now = await space();
    const { free, size } = now;
    const freeMiB = Math.floor(free / MIB);
    const percent = Math.floor((100 * free) / Math.max(1, size));
    const [last] = await events.read({ kinds: ["disk.low", "disk.enough"], limit: 1 });
    const wasLow = last?.kind === "disk.low";
    if (!wasLow && isLow(now)) await events.add("disk.low", { freeMiB, percent });
    if (wasLow && !isLow(now, ENOUGH)) await events.add("disk.enough", { freeMiB, percent });
  }

  async #certificate(): Promise<void> {
    const { events, clock, certificateExpires } = this.options;
    const end = certificateExpires();
    if (end === undefined) return;
    const expires = new Date(end).toISOString().slice(0, 10);
    const left = end - clock.now();
    const [last] = await events.read({ kinds: ["certificate.expiring", "certificate.renewed"], limit: 1 });
    const reported = last?.kind === "certificate.expiring" ? last : undefined;
    const due = EXPIRING_MS.findLast((ms) => left < ms);
    if (due === undefined) {
      if (reported !== undefined) await events.add("certificate.renewed", { expires });
      return;
    }
    // For this certificate, and for this time before its end.
    const isReported = reported?.data["expires"] === expires && end - reported.at < due;
    if (!isReported) await events.add("certificate.expiring", { expires });
  }

  /** What was kept of another router, which this service managed before, says nothing of this one. */
  async #isKnown(): Promise<boolean> {
    const { store, router } = this.options;
    const [was, now] = [readValue(store, ROUTER), router()];
    if (now === undefined || now === was) return now !== undefined;
    await store.write((db) => {
      if (was !== undefined) for (const what of COMPARED) forgetValue(db, `events.${what}`);
      putValue(db, ROUTER, now);
    });
    return true;
  }

  /** Compares with what was kept, over restarts of the service too; the first value is no news. */
  async #compare(
    what: (typeof COMPARED)[number],
    now: string | null | undefined,
    changed: EventKind,
  ): Promise<void> {
    const { store, events } = this.options;
    const name = `events.${what}`;
    if (!now || !(await this.#isKnown())) return;
    const was = readValue(store, name);
    if (now === was) return;
    await store.write((db) => putValue(db, name, now));
    if (was !== undefined) await events.add(changed, { was, now });
  }
}

export async function spaceOf(directory: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { free: bavail * bsize, size: blocks * bsize };
}
