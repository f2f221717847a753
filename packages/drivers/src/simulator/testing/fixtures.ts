import { TestClock } from "@pilothouse/system/testing/test-clock";
import type { DriverStorage } from "../../port.js";
import { Simulator } from "../router.js";

/** Storage in memory that can be made to fail. */
export interface MemoryStorage extends DriverStorage {
  text: string | undefined;
  failing: boolean;
}

export const memoryStorage = (text?: string): MemoryStorage => ({
  text,
  failing: false,
  load() {
    return Promise.resolve(this.text);
  },
  save(next) {
    if (this.failing) return Promise.reject(new Error("The disk is full"));
    this.text = next;
    return Promise.resolve();
  },
});

/** A started simulator with its clock and storage, and shortcuts for tests. */
export async function simulate({
  seed = 1,
  longestWaitMs = Number.POSITIVE_INFINITY,
  clock = new TestClock(),
  storage = memoryStorage(),
} = {}) {
  const router = new Simulator({ seed, longestWaitMs, clock, storage });
  await router.start();
  const read = () => router.read(new AbortController().signal);
  return {
    router,
    clock,
    storage,
    read,
    facts: async () => (await read()).facts as Required<Awaited<ReturnType<typeof read>>["facts"]>,
    phase: async () => (await read()).phase,
    /** Lets seconds pass, and returns the state then. */
    pass: async (seconds: number) => {
      clock.ms += seconds * 1_000;
      return (await read()).facts as Required<Awaited<ReturnType<typeof read>>["facts"]>;
    },
  };
}
