import type { DriverStorage, Router } from "@pilothouse/drivers/port";
import type { TestClock } from "@pilothouse/system/testing/test-clock";
import { Upstream } from "../../../packages/drivers/src/upstream/router.js";
import { JavaDouble } from "../../../packages/drivers/src/upstream/testing/java/double.js";
import type { Ability, Config } from "../port/system.js";
import { JAVA } from "./java-row.js";
import type { PlayedRouter } from "./played-router.js";

const PASSWORD = "the password of the webapp";
/** So long nothing real may take on a busy machine. */
const PATIENCE = 600_000;

/**
 * The double of Java I2P, over its real HTTP. Its clock is not set with that of the machine. A full disk, a backup and
 * an edited file concern the service alone, or the router alone: these are tried with routers that are one with it.
 */
export class PlayedJava implements PlayedRouter {
  readonly driver = JAVA;
  static readonly can: ReadonlySet<Ability> = new Set(["time", "kill", "reload", "notify", "budget"]);
  readonly can = PlayedJava.can;
  #asked = 0;

  private constructor(
    readonly double: JavaDouble,
    readonly clock: TestClock,
  ) {}

  static async start(clock: TestClock): Promise<PlayedJava> {
    const steady = { now: () => clock.ticks() };
    const double = new JavaDouble({
      clock: steady,
      password: PASSWORD,
      shortLives: Number.POSITIVE_INFINITY,
    });
    double.configuration.save(Object.fromEntries(JAVA.factory));
    await double.open();
    return new PlayedJava(double, clock);
  }

  serve(storage: DriverStorage): Router {
    const router = new Upstream({
      url: this.double.url,
      password: PASSWORD,
      clock: this.clock,
      storage,
      log: () => {},
      timeout: PATIENCE,
      patience: PATIENCE,
    });
    this.#count(router, ["start", "read", "lifecycle", "ready", "cancel", "rate", "services", "reseed"]);
    this.#count(router.settings, ["network", "writeNetwork", "instant", "all", "writeAll"]);
    return router;
  }

  /** What is asked of it comes back by itself. */
  #count<T extends object>(of: T, names: readonly (keyof T & string)[]): void {
    for (const name of names) {
      const work = (of[name] as (...given: unknown[]) => Promise<unknown>).bind(of);
      Object.assign(of, {
        [name]: (...given: unknown[]) => {
          this.#asked++;
          return work(...given).finally(() => {
            this.#asked--;
          });
        },
      });
    }
  }

  isBusy = (): boolean => this.#asked > 0;
  isAway = (): boolean => !this.double.listens;

  live(): Promise<void> {
    return this.double.settle();
  }

  async configuration(): Promise<Config> {
    return this.double.onDisk;
  }

  edit = never;
  crash = never;
  hang(): void {}

  close(): Promise<void> {
    return this.double.close();
  }
}

const never = () => Promise.reject(new Error("this router cannot do that"));
