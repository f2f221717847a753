/** Milliseconds of a monotonic clock: they only go forward, even when the system clock is changed. */
export type Ticks = () => number;

const MINUTE = 60_000;
const MOST_FAILURES = 10;
const LONGEST_LOCK = 15 * MINUTE;
const MOST_ADDRESSES = 50_000;

interface FailureRecord {
  failures: number;
  /** When the minute in which failures are counted began. */
  since: number;
  lockedUntil: number;
  /** How long the next lock lasts. */
  nextLock: number;
}

/** Slows down guessing: ten failures a minute from one address (`countedAs`), then a wait that doubles. */
export class LoginThrottle {
  /** In order of the last failure, oldest first, so that the oldest can be dropped. */
  readonly #records = new Map<string, FailureRecord>();

  constructor(readonly ticks: Ticks) {}

  /** How many addresses are remembered. */
  get size(): number {
    return this.#records.size;
  }

  /** Seconds to wait before this address may try again; 0 when it may now. */
  wait(address: string): number {
    const record = this.#records.get(address);
    return record === undefined ? 0 : Math.max(0, Math.ceil((record.lockedUntil - this.ticks()) / 1_000));
  }

  failed(address: string): void {
    const now = this.ticks();
    const record = this.#remembered(address, now);
    if (now - record.since >= MINUTE) Object.assign(record, { failures: 0, since: now });
    record.failures++;
    if (record.failures >= MOST_FAILURES) {
      record.lockedUntil = now + record.nextLock;
      record.nextLock = Math.min(record.nextLock * 2, LONGEST_LOCK);
      Object.assign(record, { failures: 0, since: record.lockedUntil });
    }
    this.#records.delete(address);
    this.#records.set(address, record);
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= MOST_ADDRESSES) break;
      this.#records.delete(oldest);
    }
  }

  succeeded(address: string): void {
    this.#records.delete(address);
  }

  clear(): void {
    this.#records.clear();
  }

  #remembered(address: string, now: number): FailureRecord {
    const record = this.#records.get(address);
    const quietSince = record === undefined ? 0 : Math.max(record.since, record.lockedUntil);
    if (record !== undefined && now - quietSince < LONGEST_LOCK) return record;
    return { failures: 0, since: now, lockedUntil: 0, nextLock: MINUTE };
  }
}
