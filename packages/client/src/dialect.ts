import { DIALECTS, type Dialect, prefixed, spelled } from "@pilothouse/protocol";
import { ask, type ClientCall, type Fields } from "./ask.js";
import { ClientError } from "./client-error.js";

export type DialectOption = Dialect | "auto";

/** Whether the spelling matters for a call: most names are the same in both. */
export const hasSpellings = ({ method, params }: ClientCall<unknown>): boolean =>
  [method, ...Object.keys(params)].some((name) => spelled(name, "i2p") !== name);

/** Every implementation reports this for every router, running or not. */
const STATUS_KEY = prefixed("router.status");

/**
 * One key in both spellings: a server answers those it knows. The older spelling comes first, since
 * i2pd spoils an answer when a key that it does not know precedes one that it does.
 */
export const dialectProbe: ClientCall<Dialect | undefined> = {
  ...ask.call("RouterInfo", {
    [spelled(STATUS_KEY, "i2p")]: "",
    [spelled(STATUS_KEY, "svc")]: "",
  }),
  read: (result: Fields) => DIALECTS.find((dialect) => Object.hasOwn(result, spelled(STATUS_KEY, dialect))),
  repeatable: true,
};

/** Which spelling the server knows: given, or found out at the first call that needs it. */
export class Spelling {
  #known: Dialect | undefined;
  #asking: Promise<Dialect> | undefined;

  constructor(
    option: DialectOption,
    readonly probe: () => Promise<Dialect | undefined>,
  ) {
    this.#known = option === "auto" ? undefined : option;
  }

  /** Parallel calls share one question. */
  async find(): Promise<Dialect> {
    if (this.#known !== undefined) return this.#known;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<Dialect> {
    try {
      this.#known = await this.probe();
    } catch (error) {
      // Only servers that speak the interface's own names refuse the factory password.
      if (!(error instanceof ClientError && error.name === "factoryPassword")) throw error;
    }
    return this.#known ?? "svc";
  }
}
