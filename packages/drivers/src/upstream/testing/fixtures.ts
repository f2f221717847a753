import { TestClock } from "@pilothouse/system/testing/test-clock";
import type { DriverStorage } from "../../port.js";
import { Upstream, type UpstreamOptions } from "../router.js";
import { JavaDouble, type JavaDoubleOptions } from "./java/double.js";

export const memoryStorage = (): DriverStorage & { text: string | undefined } => ({
  text: undefined,
  async load() {
    return this.text;
  },
  async save(text) {
    this.text = text;
  },
});

export interface Setting {
  readonly double?: Partial<JavaDoubleOptions>;
  readonly options?: Partial<UpstreamOptions>;
}

/** A double of Java I2P with a driver of it, and short words for what tests do with them. */
export async function javaRouter({ double: doubleOptions, options }: Setting = {}) {
  const clock = new TestClock();
  const storage = memoryStorage();
  const logged: string[] = [];
  const double = new JavaDouble({ clock, password: "secret", ...doubleOptions });
  await double.open();
  const make = (over: Partial<UpstreamOptions> = {}) =>
    new Upstream({
      url: double.url,
      password: "secret",
      clock,
      storage,
      log: (message) => logged.push(message),
      timeout: 120_000,
      // A busy machine must not decide what is known after the start.
      patience: 120_000,
      ...options,
      ...over,
    });
  const router = make();
  const read = () => router.read(AbortSignal.timeout(120_000));
  return {
    double,
    router,
    clock,
    storage,
    logged,
    make,
    read,
    phase: async () => (await read()).phase,
    /** Lets seconds pass, in steps in which the double does what is due. */
    async pass(seconds: number) {
      for (let left = seconds * 1_000; left > 0; left -= 500) {
        clock.ms += Math.min(left, 500);
        await double.settle();
      }
    },
    async [Symbol.asyncDispose]() {
      await router.close();
      await double.close();
    },
  };
}
